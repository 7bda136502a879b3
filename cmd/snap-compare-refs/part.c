#include "part.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "common/beside.h"
#include "common/output.h"
#include "part_folder.h"
#include "places.h"
#include "replay.h"
#include "result.h"

void part_parse(struct settings *s, const char *text)
{
	const char *colon = strchr(text, ':');
	size_t n = colon ? (size_t)(colon - text) : 0;

	if (n != ROW_KEY - 1 || strspn(text, "0123456789abcdef") != n || !colon[1] ||
		strchr(colon + 1, '/'))
		msg_usage("--part: not a part of a plan; take the line as --plan wrote it");
	memcpy(s->part_key, text, n);
	s->part = colon + 1;
}

static void start_row(const struct settings *s, const struct ref *ref, struct row *row)
{
	row_init(row, ref, s->snapshots.names[0]);
	memcpy(row->key, s->part_key, sizeof row->key);
}

/* Whether the result is there and has passed. Where the snapshot can be read it must be the one
 * that was replayed. */
static bool is_done(const struct settings *s, const struct row *to, struct mark snapshot)
{
	struct ref ref = s->refs.all[0];
	struct strbuf why = {0};
	struct row row;

	if (s->pinned)
		snprintf(ref.commit, sizeof ref.commit, "%s", s->pinned);
	start_row(s, &ref, &row);
	strbuf_addstr(&row.base, strbuf_str(&to->base));
	bool done = result_take(&row, &snapshot, &why) == RESULT_WHOLE && row.status == STATUS_PASS;
	row_free(&row);
	strbuf_free(&why);
	return done;
}

static bool rename_file(const struct strbuf *from, const struct strbuf *to, struct error *e)
{
	return rename(from->s, to->s) == 0 || error_path(e, "cannot write to", to->s);
}

/* Puts the files, which are in the part's own folder, in the place of what is there, the record
 * last. Another machine may do the same at this moment: what comes of both together is found
 * broken, and run again. */
static bool publish(
	const struct row *row, const struct row *to, const struct mark *snapshot, struct error *e)
{
	struct strbuf from = {0}, path = {0};
	bool ok = true;

	row_path(row, 0, RESULT_END, &from);
	ok = result_write(row, snapshot, from.s, e);
	if (ok)
		places_clear(to);
	for (size_t run = 0; ok && run <= row->n_runs; run++)
		for (int i = 0; ok && i < ROW_ENDS; i++) {
			row_path(row, run, row_ends[i], &from);
			row_path(to, run, row_ends[i], &path);
			ok = access(from.s, F_OK) != 0 || rename_file(&from, &path, e);
		}
	if (ok) {
		row_path(row, 0, RESULT_END, &from);
		row_path(to, 0, RESULT_END, &path);
		ok = rename_file(&from, &path, e);
	}
	strbuf_free(&from);
	strbuf_free(&path);
	return ok;
}

static bool replay(const struct settings *s, struct row *row, struct error *e)
{
	struct ref *ref = &s->refs.all[0];
	struct rows none = {0};
	struct strbuf program = {0};

	beside_replay(&program);
	ref->pinned = s->pinned;
	ref_resolve(&s->build, ref);
	if (ref_needs_build(ref))
		ref_build(&s->build, ref);
	bool ok = replay_row(&(struct replays){s, program.s, &none}, s->snapshots.paths[0], row, e);
	strbuf_free(&program);
	return ok;
}

static bool run(const struct settings *s, struct row *row, const struct row *to,
	const struct mark *snapshot, struct error *e)
{
	struct part_folder folder;
	bool ok = part_folder_open(&folder, s->output_dir, s->part_key, e);

	if (ok) {
		strbuf_addf(&row->base, "%s/%s", folder.path.s, s->part);
		row_path(row, 0, ".log", &row->log);
		ok = replay(s, row, e);
	}
	/* A result that has passed meanwhile is worth more than one that has not. */
	if (ok && (row->status == STATUS_PASS || !is_done(s, to, *snapshot)))
		ok = publish(row, to, snapshot, e);
	part_folder_close(&folder);
	return ok;
}

int part_run(struct settings *s)
{
	struct row row, to; /* as it runs; where its result goes */
	const struct rows rows = {.all = &row, .n = 1};
	struct error e = {0};
	struct mark snapshot;
	const char *which = NULL;
	int status = SNAP_OK;

	start_row(s, &s->refs.all[0], &row);
	start_row(s, &s->refs.all[0], &to);
	strbuf_addf(&to.base, "%s/%s", s->output_dir, s->part);
	result_mark_snapshot(s->snapshots.paths[0], &snapshot);
	if (is_done(s, &to, snapshot))
		msg_note("%s: %s: its result is there", s->snapshots.names[0], s->refs.all[0].name);
	else if (snapshots_check(&s->snapshots, &which, &e) && output_folder(s->output_dir, &e) &&
		run(s, &row, &to, &snapshot, &e))
		status = rows_verdict(&rows);
	else
		status = msg_error(which, &e);
	row_free(&row);
	row_free(&to);
	return status;
}
