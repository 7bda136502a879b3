#include "tests/hostile/inside.h"
#include "cmd/snap-diff/snap-diff.c"
#undef main
#include "tests/hostile/hostile.h"

static const struct way ways[] = {
	{{"-f", "json", "CASE", "-"}, OUT_LINES, false},
	{{"-f", "text", "--all", "--noise", "CASE", "-"}, OUT_TEXT, false},
	{{"-f", "patch", "CASE", "-"}, OUT_LINES, true},
	{{"-f", "json", "--decisions", "CASE", "-"}, OUT_LINES, false},
	{{"-f", "text", "-", "CASE"}, OUT_TEXT, true},
	{{"-f", "text", "--decisions", "--now", "2030-01-01", "-", "CASE"}, OUT_TEXT, false},
};

int main(int argc, char **argv)
{
	return hostile_main(
		&(struct hostile){"snap-diff", program_main, ways, sizeof ways / sizeof *ways},
		argc, argv);
}
