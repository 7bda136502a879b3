#include "tests/hostile/inside.h"
#include "cmd/snap-redact/snap-redact.c"
#undef main
#include "tests/hostile/hostile.h"

static const struct way ways[] = {
	{{"--no-map", "--no-replay"}, OUT_JSON, false},
	{{"--no-map", "--no-replay", "--profile", "public"}, OUT_JSON, true},
	{{"--no-map"}, OUT_JSON, true},
	{{"--no-map", "--no-replay", "--keep", "pods.spec", "--drop", "nodes.spec"}, OUT_JSON,
		false},
};

int main(int argc, char **argv)
{
	return hostile_main(
		&(struct hostile){"snap-redact", program_main, ways, sizeof ways / sizeof *ways},
		argc, argv);
}
