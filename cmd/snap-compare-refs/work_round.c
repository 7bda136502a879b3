/* Rounds of the work: what there is to build and to replay, and the rows that come out of it. */
#include <stdlib.h>
#include "common/mem.h"
#include "common/progress.h"
#include "diff.h"
#include "memory.h"
#include "places.h"
#include "plan.h"
#include "common/stop.h"
#include "work.h"

static void add_rows(struct work *w)
{
	const struct settings *s = w->r->settings;
	struct rows *rows = w->r->rows;

	rows_init(rows, &s->refs, s->snapshots.names, s->snapshots.n);
	w->states = xcalloc(rows->n, sizeof *w->states);
	w->marks = xcalloc(s->snapshots.n, sizeof *w->marks);
}

bool work_open(struct work **opened, const struct replays *r, struct error *e)
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
	*opened = &w;
	pthread_mutex_init(&w.lock, NULL);
	strbuf_addf(&w.summary, "%s/summary.tsv", r->rows->dir);
	add_rows(&w);
	board_init(&w.board, &s->refs, s->snapshots.n);
	w.board.only_busy = r->rows->bisected;
	if (!work_write(&w, e))
		return false;
	stop_watch();
	return true;
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

static void add_replay(struct work *w, size_t row, struct schedule_item item)
{
	struct schedule *s = &w->schedule;

	w->rows[s->n_replays] = row;
	s->replays[s->n_replays++] = item;
}

static void add_items(struct work *w, const size_t *refs, size_t n)
{
	const struct settings *settings = w->r->settings;
	size_t all = settings->refs.n, *after = xcalloc(n, sizeof *after);

	for (size_t k = 0; k < n; k++) {
		ref_resolve(&settings->build, &settings->refs.all[refs[k]]);
		after[k] = add_build(w, refs[k]);
	}
	for (size_t i = 0; i < settings->snapshots.n; i++) {
		uint64_t json = memory_of_json(settings->snapshots.paths[i]);

		for (size_t k = 0; k < n; k++) {
			struct row *row = &w->r->rows->all[i * all + refs[k]];

			plan_key(settings, row);
			places_clear(row);
			add_replay(w, i * all + refs[k],
				(struct schedule_item){.ready = after[k] == SIZE_MAX,
					.after = after[k],
					.bytes = memory_of_replay(
						&settings->refs.all[refs[k]], json)});
		}
	}
	free(after);
}

static void end_round(struct work *w)
{
	struct schedule *s = &w->schedule;

	free(s->builds);
	free(s->replays);
	free(w->built_for);
	free(w->rows);
	s->builds = s->replays = NULL;
	s->n_builds = s->n_replays = 0;
	w->built_for = w->rows = NULL;
}

bool work_round(struct work *w, const size_t *refs, size_t n, struct error *e)
{
	struct schedule *s = &w->schedule;
	size_t replays = n * w->r->settings->snapshots.n;

	s->builds = xcalloc(n, sizeof *s->builds);
	w->built_for = xcalloc(n, sizeof *w->built_for);
	s->replays = xcalloc(replays, sizeof *s->replays);
	w->rows = xcalloc(replays, sizeof *w->rows);
	add_items(w, refs, n);
	/* What is done may be collected. */
	if (!w->r->rows->bisected && !plan_write(w->r->settings, w->r->rows->dir, e)) {
		stop_unwatch();
		return false;
	}
	enum schedule_end end = schedule_all(s, e);
	if (stop_asked())
		work_stop(w);
	progress_clear();
	if (end != SCHEDULE_DONE || !work_write(w, e)) {
		stop_unwatch();
		return false;
	}
	end_round(w);
	return true;
}

bool work_close(struct work *w, struct error *e)
{
	stop_unwatch();
	bool ok = work_write(w, e) && diff_print(w->r->rows, e);
	if (ok) {
		free(w->states);
		free(w->marks);
		strbuf_free(&w->summary);
		board_free(&w->board);
	}
	return ok;
}
