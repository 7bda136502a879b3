/* The jobs of a scenario's victims, counted by what differs from the scenario before, against a
 * count of all batches (shortcuts/dry_run_victims.c): drawn at random. */
#include <stdlib.h>

#include "cmd/snap-replay/model/bits.h"
#include "cmd/snap-replay/session/session.h"
#include "cmd/snap-replay/shortcuts/dry_run_private.h"
#include "common/mem.h"
#include "tests/unit/chance.h"
#include "tests/unit/tap.h"

enum { JOBS = 90, BATCHES = 300, TASKS = 200, BLOCKS = 5, LISTS = 2, ROUNDS = 20000 };

struct world {
	struct cluster c;
	struct session s;
	struct search q;
	struct bounds f;
	struct dry_run r;
	struct job jobs[JOBS];
	struct task tasks[TASKS];
	struct task *surplus, *other;
	struct task *units[2]; /* of one pod each: Pending, running */
	struct walk_job in_walk[JOBS];
	unsigned char fates[JOBS];
	struct dry_job dry[JOBS];
	int position[JOBS];
	uint64_t judged[(JOBS + 63) / 64], required[(JOBS + 63) / 64];
	struct batch items[LISTS][BATCHES], recorded[LISTS];
	struct batches lists[LISTS];
	uint64_t numbers[LISTS][BLOCKS];
};

/* A unit that is cached may be old: that of a job without Pending pods, or one that has a running
 * pod. */
static void cache_unit(struct world *w, int job)
{
	w->jobs[job].unit_cached = !under(30);
	w->jobs[job].unit = &w->units[under(2)];
	w->jobs[job].n_unit = 1;
}

static bool has_old_unit(const struct job *j)
{
	return j->unit_cached && (!j->counts[POD_PENDING] || j->unit[0]->status == POD_RUNNING);
}

/* As dry_run_prepare does, with other dry jobs. */
static void prepare(struct world *w)
{
	int shift = under(JOBS);

	memset(w->judged, 0, sizeof w->judged);
	memset(w->required, 0, sizeof w->required);
	for (int i = 0; i < JOBS; i++) {
		w->position[i] = under(20) ? (i + shift) % JOBS : -1;
		w->dry[i] = (struct dry_job){.n = 1, .n_evicted = 1 + !under(6)};
		w->in_walk[i].twin = under(9) ? 0 : 1 + under(9);
	}
	for (int i = 0; i < JOBS; i++) {
		struct dry_job *j = &w->dry[(i + shift) % JOBS];

		j->job = &w->jobs[i];
		j->surplus = under(5) ? NULL : w->surplus;
		w->jobs[i].counts[POD_PENDING] = under(2);
		cache_unit(w, i);
	}
	dry_run_forget_victims(&w->r);
}

static struct world *world_new(void)
{
	struct world *w = xcalloc(1, sizeof *w);

	w->surplus = &w->tasks[0];
	w->other = &w->tasks[1];
	w->c.n_jobs = JOBS;
	w->c.n_tasks = TASKS;
	w->s.c = &w->c;
	w->q.session = &w->s;
	memset(w->fates, 1 + MUST_RETURN, sizeof w->fates);
	w->f.fates = w->fates;
	w->r.jobs = w->dry;
	w->r.in_walk = w->in_walk;
	w->units[0] = &w->tasks[2];
	w->units[1] = &w->tasks[3];
	w->tasks[2].status = POD_PENDING;
	w->tasks[3].status = POD_RUNNING;
	w->r.position = w->position;
	w->r.judged = w->judged;
	w->r.required = w->required;
	w->r.blocks = bit_blocks(JOBS);
	for (int i = 0; i < JOBS; i++)
		w->jobs[i].index = i;
	for (int l = 0; l < LISTS; l++) {
		w->lists[l].items = w->items[l];
		w->recorded[l] = (struct batch){
			.n = 1, .tasks = &w->surplus, .job_index = l, .job = &w->jobs[l]};
	}
	prepare(w);
	return w;
}

