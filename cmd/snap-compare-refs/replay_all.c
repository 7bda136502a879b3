/* The sequence of the replays. */
#include "common/mem.h"
#include "places.h"
#include "replay.h"
#include "table.h"

bool replay_all(const struct replays *r, struct error *e)
{
	struct refs refs = r->settings->refs;
	const struct snapshots *snapshots = &r->settings->snapshots;
	struct rows *rows = r->rows;
	struct strbuf summary = {0};

	strbuf_addf(&summary, "%s/summary.tsv", r->dir);
	rows->several = snapshots->n > 1;
	rows->all = xcalloc(snapshots->n * refs.n, sizeof *rows->all);
	bool ok = table_print(rows, FORMAT_TSV, summary.s, e);
	for (size_t i = 0; ok && i < snapshots->n; i++)
		for (size_t k = 0; ok && k < refs.n; k++) {
			struct row *row = &rows->all[rows->n++];

			row->ref = &refs.all[k];
			row->snapshot = snapshots->names[i];
			places_name_log(rows, r->dir, row);
			ok = replay_ref(r, &refs.all[k], snapshots->paths[i], row, e);
			row_compare(row, &rows->all[i * refs.n]);
			ok = ok && table_print(rows, FORMAT_TSV, summary.s, e);
		}
	strbuf_free(&summary);
	return ok;
}
