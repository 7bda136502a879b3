/* All replays: what there is to build and to replay, and the rows that come out of it, in the order
 * of the snapshots and refs, whatever is done first. */
#include <pthread.h>
#include <stdlib.h>
#include "board.h"
#include "common/mem.h"
#include "common/progress.h"
#include "diff.h"
#include "memory.h"
#include "places.h"
#include "replay.h"
#include "schedule.h"
#include "stop.h"
#include "table.h"

/* Shared by the threads; what changes does so under lock. */
struct work {
	const struct replays *r;
	struct schedule schedule;
	size_t *built_for; /* of each build: the ref */
	enum { ROW_TO_RUN, ROW_RUNS, ROW_DONE } * states;
	struct strbuf summary;
	struct board board;
	bool changed; /* rows that summary.tsv does not have yet */
	pthread_mutex_t lock;
};

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

static bool replay(struct work *w, size_t index, struct error *e)
{
	const struct settings *s = w->r->settings;
	size_t ref = index % s->refs.n, snapshot = index / s->refs.n;
	struct row *row = &w->r->rows->all[index];
	struct strbuf log = row->log;

	pthread_mutex_lock(&w->lock);
	struct row mine = *row;
	w->states[index] = ROW_RUNS;
	w->changed = true;
	board_replay(&w->board, ref, row->snapshot, row->base.s);
	pthread_mutex_unlock(&w->lock);
	/* Others read the row meanwhile. */
	mine.log = (struct strbuf){0};
	strbuf_addstr(&mine.log, strbuf_str(&log));
	bool ok = replay_row(w->r, s->snapshots.paths[snapshot], &mine, e);
	pthread_mutex_lock(&w->lock);
	*row = mine;
	w->states[index] = ROW_DONE;
	w->changed = true;
	board_replayed(&w->board, ref);
	settle(w, index);
	pthread_mutex_unlock(&w->lock);
	strbuf_free(&log);
	return ok;
}

static bool run_item(void *to, bool is_build, size_t index, struct error *e)
{
	struct work *w = to;

	if (!is_build)
		return replay(w, index, e);
	build(w, w->built_for[index]);
	return true;
}

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
	struct rows v = {
		.all = xcalloc(all->n, sizeof *v.all), .several = all->several, .dir = all->dir};

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

static bool write_so_far(const struct work *w, struct error *e)
{
	struct rows v = view(w);
	bool ok = write_summary(w, &v, e);

	free(v.all);
	return ok;
}

static bool tick(void *to, struct error *e)
{
	struct work *w = to;
	bool ok = true;

	pthread_mutex_lock(&w->lock);
	if (w->changed)
		ok = write_so_far(w, e);
	w->changed = false;
	board_draw(&w->board);
	pthread_mutex_unlock(&w->lock);
	return ok && !stop_asked();
}

/* Writes the tables of what was run, and ends the program. A file of --output stays as it is: what
 * it gets is whole. */
static _Noreturn void stop(struct work *w)
{
	const struct settings *s = w->r->settings;
	const struct table_look look = {s->format, s->actions, s->top};
	struct row *rows = w->r->rows->all;
	struct error e = {0};
	size_t n = s->refs.n;

	pthread_mutex_lock(&w->lock);
	for (size_t i = 0; i < w->r->rows->n; i++)
		if (w->states[i] == ROW_DONE && w->states[i - i % n] != ROW_DONE)
			row_settle(&rows[i], &rows[i - i % n]);
	struct rows v = view(w);
	bool ok = write_summary(w, &v, &e) && diff_print(&v, &e);
	if (!s->output || strcmp(s->output, "-") == 0)
		ok = ok && table_print(&v, &look, NULL, &e);
	if (!ok)
		msg_error(NULL, &e);
	stop_now(stop_asked());
}

static void add_rows(struct work *w)
{
	const struct settings *s = w->r->settings;
	struct rows *rows = w->r->rows;

	rows->several = s->snapshots.n > 1;
	rows->all = xcalloc(s->snapshots.n * s->refs.n, sizeof *rows->all);
	w->states = xcalloc(s->snapshots.n * s->refs.n, sizeof *w->states);
	for (size_t i = 0; i < s->snapshots.n; i++)
		for (size_t k = 0; k < s->refs.n; k++) {
			struct row *row = &rows->all[rows->n++];

			row_init(row, &s->refs.all[k], s->snapshots.names[i]);
			places_name_row(rows, row);
		}
}

/* Refs of one commit have one build. Returns the number of the build that makes the tool of a ref;
 * SIZE_MAX: it needs none. */
static size_t add_build(struct work *w, size_t ref)
{
	const struct ref *all = w->r->settings->refs.all;
	struct schedule *s = &w->schedule;

	if (!ref_needs_build(&all[ref]))
		return SIZE_MAX;
	for (size_t i = 0; i < s->n_builds; i++)
		if (strcmp(all[w->built_for[i]].commit, all[ref].commit) == 0)
			return i;
	w->built_for[s->n_builds] = ref;
	s->builds[s->n_builds] = (struct schedule_item){.ready = true, .bytes = memory_of_build()};
	return s->n_builds++;
}

static void add_items(struct work *w)
{
	const struct settings *settings = w->r->settings;
	struct schedule *s = &w->schedule;
	size_t n = settings->refs.n;

	s->builds = xcalloc(n, sizeof *s->builds);
	w->built_for = xcalloc(n, sizeof *w->built_for);
	s->n_replays = n * settings->snapshots.n;
	s->replays = xcalloc(s->n_replays, sizeof *s->replays);
	for (size_t k = 0; k < n; k++) {
		ref_resolve(&settings->build, &settings->refs.all[k]);
		size_t after = add_build(w, k);
		for (size_t i = 0; i < settings->snapshots.n; i++)
			s->replays[i * n + k] =
				(struct schedule_item){.ready = after == SIZE_MAX, .after = after};
	}
	for (size_t i = 0; i < settings->snapshots.n; i++) {
		uint64_t json = memory_of_json(settings->snapshots.paths[i]);

		for (size_t k = 0; k < n; k++)
			s->replays[i * n + k].bytes =
				memory_of_replay(&settings->refs.all[k], json);
	}
}

static void free_work(struct work *w)
{
	free(w->schedule.builds);
	free(w->schedule.replays);
	free(w->built_for);
	free(w->states);
	strbuf_free(&w->summary);
	board_free(&w->board);
}

bool replay_all(const struct replays *r, struct error *e)
{
	static struct work w; /* a thread that is not waited for may still use it */
	const struct settings *s = r->settings;

	w = (struct work){.r = r,
		.schedule = {.jobs = s->jobs,
			.memory = s->max_memory ? s->max_memory : memory_available(),
			.live = !s->max_memory,
			.run = run_item,
			.tick = tick,
			.to = &w}};
	pthread_mutex_init(&w.lock, NULL);
	strbuf_addf(&w.summary, "%s/summary.tsv", r->rows->dir);
	add_rows(&w);
	board_init(&w.board, &s->refs, s->snapshots.n);
	add_items(&w);
	if (!write_so_far(&w, e))
		return false;
	stop_watch();
	enum schedule_end end = schedule_all(&w.schedule, e);
	if (stop_asked())
		stop(&w);
	stop_unwatch();
	progress_clear();
	bool ok = end == SCHEDULE_DONE && write_summary(&w, r->rows, e) && diff_print(r->rows, e);
	if (ok)
		free_work(&w);
	return ok;
}