static void grow(struct world *w, int l)
{
	struct batches *list = &w->lists[l];

	if (list->n < BATCHES)
		list->items[list->n++] = (struct batch){.n = 1 + !under(9),
			.tasks = under(5) ? &w->surplus : &w->other,
			.job_index = under(JOBS)};
}

/* Most scenarios have few batches: whole dry jobs are frequent then. */
static struct proposal draw(struct world *w, int l)
{
	struct proposal p = {.among = &w->lists[l], .numbers = w->numbers[l], .pick = under(3)};
	int flips = under(3), n = p.among->n;

	if (!under(12))
		memset(w->numbers[l], 0, sizeof w->numbers[l]);
	for (; flips > 0 && n; flips--) {
		int i = under(n);

		w->numbers[l][i / 64] ^= UINT64_C(1) << i % 64;
	}
	if (!under(8))
		p.recorded = (struct batches){.items = &w->recorded[under(10) == 0], .n = 1};
	return p;
}

static bool add(const struct world *w, const struct batch *b, int *n)
{
	int at = w->position[b->job_index];

	if (at < 0 || (w->dry[at].surplus && (b->n > 1 || b->tasks[0] != w->dry[at].surplus)))
		return false;
	n[at] += b->n;
	return true;
}

/* The same by a look at all batches; a job that was judged may have a cached unit. */
static bool expect(
	const struct world *w, const struct proposal *p, const uint64_t *judged, bool *chosen)
{
	int n[JOBS] = {0}, at = 0;
	const struct batch *b;
	bool possible = true;

	for (int i = 0; i < p->recorded.n; i++)
		possible &= add(w, &p->recorded.items[i], n);
	while ((b = next_potential(p, &at)))
		possible &= add(w, b, n);
	for (int i = 0; i < JOBS; i++) {
		chosen[i] = n[i] > 0;
		possible &= !n[i] || n[i] == w->dry[i].n_evicted;
		possible &= !n[i] || bit_is_set(judged, i) || !has_old_unit(w->dry[i].job);
	}
	return possible;
}

static bool is_same(struct world *w, const struct proposal *p, int *possible)
{
	uint64_t judged[(JOBS + 63) / 64], chosen[(JOBS + 63) / 64] = {0};
	bool want[JOBS], same, can;
	struct dry_input in = {0};
	int count = 0, twins = 0;

	memcpy(judged, w->judged, sizeof judged);
	can = expect(w, p, judged, want);
	*possible += can;
	same = dry_run_scenario(&w->q, &w->f, &w->r, p, chosen, &in) == can;
	for (int i = 0; i < JOBS && can; i++) {
		same &= bit_is_set(chosen, i) == want[i];
		same &= !want[i] ||
			(w->dry[i].must_return == RETURN_REQUIRED && bit_is_set(w->required, i));
		count += want[i];
		twins += want[i] && w->in_walk[i].twin;
	}
	return same &&
		(!can ||
			(in.chosen == chosen && in.n_victim_jobs == count &&
				in.has_twin == !!twins));
}

int main(void)
{
	struct world *w = world_new();
	int different = 0, possible = 0;

	for (int round = 0; round < ROUNDS; round++) {
		int l = round / 50 % LISTS;
		struct proposal p;

		if (under(2))
			grow(w, l);
		if (!under(200))
			prepare(w);
		if (round % 2000 == 0) {
			w->lists[0].n = w->lists[1].n = 0;
			memset(w->numbers, 0, sizeof w->numbers);
			dry_run_forget_victims(&w->r);
		}
		cache_unit(w, under(JOBS)); /* what was judged stays so */
		p = draw(w, l);
		different += !is_same(w, &p, &possible);
	}
	ok(possible > ROUNDS / 10 && possible < ROUNDS && different == 0,
		"%d scenarios, %d of dry jobs that lose all pods: %d differ", ROUNDS, possible,
		different);
	arena_free(&w->q.arena);
	free(w);
	return tap_end();
}
