#include "shortcuts/search_twins.h"

#include <stdatomic.h>
#include <time.h>

enum { ID_BITS = 24 };

double search_clock_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static size_t claims_size(const struct search_twins *t)
{
	return (size_t)t->n_claims * sizeof(_Atomic uint64_t);
}

static void forget_gone(struct search_twins *t, bool wait)
{
	int n = t->n;

	for (int i = t->n; i < t->n + t->n_killed; i++)
		if (!twin_is_gone(&t->items[i].twin, wait))
			t->items[n++] = t->items[i];
	t->n_killed = n - t->n;
}

void search_twins_free(struct search_twins *t)
{
	search_twins_stop_others(t, NULL);
	forget_gone(t, true);
	twin_unshare(t->claims, claims_size(t));
	*t = (struct search_twins){0};
}

/* ---- claims ---- */

bool search_twins_can(struct search_twins *t, const struct session *s, long number)
{
	if (!t->claims) {
		t->n_claims = s->c->n_jobs + 1; /* a job is searched for once, and the first is 1 */
		t->claims = twin_share(claims_size(t));
	}
	return t->claims && number < t->n_claims;
}

uint64_t search_twins_new_world(struct search_twins *t)
{
	_Atomic uint64_t *worlds = t->claims;

	return worlds ? atomic_fetch_add(worlds, 1) + 1 : 0;
}

uint64_t search_twins_claim(struct search_twins *t, long number, uint64_t world)
{
	_Atomic uint64_t *claim = (_Atomic uint64_t *)t->claims + number;
	uint64_t mine = (world + 1) << ID_BITS | t->id, is = atomic_load(claim);

	do
		if (is >> ID_BITS == world + 1 || (t->id && is >> ID_BITS > world))
			return is & ((UINT64_C(1) << ID_BITS) - 1);
	while (!atomic_compare_exchange_weak(claim, &is, mine));
	return t->id;
}

struct search_twin *search_twins_find(struct search_twins *t, uint64_t id)
{
	for (int i = 0; i < t->n; i++)
		if (t->items[i].id == id)
			return &t->items[i];
	return NULL;
}

/* ---- begin and end ---- */

static void become_twin(struct search_twins *t, struct twin self)
{
	t->n = t->n_killed = 0; /* those are not its own */
	t->id = t->last_id + 1;
	t->self = self;
}

/* False: none is made, or this is it. */
static bool add(struct search_twins *t)
{
	double began = search_clock_ms(), took;
	struct twin twin;

	switch (twin_start(&twin)) {
	case TWIN_REFUSED: t->refused = true; return false;
	case TWIN_IS_THIS: become_twin(t, twin); return false;
	case TWIN_STARTED: break;
	}
	t->items[t->n + t->n_killed] = t->items[t->n];
	t->items[t->n++] = (struct search_twin){twin, ++t->last_id};
	took = search_clock_ms() - began;
	t->fork_ms = t->fork_ms <= 0 || took < t->fork_ms ? took : t->fork_ms;
	return true;
}

void search_twins_fill(struct search_twins *t, int most, int wait_ms)
{
	forget_gone(t, false);
	while (!t->refused && t->n < most && t->n + t->n_killed < TWINS_MAX && add(t))
		if (wait_ms)
			twin_has_word(&t->items[t->n - 1].twin, wait_ms);
}

void search_twins_stop(struct search_twins *t, struct search_twin *one)
{
	struct search_twin killed = *one;

	twin_kill(&killed.twin);
	*one = t->items[--t->n];
	t->items[t->n] = killed;
	t->n_killed++;
}

void search_twins_stop_others(struct search_twins *t, const struct search_twin *keep)
{
	uint64_t id = keep ? keep->id : 0;

	for (int i = t->n - 1; i >= 0; i--)
		if (t->items[i].id != id)
			search_twins_stop(t, &t->items[i]);
	forget_gone(t, false);
}
