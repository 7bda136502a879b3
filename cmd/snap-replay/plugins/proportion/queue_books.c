/* What queues hold, on paper (session/queue_books.h): a copy of the shares, of which only allocated
 * is kept up. */
#include <stdlib.h>

#include "session/queue_books.h"
#include "common/mem.h"
#include "plugins/proportion/queue_side.h"

struct books {
	struct queue_books head;
	struct proportion *p;
	struct queue_share *shares; /* by queue index */
	struct triple *start;       /* the same: what they hold after a reset */
	uint64_t *priority;         /* the same: how many queues have a higher one */
};

static struct books *books_of(struct queue_books *b)
{
	return (struct books *)b;
}

static const struct books *books_to_read(const struct queue_books *b)
{
	return (const struct books *)b;
}

static void read(struct queue_books *head)
{
	struct books *b = books_of(head);

	for (int i = 0; i < b->p->n_queues; i++) {
		const struct queue_share *q = &b->p->queues[i];

		b->shares[i] = *q;
		b->shares[i].parent = queue_share_of(b->p, q->queue->parent)
			? &b->shares[q->queue->parent->index]
			: NULL;
		b->start[i] = SHARE_TRIPLE(q, allocated);
	}
}

static void change(
	struct queue_books *head, const struct queue *q, const double *amount, double sign)
{
	struct books *b = books_of(head);

	for (; q; q = q->parent)
		for (int i = 0; i < TRIPLE; i++)
			b->start[q->index].v[i] += sign * amount[i];
}

static void reset(struct queue_books *head)
{
	struct books *b = books_of(head);

	for (int i = 0; i < b->p->n_queues; i++)
		for (int k = 0; k < TRIPLE; k++)
			b->shares[i].r[k].allocated = b->start[i].v[k];
}

static void charge(struct queue_books *head, const struct queue *queue, const double *amount)
{
	for (struct queue_share *q = &books_of(head)->shares[queue->index]; q; q = q->parent)
		for (int i = 0; i < TRIPLE; i++)
			q->r[i].allocated += amount[i];
}

static struct side side_with(const struct books *b, const struct queue *q, const double *request)
{
	struct triple asked;

	memcpy(asked.v, request, sizeof asked.v);
	return side_of(b->p, &b->shares[q->index], &asked);
}

/* The steps of compare_sides up to the first share. */
static struct queue_mark mark(
	const struct queue_books *head, const struct queue *q, const double *request)
{
	const struct books *b = books_to_read(head);
	struct side s = side_with(b, q, request);
	uint64_t rank = s.over_used;

	rank = rank << 1 | !s.starved;
	rank = rank << 32 | b->priority[q->index];
	rank = rank << 1 | s.violates;
	return (struct queue_mark){rank, s.dominant_after};
}

static bool less(const struct queue_books *head, const struct queue *l, const struct queue *r,
	const double *l_request, const double *r_request)
{
	const struct books *b = books_to_read(head);
	struct side ls = side_with(b, l, l_request), rs = side_with(b, r, r_request);
	struct queue_verdict v;

	return compare_sides(b->p, l, r, &ls, &rs, NULL, NULL, &v) < 0;
}

static int higher_first(const void *a, const void *b)
{
	const struct queue *l = *(struct queue *const *)a, *r = *(struct queue *const *)b;

	return (l->priority < r->priority) - (l->priority > r->priority);
}

static void rank_priorities(struct books *b, const struct cluster *c)
{
	struct queue **sorted = xcalloc((size_t)c->n_queues + 1, sizeof(struct queue *));

	memcpy(sorted, c->queues, (size_t)c->n_queues * sizeof *sorted);
	qsort(sorted, (size_t)c->n_queues, sizeof *sorted, higher_first);
	for (int i = 1; i < c->n_queues; i++) {
		bool same = sorted[i]->priority == sorted[i - 1]->priority;

		b->priority[sorted[i]->index] =
			same ? b->priority[sorted[i - 1]->index] : (uint64_t)i;
	}
	free(sorted);
}

static struct queue_books *open_books(void *ctx, struct arena *a)
{
	static const struct queue_books_kind kind = {read, change, reset, charge, mark, less};
	struct proportion *p = ctx;
	struct books *b = ARENA_NEW(a, struct books);
	size_t n = (size_t)p->n_queues + 1;

	b->head.kind = &kind;
	b->p = p;
	b->shares = ARENA_ARRAY(a, n, struct queue_share);
	b->start = ARENA_ARRAY(a, n, struct triple);
	b->priority = ARENA_ARRAY(a, n, uint64_t);
	rank_priorities(b, p->session->c);
	return &b->head;
}

void queue_books_open(struct proportion *p)
{
	SESSION_HOOK(p->session, queue_books, open_books, p, "proportion");
}
