/* All replays: what there is to build and to replay, and the rows that come out of it, in the order
 * of the snapshots and refs, whatever is done first. */
#include <stdlib.h>
#include "common/mem.h"
#include "common/progress.h"
#include "diff.h"
#include "memory.h"
#include "places.h"
#include "stop.h"
#include "work.h"

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
			.run = work_run,
			.tick = work_tick,
			.to = &w}};
	pthread_mutex_init(&w.lock, NULL);
	strbuf_addf(&w.summary, "%s/summary.tsv", r->rows->dir);
	add_rows(&w);
	board_init(&w.board, &s->refs, s->snapshots.n);
	add_items(&w);
	if (!work_write(&w, e))
		return false;
	stop_watch();
	enum schedule_end end = schedule_all(&w.schedule, e);
	if (stop_asked())
		work_stop(&w);
	stop_unwatch();
	progress_clear();
	bool ok = end == SCHEDULE_DONE && work_write(&w, e) && diff_print(r->rows, e);
	if (ok)
		free_work(&w);
	return ok;
}
