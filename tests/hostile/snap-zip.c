#include "tests/hostile/inside.h"
#include "cmd/snap-zip/snap-zip.c"
#undef main
#include "tests/hostile/hostile.h"

static const struct way ways[] = {{{NULL}, OUT_ZIP, false}};

int main(int argc, char **argv)
{
	return hostile_main(
		&(struct hostile){"snap-zip", program_main, ways, sizeof ways / sizeof *ways}, argc,
		argv);
}
