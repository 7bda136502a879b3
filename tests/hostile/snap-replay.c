#include "tests/hostile/inside.h"
#include "cmd/snap-replay/snap-replay.c"
#undef main
#include "tests/hostile/hostile.h"

static const struct way ways[] = {
	{{"--show", "all", "--no-timings"}, OUT_LINES, false},
	{{"--seed", "1", "--format", "json"}, OUT_LINES, false},
	{{"--format", "text", "--show", "all"}, OUT_TEXT, false},
	{{"--format", "text", "--show", "all", "--all", "--sort", "over"}, OUT_TEXT, false},
	{{"--format", "tsv", "--show", "all"}, OUT_RAW, false}, /* tabs */
	{{"--podgroup", "*[a-m]*", "--top", "3", "--show", "all"}, OUT_LINES, false},
	{{"--exhaustive"}, OUT_LINES, false},
	{{"--explain", "NAME", "--show", "all"}, OUT_LINES, true},
	{{"--explain", "NAME", "--format", "text"}, OUT_TEXT, false},
	{{"--like-snapshot-tool", "-v", "9", "--log-file", "/dev/null"}, OUT_LINES, true},
	{{"--search-budget", "steps:1ms", "--victim-notes", "0"}, OUT_LINES, false},
	{{"--actions", "preempt,reclaim,allocate,consolidation,stalegangeviction"}, OUT_LINES,
		false},
	{{"--now", "2100-01-01T00:00:00Z", "--config-as-is"}, OUT_LINES, false},
};

int main(int argc, char **argv)
{
	return hostile_main(
		&(struct hostile){"snap-replay", program_main, ways, sizeof ways / sizeof *ways},
		argc, argv);
}
