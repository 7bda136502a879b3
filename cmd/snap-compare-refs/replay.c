/* The runs of a row. */
#include "replay.h"
#include <string.h>

/* A real tool runs a second time, since its threads and Go's maps have no order, and a third time
 * where the second one decides otherwise. The native engine always decides the same. */
static bool wants_run(const struct settings *s, const struct row *row)
{
	bool native = ref_is_native(row->ref);
	size_t n = row->n_runs;

	if (row->status != STATUS_UNFINISHED)
		return false;
	if (s->repeat)
		return n < s->repeat;
	if (native || n < 2)
		return n < (native ? 1 : 2);
	return n < VARYING_REPEAT && strcmp(row->runs[0].decisions, row->runs[1].decisions) != 0;
}

static bool not_built(const struct ref *r, struct row *row, struct error *e)
{
	struct strbuf text = {0};

	row->status = STATUS_FAIL;
	strbuf_addf(&row->why, "%s%s%s", r->error.what, r->error.why[0] ? ": " : "", r->error.why);
	strbuf_addstr(&text, strbuf_str(&r->build_log));
	strbuf_addstr(&text, strbuf_str(&row->why));
	strbuf_addc(&text, '\n');
	if (error_try(&r->error)[0])
		strbuf_addf(&text, "try: %s\n", error_try(&r->error));
	bool ok = replay_log(row->log.s, strbuf_str(&text), e);
	strbuf_free(&text);
	return ok;
}

static void announce(const struct row *row)
{
	if (row->status == STATUS_PASS)
		msg_note("%s: %s: pass", row->snapshot, row->ref->name);
	else
		msg_warn(row->snapshot, "%s: %s: %s", row->ref->name,
			row->status == STATUS_TIMEOUT ? "timeout" : "fail",
			row->why.s ? row->why.s : "");
	/* The row still passes, but its decisions are doubtful. */
	if (row->not_replayed.len)
		msg_warn(
			row->snapshot, "%s: not replayed: %s", row->ref->name, row->not_replayed.s);
}

bool replay_row(const struct replays *all, const char *snapshot, struct row *row, struct error *e)
{
	if (!replay_log(row->log.s, (struct str){0}, e))
		return false;
	bool ok = true;
	if (row->ref->error.status)
		ok = not_built(row->ref, row, e);
	while (ok && wants_run(all->settings, row))
		ok = replay_run(all, snapshot, row, e);
	if (ok && row->status == STATUS_UNFINISHED)
		row->status = STATUS_PASS;
	if (ok)
		announce(row);
	return ok;
}
