#include "tests/hostile/inside.h"
#include "cmd/snap-unzip/snap-unzip.c"
#undef main
#include "tests/hostile/hostile.h"

static const struct way ways[] = {
	{{NULL}, OUT_SAME, true},
	{{NULL}, OUT_SAME, false},
	{{"--test", "--format", "text"}, OUT_TEXT, true},
};

int main(int argc, char **argv)
{
	return hostile_main(
		&(struct hostile){"snap-unzip", program_main, ways, sizeof ways / sizeof *ways},
		argc, argv);
}
