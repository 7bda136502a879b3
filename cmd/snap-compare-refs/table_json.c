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

void table_json(const struct row *row, struct jsonw *w)
{
	w->comma = false;
	jsonw_begin(w, '{');
	member(w, "ref", row->ref->name);
	member(w, "status", status_names[row->status]);
	member(w, "log", row->log.s);
	member(w, "commit", row->ref->commit);
	number_member(w, "total_ms", row->total_ms);
	jsonw_key(w, "actions");
	jsonw_begin(w, '{');
	for (size_t i = 0; i < row->n_times; i++)
		number_member(w, row->times[i].action, row->times[i].ms);
	jsonw_end(w, '}');
	number_member(w, "binds", row->binds);
	number_member(w, "evictions", row->evictions);
	number_member(w, "pending", row->pending);
	member(w, "decisions", row->decisions);
	jsonw_key(w, "differs");
	if (row->differs == DIFFERS_UNKNOWN)
		jsonw_null(w);
	else
		jsonw_bool(w, row->differs == DIFFERS_YES);
	member(w, "snapshot", row->snapshot);
	jsonw_end(w, '}');
	jsonw_newline(w);
}
