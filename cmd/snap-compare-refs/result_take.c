/* A row from its record and files. */
#include "result.h"

/* The row as the run has left it; what it read of the events must be whole. */
static bool fill(struct row *row, const struct result *r, struct strbuf *why)
{
	for (size_t k = 0; k < r->runs; k++)
		if (!row_add_run(row)) {
			strbuf_addz(why, "its events end before their summary");
			return false;
		}
	row->status = r->status;
	row->no_snapshot = r->no_snapshot;
	strbuf_addstr(&row->why, strbuf_str(&r->why));
	strbuf_addstr(&row->host, strbuf_str(&r->host));
	strbuf_addstr(&row->switches, strbuf_str(&r->switches));
	if (row->status != STATUS_PASS) {
		row_set_partial(row);
		row_path(row, row->n_runs, ".log", &row->log);
	}
	return true;
}

/* Whether it is of the plan's commit, and of the same snapshot as the results beside it, of which
 * the first one decides. */
static bool fits(
	const struct row *row, const struct result *r, struct mark *snapshot, struct strbuf *why)
{
	if (strcmp(r->commit, row->ref->commit) != 0) {
		strbuf_addf(why, "it is of commit %s", r->commit[0] ? r->commit : "-");
		return false;
	}
	if (!snapshot->known)
		*snapshot = r->snapshot;
	else if (r->snapshot.known && !mark_same(snapshot, &r->snapshot)) {
		strbuf_addz(why, "it is of a snapshot with another content");
		return false;
	}
	return true;
}

enum result_state result_take(struct row *row, struct mark *snapshot, struct strbuf *why)
{
	struct result r;
	enum result_state state = result_read(row, &r, why);

	if (state == RESULT_WHOLE && (!fits(row, &r, snapshot, why) || !fill(row, &r, why))) {
		state = RESULT_BROKEN;
		row_drop_runs(row);
		strbuf_clear(&row->not_replayed);
	}
	result_free(&r);
	return state;
}
