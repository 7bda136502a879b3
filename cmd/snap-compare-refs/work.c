#include "work.h"

/* A ref that is being built. */
struct builder {
	struct work *w;
	size_t ref;
};

static void on_stage(void *to, const char *what)
{
	struct builder *b = to;

	pthread_mutex_lock(&b->w->lock);
	board_stage(&b->w->board, b->ref, what);
	pthread_mutex_unlock(&b->w->lock);
}

static void on_tick(void *to, struct str line)
{
	struct builder *b = to;

	pthread_mutex_lock(&b->w->lock);
	board_said(&b->w->board, b->ref, line);
	pthread_mutex_unlock(&b->w->lock);
}

static void build(struct work *w, size_t ref)
{
	const struct refs *refs = &w->r->settings->refs;
	struct builder builder = {w, ref};
	const struct build_watch watch = {on_stage, on_tick, &builder};
	struct refbuild b = w->r->settings->build;

	on_stage(&builder, "looking for the tool");
	if (w->board.shown)
		b.watch = &watch;
	ref_build(&b, &refs->all[ref]);
	pthread_mutex_lock(&w->lock);
	board_built(&w->board, ref);
	for (size_t i = ref + 1; i < refs->n; i++)
		ref_share(&refs->all[i], &refs->all[ref]);
	pthread_mutex_unlock(&w->lock);
}

/* Settles a row that is done, and the rows that have waited for it when it is the first ref's. */
static void settle(struct work *w, size_t index)
{
	size_t n = w->r->settings->refs.n, first = index - index % n;
	struct row *rows = w->r->rows->all;

	for (size_t i = first; i < first + n; i++)
		if (w->states[first] == ROW_DONE && w->states[i] == ROW_DONE &&
			(i == index || index == first))
			row_settle(&rows[i], &rows[first]);
}

/* Two threads may both look at a snapshot, and find the same. */
static struct mark mark_of(struct work *w, size_t snapshot)
{
	pthread_mutex_lock(&w->lock);
	struct mark mark = w->marks[snapshot];
	pthread_mutex_unlock(&w->lock);
	if (!mark.known)
		result_mark_snapshot(w->r->settings->snapshots.paths[snapshot], &mark);
	pthread_mutex_lock(&w->lock);
	w->marks[snapshot] = mark;
	pthread_mutex_unlock(&w->lock);
	return mark;
}

static bool record(struct work *w, size_t snapshot, const struct row *row, struct error *e)
{
	const struct mark mark = mark_of(w, snapshot);
	struct strbuf path = {0};

	row_path(row, 0, RESULT_END, &path);
	bool ok = result_write(row, &mark, path.s, e);
	strbuf_free(&path);
	return ok;
}

static bool replay(struct work *w, size_t index, struct error *e)
{
	const struct settings *s = w->r->settings;
	size_t ref = index % s->refs.n, snapshot = index / s->refs.n;
	struct row *row = &w->r->rows->all[index];

	pthread_mutex_lock(&w->lock);
	struct row mine = *row; /* others read the row meanwhile */
	mine.log = (struct strbuf){0};
	strbuf_addstr(&mine.log, strbuf_str(&row->log));
	w->states[index] = ROW_RUNS;
	w->changed = true;
	board_replay(&w->board, ref, row->snapshot, row->base.s);
	pthread_mutex_unlock(&w->lock);
	bool ok = replay_row(w->r, s->snapshots.paths[snapshot], &mine, e) &&
		record(w, snapshot, &mine, e);
	pthread_mutex_lock(&w->lock);
	strbuf_free(&row->log);
	*row = mine;
	w->states[index] = ROW_DONE;
	w->changed = true;
	board_replayed(&w->board, ref);
	settle(w, index);
	pthread_mutex_unlock(&w->lock);
	return ok;
}

bool work_run(void *to, bool is_build, size_t index, struct error *e)
{
	struct work *w = to;

	if (!is_build)
		return replay(w, w->rows[index], e);
	build(w, w->built_for[index]);
	return true;
}
