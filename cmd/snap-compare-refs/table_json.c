#include <math.h>
#include "table.h"

static void member(struct jsonw *w, const char *key, const char *value)
{
	jsonw_key(w, key);
	if (value && *value)
		jsonw_strz(w, value);
	else
		jsonw_null(w);
}

static void number_member(struct jsonw *w, const char *key, int64_t n)
{
	jsonw_key(w, key);
	if (n == UNKNOWN)
		jsonw_null(w);
	else
		jsonw_int(w, n);
}

static void time_member(struct jsonw *w, const char *key, int64_t us)
{
	struct strbuf ms = {0};

	jsonw_key(w, key);
	if (us == UNKNOWN) {
		jsonw_null(w);
	} else {
		table_add_ms(&ms, us);
		jsonw_raw(w, strbuf_str(&ms));
	}
	strbuf_free(&ms);
}

static void bool_member(struct jsonw *w, const char *key, bool known, bool yes)
{
	jsonw_key(w, key);
	if (known)
		jsonw_bool(w, yes);
	else
		jsonw_null(w);
}

static void slower_member(struct jsonw *w, double slower)
{
	if (slower > 0) {
		jsonw_key(w, "slower");
		jsonw_double(w, round(slower * 100) / 100);
	} else {
		bool_member(w, "slower", slower == 0, false);
	}
}

void table_json(const struct row *row, bool bisected, struct jsonw *w)
{
	const struct run *run = &row->middle;

	w->comma = false;
	jsonw_begin(w, '{');
	member(w, "ref", row->ref->name);
	member(w, "status", status_names[row->status]);
	member(w, "log", row->log.s);
	member(w, "commit", row->ref->commit);
	time_member(w, "total_ms", run->total_us);
	jsonw_key(w, "actions");
	jsonw_begin(w, '{');
	for (size_t i = 0; i < run->n_times; i++)
		time_member(w, run->times[i].action, run->times[i].us);
	jsonw_end(w, '}');
	number_member(w, "binds", run->binds);
	number_member(w, "evictions", run->evictions);
	number_member(w, "pending", run->pending);
	member(w, "decisions", run->decisions);
	bool_member(w, "differs", row->differs != DIFFERS_UNKNOWN, row->differs == DIFFERS_YES);
	member(w, "changes", row->changes.s);
	member(w, "switches", row->switches.s);
	number_member(w, "runs", (int64_t)row->n_runs);
	number_member(w, "outcomes", row->outcomes ? (int64_t)row->outcomes : UNKNOWN);
	slower_member(w, row->slower);
	member(w, "why", row->why.s);
	if (bisected) {
		member(w, "verdict", row->ref->verdict);
		member(w, "subject", row->ref->subject.s);
	}
	member(w, "snapshot", row->snapshot);
	jsonw_end(w, '}');
	jsonw_newline(w);
}
