/* The scenarios that failed, against a second writing that sorts and compares plain lists. */
#include <stdlib.h>
#include <string.h>

#include "cmd/snap-replay/solvers/scenario.h"
#include "cmd/snap-replay/solvers/search.h"
#include "cmd/snap-replay/session/session.h"
#include "tests/unit/chance.h"
#include "tests/unit/tap.h"

enum { TASKS = 20000, LIST = 4, ROUNDS = 3000 };

static struct task tasks[TASKS];
static struct cluster cluster = {.tasks = tasks, .n_tasks = TASKS};
static struct session session = {.c = &cluster};

/* The sections of a scenario: indexes of tasks. */
enum { PENDING, RECORDED, POTENTIAL, SECTIONS };
struct plain {
	int list[SECTIONS][LIST], n[SECTIONS];
};

/* Few of them, so that scenarios are drawn again, and tasks stand twice. */
static int draw_task(void)
{
	static const int some[] = {0, 1, 64, 19999};

	return some[under((int)(sizeof some / sizeof *some))];
}

static void draw(struct plain *p)
{
	memset(p, 0, sizeof *p);
	for (int s = 0; s < SECTIONS; s++) {
		p->n[s] = under(LIST + 1);
		for (int i = 0; i < p->n[s]; i++)
			p->list[s][i] = draw_task();
	}
}

static struct batches batches_of(struct search *q, const int *list, int n)
{
	struct batches out = {0};

	for (int i = 0; i < n; i++) {
		struct batch one = {.n = 1};

		one.tasks = ARENA_ARRAY(&q->arena, 1, struct task *);
		one.tasks[0] = &tasks[list[i]];
		one.digest = digest_of_tasks(one.tasks, one.n);
		batches_add(q, &out, one);
	}
	return out;
}

static struct proposal proposal_of(struct search *q, const struct plain *p)
{
	struct proposal out = {.recorded = batches_of(q, p->list[RECORDED], p->n[RECORDED]),
		.potential = batches_of(q, p->list[POTENTIAL], p->n[POTENTIAL])};

	out.pending.items = ARENA_ARRAY(&q->arena, LIST, struct task *);
	for (int i = 0; i < p->n[PENDING]; i++)
		out.pending.items[out.pending.n++] = &tasks[p->list[PENDING][i]];
	return out;
}

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void sort(struct plain *p)
{
	for (int s = 0; s < SECTIONS; s++)
		qsort(p->list[s], (size_t)p->n[s], sizeof(int), compare);
}

static struct plain known[ROUNDS];
static int n_known;

static bool is_known(const struct plain *p)
{
	for (int k = 0; k < n_known; k++)
		if (!memcmp(&known[k], p, sizeof *p))
			return true;
	return false;
}

/* Returns whether the set was right about it; it has it afterwards. *again: it was there. */
static bool visit(struct search *q, bool *again)
{
	struct plain p;
	struct proposal proposal;
	bool right;

	draw(&p);
	proposal = proposal_of(q, &p);
	sort(&p);
	*again = is_known(&p);
	right = visited_has(q, &proposal) == *again;
	visited_add(q, &proposal);
	if (!*again)
		known[n_known++] = p;
	return right;
}

static void visit_some(struct search *q, const char *when)
{
	int wrong = 0, again = 0;
	bool known_before;

	for (int i = 0; i < ROUNDS / 2; i++) {
		wrong += !visit(q, &known_before);
		again += known_before;
	}
	ok(again > 50 && again < ROUNDS / 2 - 50, "%s: %d scenarios were drawn again", when, again);
	ok(!wrong, "each is known if and only if it was there before: %d wrong", wrong);
	ok(q->failed.n == (size_t)n_known, "each is kept once: %zu", q->failed.n);
}

/* What was added last is forgotten. */
static void keep_half(struct search *q)
{
	int n = n_known / 2, wrong = 0;

	visited_keep(&q->failed, (size_t)n);
	for (int i = 0; i < n_known; i++) {
		struct proposal p = proposal_of(q, &known[i]);

		wrong += visited_has(q, &p) != (i < n);
	}
	ok(!wrong, "the first %d are kept, and no others: %d wrong", n, wrong);
	n_known = n;
}

int main(void)
{
	struct search q = {.session = &session};

	for (int i = 0; i < TASKS; i++)
		tasks[i].index = i;
	visit_some(&q, "from the start");
	keep_half(&q);
	visit_some(&q, "after half of them were forgotten");
	visited_free(&q.failed);
	arena_free(&q.arena);
	return tap_end();
}
