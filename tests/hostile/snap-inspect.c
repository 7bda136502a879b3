#include "tests/hostile/inside.h"
#include "cmd/snap-inspect/snap-inspect.c"
#undef main
#include "tests/hostile/hostile.h"

static const struct way ways[] = {
	{{"--format", "json"}, OUT_JSON, false},
	{{"--format", "text"}, OUT_TEXT, true},
	{{"--check", "--format", "json"}, OUT_LINES, false},
	{{"--check", "--format", "text"}, OUT_TEXT, false},
	{{"--list", "pods"}, OUT_LINES, false},
	{{"--list", "queues"}, OUT_LINES, true},
	{{"--list", "podGroups"}, OUT_LINES, false},
	{{"--list", "nodes", "--filter", ".metadata.name?", "--compact-output"}, OUT_LINES, false},
	{{"--filter", ".rawObjects", "--compact-output"}, OUT_LINES, false},
	{{"--filter", "..", "--raw-output"}, OUT_RAW, false},
};

int main(int argc, char **argv)
{
	return hostile_main(
		&(struct hostile){"snap-inspect", program_main, ways, sizeof ways / sizeof *ways},
		argc, argv);
}
