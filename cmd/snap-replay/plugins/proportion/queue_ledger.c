/* The queue ledger (session/queue_ledger.h): a copy of all queue shares, of which only the
 * allocated amounts change. */
#include <stdlib.h>

#include "session/queue_ledger.h"
#include "common/mem.h"
#include "plugins/proportion/queue_side.h"

struct ledger {
	struct queue_ledger head;
	struct proportion *p;
	struct queue_share *shares; /* by queue index */
	struct triple *start;       /* the same: the start amounts */
	uint64_t *priority;         /* the same: how many queues have a higher one */
};

static struct ledger *ledger_of(struct queue_ledger *l)
{
	return (struct ledger *)l;
}

static const struct ledger *ledger_to_read(const struct queue_ledger *l)
{
	return (const struct ledger *)l;
}

static void load(struct queue_ledger *head)
{
	struct ledger *l = ledger_of(head);

	for (int i = 0; i < l->p->n_queues; i++) {
		const struct queue_share *q = &l->p->queues[i];

		l->shares[i] = *q;
		l->shares[i].parent = queue_share_of(l->p, q->queue->parent)
			? &l->shares[q->queue->parent->index]
			: NULL;
		l->start[i] = SHARE_TRIPLE(q, allocated);
	}
}

static void change_start(
	struct queue_ledger *head, const struct queue *q, const double *amount, double sign)
{
	struct ledger *l = ledger_of(head);

	for (; q; q = q->parent)
		for (int i = 0; i < TRIPLE; i++)
			l->start[q->index].v[i] += sign * amount[i];
}

static void reset(struct queue_ledger *head)
{
	struct ledger *l = ledger_of(head);

	for (int i = 0; i < l->p->n_queues; i++)
		for (int k = 0; k < TRIPLE; k++)
			l->shares[i].r[k].allocated = l->start[i].v[k];
}

static void allocate(struct queue_ledger *head, const struct queue *queue, const double *amount)
{
	for (struct queue_share *q = &ledger_of(head)->shares[queue->index]; q; q = q->parent)
		for (int i = 0; i < TRIPLE; i++)
			q->r[i].allocated += amount[i];
}

static struct side side_with(const struct ledger *l, const struct queue *q, const double *request)
{
	struct triple asked;

	memcpy(asked.v, request, sizeof asked.v);
	return side_of(l->p, &l->shares[q->index], &asked);
}

/* The steps of compare_sides up to the first share. */
static struct queue_sort_key sort_key(
	const struct queue_ledger *head, const struct queue *q, const double *request)
{
	const struct ledger *l = ledger_to_read(head);
	struct side s = side_with(l, q, request);
	uint64_t rank = s.over_used;

	rank = rank << 1 | !s.starved;
	rank = rank << 32 | l->priority[q->index];
	rank = rank << 1 | s.violates;
	return (struct queue_sort_key){rank, s.dominant_after};
}

static bool before(const struct queue_ledger *head, const struct queue *a, const struct queue *b,
	const double *a_request, const double *b_request)
{
	const struct ledger *l = ledger_to_read(head);
	struct side as = side_with(l, a, a_request), bs = side_with(l, b, b_request);
	struct queue_verdict v;

	return compare_sides(l->p, a, b, &as, &bs, NULL, NULL, &v) < 0;
}

static int higher_first(const void *a, const void *b)
{
	const struct queue *l = *(struct queue *const *)a, *r = *(struct queue *const *)b;

	return (l->priority < r->priority) - (l->priority > r->priority);
}

static void rank_priorities(struct ledger *l, const struct cluster *c)
{
	struct queue **sorted = xcalloc((size_t)c->n_queues + 1, sizeof(struct queue *));

	memcpy(sorted, c->queues, (size_t)c->n_queues * sizeof *sorted);
	qsort(sorted, (size_t)c->n_queues, sizeof *sorted, higher_first);
	for (int i = 1; i < c->n_queues; i++) {
		bool same = sorted[i]->priority == sorted[i - 1]->priority;

		l->priority[sorted[i]->index] =
			same ? l->priority[sorted[i - 1]->index] : (uint64_t)i;
	}
	free(sorted);
}

static struct queue_ledger *open_ledger(void *ctx, struct arena *a)
{
	static const struct queue_ledger_ops ops = {
		load, change_start, reset, allocate, sort_key, before};
	struct proportion *p = ctx;
	struct ledger *l = ARENA_NEW(a, struct ledger);
	size_t n = (size_t)p->n_queues + 1;

	l->head.ops = &ops;
	l->p = p;
	l->shares = ARENA_ARRAY(a, n, struct queue_share);
	l->start = ARENA_ARRAY(a, n, struct triple);
	l->priority = ARENA_ARRAY(a, n, uint64_t);
	rank_priorities(l, p->session->c);
	return &l->head;
}

void queue_ledger_open(struct proportion *p)
{
	hook_add_queue_ledger(p->session, open_ledger, p, "proportion");
}
