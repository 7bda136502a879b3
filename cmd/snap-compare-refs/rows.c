#include <stdlib.h>
#include <string.h>
#include "row.h"

void row_compare(struct row *row, const struct row *first)
{
	if (first->status == STATUS_PASS && row->status == STATUS_PASS && first->decisions[0] &&
		row->decisions[0])
		row->differs = strcmp(first->decisions, row->decisions) ? DIFFERS_YES : DIFFERS_NO;
}

int rows_verdict(const struct rows *rows)
{
	int status = SNAP_OK;

	for (size_t i = 0; i < rows->n; i++) {
		if (rows->all[i].no_snapshot)
			return SNAP_INPUT;
		if (rows->all[i].status != STATUS_PASS || rows->all[i].differs == DIFFERS_YES)
			status = SNAP_NO;
	}
	return status;
}

void rows_free(struct rows *rows)
{
	for (struct row *row = rows->all; row < rows->all + rows->n; row++) {
		for (size_t k = 0; k < row->n_times; k++)
			free(row->times[k].action);
		free(row->times);
		strbuf_free(&row->log);
		strbuf_free(&row->not_replayed);
	}
	free(rows->all);
}
