/* snap-replay: one cycle of the scheduler on a snapshot, by our engine or by a real snapshot-tool.
 */
#include <stdlib.h>
#include "arguments.h"
#include "common/cleanup.h"
#include "common/deadline.h"
#include "common/mem.h"
#include "common/operand.h"
#include "common/options.h"
#include "native.h"
#include "profile.h"

/* What a tool told that broke is no result: a file at --output stays. */
static int keep_part(const struct replay_options *o, struct output *out, int status)
{
	struct error e = {0};

	if (!output_commit_as(out, PARTIAL, &e))
		return msg_error(operand_input(o->file), &e);
	if (!operand_is_standard(o->output))
		msg_note("%s" PARTIAL " has what the log told until then", o->output);
	return status;
}

static int run_native(const struct replay_options *o, struct output *out)
{
	struct error e = {0};

	if (!profile_start(o->cpuprofile, &e))
		return msg_error(o->cpuprofile, &e);
	int status = native_run(o, out);
	bool ran = status == SNAP_OK || status == SNAP_NO;
	return profile_end(ran, &e) ? status : msg_error(o->cpuprofile, &e);
}

static int replay(const struct replay_options *o)
{
	struct error e = {0};
	const char *input = operand_input(o->file);

	if (o->engine == ENGINE_NATIVE)
		mem_huge_heap();
	struct output *out = output_open(o->output, &e);
	if (!out)
		return msg_error(input, &e);
	bool partial = false;
	int status = o->engine == ENGINE_NATIVE ? run_native(o, out) : tool_run(o, out, &partial);
	if (partial)
		return keep_part(o, out, status);
	if (status != SNAP_OK && status != SNAP_NO) {
		output_abort(out);
		return status;
	}
	return output_commit(out, &e) ? status : msg_error(input, &e);
}

int main(int argc, char **argv)
{
	struct replay_options o = {.verbosity = VERBOSITY_NONE,
		.depth = EXPLAIN_USUAL,
		.threads = options_processors(),
		.victim_notes = VICTIM_NOTES};

	mem_reuse();
	follows_find(STR(FOLLOWS_DEFAULT), &o.follows);
	msg_init("snap-replay", false);
	cleanup_install();
	arguments_parse(&o, argc, argv);
	int status = replay(&o);
	deadline_lift();
	free(o.explain);
	return program_close(status);
}
