/* All switches are turned, first each alone, then where none decides alone several together. */
#include <stdlib.h>
#include <string.h>
#include "common/mem.h"
#include "common/progress.h"
#include "memory.h"
#include "schedule.h"
#include "common/stop.h"
#include "switches_private.h"

struct item {
	struct versus *v;
	size_t turned; /* of v: that switch alone; SIZE_MAX: a set is searched */
};

/* Replays that are independent. Threads may outlive it: none of it is on the stack. */
struct batch {
	struct switch_search *s;
	struct item *items;
	size_t n;
	struct schedule schedule;
};

static bool try_alone(struct switch_search *s, struct versus *v, size_t i, struct error *e)
{
	struct turned *t = &v->all[i];
	struct attempt a = {.changes = &t->changes};
	bool on[FOLLOWS_COUNT] = {false};

	on[i] = true;
	bool ok = switches_try(s, v, on, &a, e);
	t->known = a.known;
	t->same = a.same;
	t->inert = a.inert;
	return ok;
}

static bool decides(
	struct switch_search *s, const struct versus *v, const bool *on, bool *yes, struct error *e)
{
	struct attempt a = {0};
	bool ok = switches_try(s, v, on, &a, e);

	*yes = a.known && a.same;
	return ok;
}

/* Leaves out one switch after the other that is not needed. */
static bool reduce(struct switch_search *s, const struct versus *v, bool *on, struct error *e)
{
	for (size_t i = 0; i < v->n; i++) {
		bool yes;

		if (!on[i])
			continue;
		on[i] = false;
		if (!decides(s, v, on, &yes, e))
			return false;
		on[i] = !yes;
	}
	return true;
}

/* None decides alone. Those that change something alone are likely to be enough together; else all
 * are tried. */
static bool find_set(struct switch_search *s, struct versus *v, struct error *e)
{
	bool on[FOLLOWS_COUNT] = {false}, yes = false;

	for (size_t i = 0; i < v->n; i++)
		on[i] = !v->all[i].inert;
	if (!decides(s, v, on, &yes, e))
		return false;
	if (!yes) {
		memset(on, true, sizeof on);
		if (!decides(s, v, on, &yes, e))
			return false;
	}
	if (!yes)
		return true;
	if (!reduce(s, v, on, e))
		return false;
	for (size_t i = 0; i < v->n; i++)
		v->all[i].together = on[i];
	return true;
}

static bool run_item(void *to, bool build, size_t i, struct error *e)
{
	struct batch *b = to;
	const struct item *item = &b->items[i];

	(void)build;
	return item->turned == SIZE_MAX ? find_set(b->s, item->v, e)
					: try_alone(b->s, item->v, item->turned, e);
}

static bool tick(void *to, struct error *e)
{
	const struct batch *b = to;
	struct text line = {0};

	(void)e;
	if (progress_able()) {
		text_addf(&line, "turning switches of versions: %zu replays",
			atomic_load(&b->s->runs));
		progress_board(&line, 1);
		text_free(&line);
	}
	return !stop_asked();
}

static void add_item(struct batch *b, struct versus *v, size_t turned)
{
	b->items = xrealloc_array(b->items, b->n + 1, sizeof *b->items);
	b->items[b->n++] = (struct item){v, turned};
}

/* False: *e is set, or a signal asks to stop; b must stay, since threads may be at work. */
static bool batch_run(struct batch *b, struct error *e)
{
	const struct settings *settings = b->s->r->settings;

	b->schedule = (struct schedule){.n_replays = b->n,
		.replays = xcalloc(b->n, sizeof *b->schedule.replays),
		.jobs = settings->jobs,
		.memory = settings->max_memory ? settings->max_memory : memory_available(),
		.live = !settings->max_memory,
		.run = run_item,
		.tick = tick,
		.to = b};
	for (size_t i = 0; i < b->n; i++)
		b->schedule.replays[i] =
			(struct schedule_item){.ready = true, .bytes = b->items[i].v->bytes};
	if (schedule_all(&b->schedule, e) != SCHEDULE_DONE)
		return false;
	free(b->schedule.replays);
	free(b->items);
	b->items = NULL;
	b->n = 0;
	return true;
}

static bool decides_alone(const struct versus *v)
{
	for (size_t i = 0; i < v->n; i++)
		if (v->all[i].same)
			return true;
	return false;
}

bool switches_turn(struct switch_search *s, struct error *e)
{
	struct batch *b = xcalloc(1, sizeof *b);

	b->s = s;
	for (struct versus *v = s->all; v < s->all + s->n; v++)
		for (size_t i = 0; i < v->n; i++)
			add_item(b, v, i);
	if (!batch_run(b, e))
		return false;
	for (struct versus *v = s->all; v < s->all + s->n; v++)
		if (!decides_alone(v))
			add_item(b, v, SIZE_MAX);
	if (b->n && !batch_run(b, e))
		return false;
	free(b);
	return true;
}
