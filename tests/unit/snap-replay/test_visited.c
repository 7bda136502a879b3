/* The scenarios that failed, against a second writing that sorts and compares plain lists. All
 * scenarios get the same hash, so that only their keys tell them apart. Some are given by the
 * numbers of their batches, some have more batches than are kept as lists. */
#include <stdlib.h>
#include <string.h>

#include "cmd/snap-replay/solvers/scenario.h"
#include "cmd/snap-replay/solvers/search.h"
#include "cmd/snap-replay/session/session.h"
#include "tests/unit/chance.h"
#include "tests/unit/tap.h"

enum { TASKS = 20000, LIST = 4, LONG = 10, POOL = 70, ROUNDS = 3000 };

static struct task tasks[TASKS];
static struct cluster cluster = {.tasks = tasks, .n_tasks = TASKS};
static struct session session = {.c = &cluster};

/* Two sections of a scenario: indexes of tasks. */
struct plain {
	int recorded[LIST], potential[LONG];
	int n_recorded, n_potential;
};

/* Few of them, so that scenarios are drawn again. The gap before 129 takes two bytes, which are
 * those of the gaps before 1 and 2 but for the mark that a byte follows. */
static int draw_task(void)
{
	static const int some[] = {1, 2, 64, 129, 8191, 19999};

	return some[under((int)(sizeof some / sizeof *some))];
}

/* A long list has one pod again and again, and another one: else few would be drawn again. */
static void draw(struct plain *p)
{
	memset(p, 0, sizeof *p);
	p->n_recorded = under(LIST + 1);
	p->n_potential = under(4) ? under(LIST + 1) : LONG - under(2);
	for (int i = 0; i < p->n_recorded; i++)
		p->recorded[i] = draw_task();
	for (int i = 0; i < p->n_potential; i++)
		p->potential[i] = i < LIST || i == LONG - 1 ? draw_task() : 1;
}

static struct batches batches_of(struct search *q, const int *list, int n)
{
	struct batches out = {0};

	for (int i = 0; i < n; i++) {
		struct batch one = {.n = 1};

		one.tasks = ARENA_ARRAY(&q->arena, 1, struct task *);
		one.tasks[0] = &tasks[list[i]];
		batches_add(q, &out, one);
	}
	return out;
}

static struct proposal proposal_of(struct search *q, const struct plain *p)
{
	return (struct proposal){.recorded = batches_of(q, p->recorded, p->n_recorded),
		.potential = batches_of(q, p->potential, p->n_potential)};
}

/* The lists of an accumulator. They are the same for some scenarios. */
struct pool {
	struct plain recorded;
	struct batches of_recorded, batches;
	int task[POOL]; /* of each batch */
	uint64_t numbers[2];
};

static void renew(struct search *q, struct pool *l)
{
	bool part = l->batches.n && !under(2); /* keep the batches, or the recorded ones */

	if (!part || !under(2)) {
		draw(&l->recorded);
		l->of_recorded = batches_of(q, l->recorded.recorded, l->recorded.n_recorded);
		if (part)
			return;
	}
	for (int i = 0; i < POOL; i++)
		l->task[i] = draw_task();
	l->batches = batches_of(q, l->task, POOL);
}

static struct proposal numbered(struct pool *l, struct plain *p)
{
	struct proposal out = {
		.recorded = l->of_recorded, .among = &l->batches, .numbers = l->numbers};

	*p = l->recorded;
	memset(p->potential, 0, sizeof p->potential);
	memset(l->numbers, 0, sizeof l->numbers);
	p->n_potential = 0;
	for (int i = under(LIST + 1); i > 0; i--) {
		int k = under(POOL);

		if (l->numbers[k / 64] >> (k % 64) & 1)
			continue;
		l->numbers[k / 64] |= UINT64_C(1) << (k % 64);
		p->potential[p->n_potential++] = l->task[k];
	}
	return out;
}

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void sort(struct plain *p)
{
	qsort(p->recorded, (size_t)p->n_recorded, sizeof(int), compare);
	qsort(p->potential, (size_t)p->n_potential, sizeof(int), compare);
}

static void drawn_at_random(void)
{
	static struct plain known[ROUNDS];
	struct search q = {.session = &session};
	struct pool pool = {0};
	int n = 0, wrong = 0, again = 0;

	for (int i = 0; i < ROUNDS; i++) {
		struct plain p, sorted;
		struct proposal proposal;
		bool had = false;

		if (!i || !under(20))
			renew(&q, &pool);
		draw(&p);
		proposal = proposal_of(&q, &p);
		if (!under(2)) {
			proposal = numbered(&pool, &p);
			proposal.potential = batches_of(&q, p.potential, p.n_potential);
		}
		sorted = p;
		sort(&sorted);
		for (int k = 0; k < n && !had; k++)
			had = !memcmp(&known[k], &sorted, sizeof sorted);
		wrong += visited_has(&q, &proposal) != had;
		visited_add(&q, &proposal);
		if (!had)
			known[n++] = sorted;
		again += had;
	}
	ok(again > 100 && n > 100, "%d scenarios were drawn again, %d were new", again, n);
	ok(!wrong, "each is known if and only if it was there before: %d wrong", wrong);
	ok(q.failed.n == (size_t)n, "each is kept once: %zu", q.failed.n);
	visited_free(&q.failed);
	arena_free(&q.arena);
}

int main(void)
{
	for (int i = 0; i < TASKS; i++)
		tasks[i].index = i;
	drawn_at_random();
	return tap_end();
}
