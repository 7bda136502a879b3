/* The sequence of the replays. */
#include "common/mem.h"
#include "diff.h"
#include "places.h"
#include "replay.h"
#include "table.h"

/* With the row that is under way: a run that is interrupted leaves it as it is. */
static bool print_summary(const struct rows *rows, struct error *e)
{
	struct strbuf path = {0};

	strbuf_addf(&path, "%s/summary.tsv", rows->dir);
	bool ok = table_print(rows, &(struct table_look){.format = FORMAT_TSV}, path.s, e);
	strbuf_free(&path);
	return ok;
}

bool replay_all(const struct replays *r, struct error *e)
{
	struct refs refs = r->settings->refs;
	const struct snapshots *snapshots = &r->settings->snapshots;
	struct rows *rows = r->rows;

	rows->several = snapshots->n > 1;
	rows->all = xcalloc(snapshots->n * refs.n, sizeof *rows->all);
	bool ok = true;
	for (size_t i = 0; ok && i < snapshots->n; i++)
		for (size_t k = 0; ok && k < refs.n; k++) {
			struct row *row = &rows->all[rows->n++];

			row_init(row, &refs.all[k], snapshots->names[i]);
			places_name_row(rows, row);
			ok = print_summary(rows, e) &&
				replay_row(r, &refs.all[k], snapshots->paths[i], row, e);
			row_settle(row, rows_first(rows, row));
		}
	return ok && print_summary(rows, e) && diff_print(rows, e);
}
