/* snap-compare-refs: the same snapshots replayed by several versions of the scheduler, side by
 * side. */
#include <stdlib.h>
#include "arguments.h"
#include "common/cleanup.h"
#include "places.h"
#include "replay.h"
#include "switches.h"
#include "table.h"

static bool run(const struct settings *s, struct strbuf *dir, struct rows *rows, struct error *e)
{
	struct strbuf program = {0};
	const struct table_look look = {s->format, s->actions, s->top};

	places_replay(&program);
	bool ok = places_output_dir(s->output_dir, dir, e);
	rows->dir = dir->s;
	/* Threads may use what is on the stack until the program has ended. */
	const struct replays replays = {s, program.s, rows};
	if (ok && !(replay_all(&replays, e) && switches_find(&replays, e)))
		exit(program_close(msg_error(NULL, e)));
	ok = ok && table_print(rows, &look, s->output, e);
	strbuf_free(&program);
	return ok;
}

int main(int argc, char **argv)
{
	struct settings s;
	struct strbuf dir = {0};
	struct rows rows = {0};
	struct error e = {0};
	const char *which = NULL;

	msg_init("snap-compare-refs", false);
	cleanup_install();
	arguments_parse(&s, argc, argv);
	if (s.cache != CACHE_NONE)
		return program_close(cache_run(s.cache, s.unused_ns, s.format, s.output));
	if (s.verbosity < FULL_VERBOSITY)
		msg_warn(NULL,
			"below verbosity %d a tool's log does not tell all decisions, so they cannot be compared",
			FULL_VERBOSITY);
	bool ok = snapshots_check(&s.snapshots, &which, &e) && run(&s, &dir, &rows, &e);
	int status = ok ? rows_verdict(&rows) : msg_error(which, &e);
	rows_free(&rows);
	refs_free(&s.refs);
	snapshots_free(&s.snapshots);
	strbuf_free(&dir);
	return program_close(status);
}
