/* What is told of the work while it is under way, and when a signal ends it. */
#include <stdlib.h>
#include "common/mem.h"
#include "diff.h"
#include "common/operand.h"
#include "common/stop.h"
#include "table.h"
#include "work.h"

/* Whether a row is told of: it is done or under way, or its ref is being built; and the first ref's
 * row, which the others are compared with. */
static bool is_told(const struct work *w, size_t index)
{
	size_t n = w->r->settings->refs.n;

	if (w->states[index] != ROW_TO_RUN || (index < n && w->board.refs[index].building))
		return true;
	if (n == 0 || index % n != 0)
		return false;
	for (size_t i = index; i < index + n; i++)
		if (w->states[i] != ROW_TO_RUN)
			return true;
	return false;
}

/* Those rows. The texts stay w's. */
static struct rows view(const struct work *w)
{
	const struct rows *all = w->r->rows;
	struct rows v = {.all = xcalloc(all->n, sizeof *v.all),
		.several = all->several,
		.bisected = all->bisected,
		.dir = all->dir};

	for (size_t i = 0; i < all->n; i++)
		if (is_told(w, i))
			v.all[v.n++] = all->all[i];
	return v;
}

/* Also the rows that are under way: a run that is killed leaves them as they are. */
static bool write_summary(const struct work *w, const struct rows *rows, struct error *e)
{
	return table_print(rows, &(struct table_look){.format = FORMAT_TSV}, w->summary.s, e);
}

bool work_write(const struct work *w, struct error *e)
{
	struct rows v = view(w);
	bool ok = write_summary(w, &v, e);

	free(v.all);
	return ok;
}

bool work_tick(void *to, struct error *e)
{
	struct work *w = to;
	bool ok = true;

	pthread_mutex_lock(&w->lock);
	if (w->changed)
		ok = work_write(w, e);
	w->changed = false;
	board_draw(&w->board);
	pthread_mutex_unlock(&w->lock);
	return ok && !stop_asked();
}

void work_stop(struct work *w)
{
	const struct settings *s = w->r->settings;
	const struct table_look look = {.format = s->format, .actions = s->actions, .top = s->top};
	struct row *rows = w->r->rows->all;
	struct error e = {0};
	size_t n = s->refs.n;

	pthread_mutex_lock(&w->lock);
	for (size_t i = 0; i < w->r->rows->n; i++)
		if (w->states[i] == ROW_DONE && w->states[i - i % n] != ROW_DONE)
			row_settle(&rows[i], &rows[i - i % n]);
	struct rows v = view(w);
	bool ok = write_summary(w, &v, &e) && diff_print(&v, &e);
	if (operand_is_standard(s->output))
		ok = ok && table_print(&v, &look, NULL, &e);
	if (!ok)
		msg_error(NULL, &e);
	stop_now(stop_asked());
}
