/* The table for programs. Its first columns are those of the original's compare script. */
#include <string.h>
#include "common/actions.h"
#include "table.h"

/* The actions of all rows, the five known ones in the scheduler's order. */
struct actions {
	const char *names[MOST_ACTIONS];
	size_t n;
};

static bool has_action(const struct actions *a, const char *name)
{
	for (size_t i = 0; i < a->n; i++)
		if (strcmp(a->names[i], name) == 0)
			return true;
	return false;
}

static const struct action_time *time_of(const struct row *row, const char *action)
{
	for (size_t i = 0; i < row->middle.n_times; i++)
		if (strcmp(row->middle.times[i].action, action) == 0)
			return &row->middle.times[i];
	return NULL;
}

static void gather_actions(const struct rows *rows, struct actions *a)
{
	for (int k = 0; k < ACTION_COUNT; k++)
		for (size_t i = 0; i < rows->n; i++)
			if (time_of(&rows->all[i], action_names[k]) &&
				!has_action(a, action_names[k]))
				a->names[a->n++] = action_names[k];
	for (size_t i = 0; i < rows->n; i++) {
		const struct run *run = &rows->all[i].middle;

		for (size_t k = 0; k < run->n_times && a->n < MOST_ACTIONS; k++)
			if (!has_action(a, run->times[k].action))
				a->names[a->n++] = run->times[k].action;
	}
}

/* Each cell begins with a tab, but for the first one of a line. An empty one is "-". */
static void cell(struct text *out, const char *text)
{
	text_ours(out, "\t");
	text_add(out, str_of(text && *text ? text : "-"));
}

static void number_cell(struct text *out, int64_t n)
{
	if (n == UNKNOWN)
		cell(out, NULL);
	else
		text_addf(out, "\t%lld", (long long)n);
}

static void time_cell(struct text *out, int64_t us)
{
	if (us == UNKNOWN) {
		cell(out, NULL);
	} else {
		text_ours(out, "\t");
		table_add_ms(text_numbers(out), us);
	}
}

static void put_head(const struct actions *a, const struct rows *rows, struct text *out)
{
	text_ours(out, "ref\tstatus\tlog\tcommit\ttotal_ms");
	for (size_t i = 0; i < a->n; i++)
		cell(out, a->names[i]);
	text_ours(out,
		"\tbinds\tevictions\tpending\tdecisions\tdiffers\tchanges\tswitches\truns\toutcomes\tslower\twhy");
	text_ours(out, rows->bisected ? "\tverdict\tsubject" : "");
	text_ours(out, rows->several ? "\tsnapshot\n" : "\n");
}

static void slower_cell(struct text *out, double slower)
{
	if (slower > 0)
		text_addf(out, "\t%.2f", slower);
	else
		cell(out, slower < 0 ? NULL : "no");
}

static void put_row(
	const struct row *row, const struct actions *a, const struct rows *rows, struct text *out)
{
	static const char *const differs[] = {
		[DIFFERS_UNKNOWN] = "-", [DIFFERS_NO] = "no", [DIFFERS_YES] = "yes"};

	text_add(out, str_of(row->ref->name));
	cell(out, status_names[row->status]);
	cell(out, row->log.s);
	cell(out, row->ref->commit);
	time_cell(out, row->middle.total_us);
	for (size_t i = 0; i < a->n; i++) {
		const struct action_time *time = time_of(row, a->names[i]);

		time_cell(out, time ? time->us : UNKNOWN);
	}
	number_cell(out, row->middle.binds);
	number_cell(out, row->middle.evictions);
	number_cell(out, row->middle.pending);
	cell(out, row->middle.decisions);
	cell(out, differs[row->differs]);
	cell(out, row->changes.s);
	cell(out, row->switches.s);
	number_cell(out, (int64_t)row->n_runs);
	number_cell(out, row->outcomes ? (int64_t)row->outcomes : UNKNOWN);
	slower_cell(out, row->slower);
	cell(out, row->why.s);
	if (rows->bisected) {
		cell(out, row->ref->verdict);
		cell(out, row->ref->subject.s);
	}
	if (rows->several)
		cell(out, row->snapshot);
	text_ours(out, "\n");
}

void table_tsv(const struct rows *rows, struct text *out)
{
	struct actions a = {0};

	gather_actions(rows, &a);
	put_head(&a, rows, out);
	for (size_t i = 0; i < rows->n; i++)
		put_row(&rows->all[i], &a, rows, out);
}
