/* snap-compare-refs: the same snapshots replayed by several versions of the scheduler, side by
 * side. */
#include <stdlib.h>
#include "arguments.h"
#include "bisect.h"
#include "collect.h"
#include "common/beside.h"
#include "common/cleanup.h"
#include "part.h"
#include "places.h"
#include "plan.h"
#include "replay.h"
#include "result.h"
#include "switches.h"
#include "table.h"

static bool replay(const struct settings *s, const struct replays *r, struct bisect_answer *answer,
	struct error *e)
{
	if (s->bisect.range)
		return bisect_run(r, answer, e);
	return replay_all(r, e) && switches_find(r, e) && result_add_switches(r->rows, e);
}

static bool run(const struct settings *s, struct strbuf *dir, struct rows *rows,
	struct bisect_answer *answer, struct error *e)
{
	struct strbuf program = {0};
	const struct table_look look = {
		.format = s->format, .actions = s->actions, .top = s->top, .answer = &answer->text};

	beside_replay(&program);
	bool ok = places_output_dir(s->output_dir, dir, e);
	rows->dir = dir->s;
	const struct replays replays = {s, program.s, rows};
	/* Threads may use what is on the stack until the program has ended. */
	if (ok && !replay(s, &replays, answer, e))
		exit(program_close(msg_error(NULL, e)));
	ok = ok && table_print(rows, &look, s->output, e);
	strbuf_free(&program);
	return ok;
}

/* The exit status. */
static int verdict(
	const struct settings *s, const struct rows *rows, const struct bisect_answer *answer)
{
	if (!s->bisect.range)
		return rows_verdict(rows);
	return answer->none.status ? msg_error(s->bisect.range, &answer->none) : SNAP_OK;
}

static int part_or_plan(struct settings *s)
{
	int status = s->plan ? plan_run(s) : part_run(s);

	refs_free(&s->refs);
	snapshots_free(&s->snapshots);
	return program_close(status);
}

int main(int argc, char **argv)
{
	struct settings s;
	struct strbuf dir = {0};
	struct rows rows = {0};
	struct bisect_answer answer = {0};
	struct error e = {0};
	const char *which = NULL;

	msg_init("snap-compare-refs", false);
	cleanup_install();
	arguments_parse(&s, argc, argv);
	if (s.cache != CACHE_NONE)
		return program_close(cache_run(s.cache, s.unused_ns, s.format, s.output));
	if (s.collect)
		return program_close(collect_run(&s));
	if (s.verbosity < FULL_VERBOSITY)
		msg_warn(NULL,
			"below verbosity %d a tool's log does not tell all decisions, so they cannot be compared",
			FULL_VERBOSITY);
	if (s.plan || s.part)
		return part_or_plan(&s);
	bool ok = snapshots_check(&s.snapshots, &which, &e);
	if (ok && s.bisect.range) {
		which = s.bisect.range;
		ok = line_find(&s.bisect, &s.build, &s.refs, &e);
		which = ok ? NULL : which;
	}
	ok = ok && run(&s, &dir, &rows, &answer, &e);
	int status = !ok ? msg_error(which, &e) : verdict(&s, &rows, &answer);
	rows_free(&rows);
	text_free(&answer.text);
	until_free(&s.until);
	line_free(&s.bisect);
	refs_free(&s.refs);
	snapshots_free(&s.snapshots);
	strbuf_free(&dir);
	return program_close(status);
}
