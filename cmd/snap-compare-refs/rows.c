#include <stdlib.h>
#include <string.h>
#include "row.h"

void row_init(struct row *row, const struct ref *ref, const char *snapshot)
{
	*row = (struct row){.ref = ref,
		.snapshot = snapshot,
		.status = STATUS_UNFINISHED,
		.middle = {.total_us = UNKNOWN,
			.binds = UNKNOWN,
			.evictions = UNKNOWN,
			.pending = UNKNOWN},
		.slower = -1};
}

const char *const row_ends[ROW_ENDS] = {".log", ".ndjson", ".ndjson.partial", ".decisions"};

void row_path(const struct row *row, size_t run, const char *suffix, struct strbuf *path)
{
	strbuf_clear(path);
	strbuf_addstr(path, strbuf_str(&row->base));
	if (run)
		strbuf_addf(path, ".run%zu", run + 1);
	strbuf_addz(path, suffix);
}

void row_read_outcome(const struct row *row, size_t run, struct outcome *outcome)
{
	struct strbuf path = {0};

	row_path(row, run, ".ndjson", &path);
	outcome_read(outcome, path.s);
	strbuf_free(&path);
}

const struct row *rows_first(const struct rows *rows, const struct row *row)
{
	while (row > rows->all && row[-1].snapshot == row->snapshot)
		row--;
	return row;
}

/* What could not be built or run comes before what differs: the answer is not known. */
int rows_verdict(const struct rows *rows)
{
	int status = SNAP_OK;

	for (const struct row *row = rows->all; row < rows->all + rows->n; row++) {
		if (row->no_snapshot)
			return SNAP_INPUT;
		if (row->status != STATUS_PASS)
			status = SNAP_UNTESTED;
		else if (row->differs == DIFFERS_YES && status == SNAP_OK)
			status = SNAP_NO;
	}
	return status;
}

static void run_free(struct run *run)
{
	for (size_t i = 0; i < run->n_times; i++)
		free(run->times[i].action);
	free(run->times);
}

void row_drop_runs(struct row *row)
{
	for (size_t k = 0; k < row->n_runs; k++)
		run_free(&row->runs[k]);
	free(row->runs);
	row->runs = NULL;
	row->n_runs = 0;
}

void row_free(struct row *row)
{
	row_drop_runs(row);
	run_free(&row->middle);
	strbuf_free(&row->why);
	strbuf_free(&row->base);
	strbuf_free(&row->log);
	strbuf_free(&row->host);
	strbuf_free(&row->not_replayed);
	strbuf_free(&row->changes);
	strbuf_free(&row->switches);
}

void rows_free(struct rows *rows)
{
	for (size_t i = 0; i < rows->n; i++)
		row_free(&rows->all[i]);
	free(rows->all);
}
