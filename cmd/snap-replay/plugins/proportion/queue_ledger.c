/* The queue ledger (session/queue_ledger.h): a copy of all queue shares, of which only the
 * allocated amounts change. */
#include <math.h>
#include <string.h>

#include "plugins/proportion/queue_side.h"

struct loaded {
	struct triple amounts;
	uint64_t version;
	bool whole; /* so are those of all queues below it: what is added and subtracted is gone */
};
enum { NO_VERSION = 0 }; /* the queue is about to get one */
struct ledger {
	struct queue_ledger head;
	struct proportion *p;
	struct queue_share *shares; /* by queue index */
	/* The same: the first queue with a limit, of it and those above it; NULL: none has one. */
	const struct queue_share **limited;
	struct triple *start;  /* the same: the start amounts */
	struct loaded *loaded; /* the same */
	uint64_t clock;        /* the last version that a queue got */
	int *touched; /* those of which some amount may have changed since the last reset */
	int n_touched;
	bool *is_touched; /* by queue index */
};
_Static_assert(offsetof(struct ledger, head) == 0, "ledger_of");

static struct ledger *ledger_of(struct queue_ledger *l)
{
	return (struct ledger *)l;
}

static const struct ledger *ledger_to_read(const struct queue_ledger *l)
{
	return (const struct ledger *)l;
}

static bool is_whole_triple(const struct triple *t)
{
	return t->v[0] == trunc(t->v[0]) && t->v[1] == trunc(t->v[1]) && t->v[2] == trunc(t->v[2]);
}

static void find_whole(struct ledger *l)
{
	for (int i = 0; i < l->p->n_queues; i++)
		l->loaded[i].whole = true;
	for (int i = 0; i < l->p->n_queues; i++)
		for (const struct queue *q = l->p->queues[i].queue;
			q && !is_whole_triple(&l->start[i]) && l->loaded[q->index].whole;
			q = q->parent)
			l->loaded[q->index].whole = false;
}

static void touch(struct ledger *l, const struct queue *q)
{
	if (l->is_touched[q->index])
		return;
	l->is_touched[q->index] = true;
	l->touched[l->n_touched++] = q->index;
}

static void forget_touched(struct ledger *l)
{
	while (l->n_touched)
		l->is_touched[l->touched[--l->n_touched]] = false;
}

/* The queue and those above it are about to get a version. */
static void take_version(struct ledger *l, const struct queue *q)
{
	for (; q && l->shares[q->index].version != NO_VERSION; q = q->parent)
		l->shares[q->index].version = NO_VERSION;
}

/* Of the session's figures only the amounts change: where they are as they were loaded before,
 * versions stay. */
static void load_queue(struct ledger *l, int i)
{
	const struct queue_share *q = &l->p->queues[i];

	l->start[i] = SHARE_TRIPLE(q, allocated);
	l->shares[i] = *q;
	l->shares[i].parent =
		queue_share_of(l->p, q->queue->parent) ? &l->shares[q->queue->parent->index] : NULL;
	l->shares[i].version = l->loaded[i].version;
}

static bool has_limit(const struct queue_share *q)
{
	return q->r[0].limit != UNLIMITED || q->r[1].limit != UNLIMITED ||
		q->r[2].limit != UNLIMITED;
}

static void find_limited(struct ledger *l)
{
	for (int i = 0; i < l->p->n_queues; i++) {
		const struct queue_share *q = &l->shares[i];

		while (q && !has_limit(q))
			q = q->parent;
		l->limited[i] = q;
	}
}

static void load(struct queue_ledger *head)
{
	struct ledger *l = ledger_of(head);

	for (int i = 0; i < l->p->n_queues; i++)
		load_queue(l, i);
	find_limited(l);
	for (int i = 0; i < l->p->n_queues; i++)
		if (memcmp(&l->loaded[i].amounts, &l->start[i], sizeof l->start[i]) != 0)
			take_version(l, l->p->queues[i].queue);
	for (int i = 0; i < l->p->n_queues; i++) {
		if (l->shares[i].version == NO_VERSION)
			l->shares[i].version = ++l->clock;
		l->loaded[i] = (struct loaded){l->start[i], l->shares[i].version, false};
	}
	find_whole(l);
	forget_touched(l);
}

static void change_start(
	struct queue_ledger *head, const struct queue *q, const double *amount, double sign)
{
	struct ledger *l = ledger_of(head);

	for (; q; q = q->parent) {
		touch(l, q);
		for (int i = 0; i < TRIPLE; i++)
			l->start[q->index].v[i] += sign * amount[i];
	}
}

static bool is_as_loaded(const struct ledger *l, int i)
{
	const struct loaded *m = &l->loaded[i];

	return m->whole && !memcmp(&m->amounts, &l->start[i], sizeof m->amounts);
}

/* False: the present amount was another one. */
static bool copy_start(struct ledger *l, int i)
{
	struct share *r = l->shares[i].r;
	bool same = true;

	for (int k = 0; k < TRIPLE; k++) {
		same &= r[k].allocated == l->start[i].v[k];
		r[k].allocated = l->start[i].v[k];
	}
	return same;
}

static void reset(struct queue_ledger *head)
{
	struct ledger *l = ledger_of(head);

	for (int i = 0; i < l->n_touched; i++)
		if (!copy_start(l, l->touched[i]))
			take_version(l, l->p->queues[l->touched[i]].queue);
	for (int i = 0; i < l->n_touched; i++) {
		int q = l->touched[i];

		if (is_as_loaded(l, q))
			l->shares[q].version = l->loaded[q].version;
		else if (l->shares[q].version == NO_VERSION)
			l->shares[q].version = ++l->clock;
	}
	forget_touched(l);
}

static void allocate(struct queue_ledger *head, const struct queue *queue, const double *amount)
{
	struct ledger *l = ledger_of(head);

	for (struct queue_share *q = &l->shares[queue->index]; q; q = q->parent) {
		touch(l, q->queue);
		for (int i = 0; i < TRIPLE; i++)
			q->r[i].allocated += amount[i];
		q->version = ++l->clock;
	}
}

static uint64_t version(const struct queue_ledger *head, const struct queue *q)
{
	return ledger_to_read(head)->shares[q->index].version;
}

static const struct queue_share *next_limited(const struct ledger *l, const struct queue_share *q)
{
	return q ? l->limited[q->queue->index] : NULL;
}

static bool admits(const struct queue_ledger *head, const struct queue *queue, const double *amount)
{
	const struct ledger *l = ledger_to_read(head);

	for (const struct queue_share *q = l->limited[queue->index]; q;
		q = next_limited(l, q->parent))
		for (int i = 0; i < TRIPLE; i++)
			if (exceeds_limit(q, i, amount[i]))
				return false;
	return true;
}

static struct side side_with(const struct ledger *l, const struct queue *q, const double *request)
{
	struct triple amounts;

	memcpy(amounts.v, request, sizeof amounts.v);
	return side_of(l->p, &l->shares[q->index], &amounts);
}

static struct queue_sort_key sort_key(
	const struct queue_ledger *head, const struct queue *q, const double *request)
{
	return side_with(ledger_to_read(head), q, request).key;
}

static bool below(const struct queue_ledger *head, const struct queue *q,
	const struct queue_sort_key *key, const struct queue_sort_key *than,
	struct queue_bound *bound)
{
	const struct ledger *l = ledger_to_read(head);

	return share_below(l->p, &l->shares[q->index], key, than, bound);
}

static bool before(const struct queue_ledger *head, const struct queue *a, const struct queue *b,
	const double *a_request, const double *b_request)
{
	const struct ledger *l = ledger_to_read(head);
	struct side as = side_with(l, a, a_request), bs = side_with(l, b, b_request);
	enum queue_step step;

	return compare_sides(l->p, &as, &bs, &step) < 0;
}

static bool tells_apart(
	const struct queue_ledger *head, const struct queue *a, const struct queue *b)
{
	const struct ledger *l = ledger_to_read(head);

	return sides_tell_apart(&l->shares[a->index], &l->shares[b->index]);
}

static struct queue_ledger *open_ledger(void *ctx, struct arena *a, bool live)
{
	static const struct queue_ledger_ops ops = {load, change_start, reset, allocate, version,
		admits, sort_key, below, before, tells_apart};
	struct proportion *p = ctx;
	size_t n = (size_t)p->n_queues;
	struct ledger *l;

	if (live)
		return queue_order_live(p, a);
	l = ARENA_NEW(a, struct ledger);
	l->head.ops = &ops;
	l->p = p;
	l->shares = ARENA_ARRAY(a, n, struct queue_share);
	l->limited = ARENA_ARRAY(a, n, const struct queue_share *);
	l->start = ARENA_ARRAY(a, n, struct triple);
	l->loaded = ARENA_ARRAY(a, n, struct loaded);
	l->touched = ARENA_ARRAY(a, n, int);
	l->is_touched = ARENA_ARRAY(a, n, bool);
	return &l->head;
}

void queue_ledger_open(struct proportion *p)
{
	hook_add_queue_ledger(p->session, open_ledger, p, "proportion");
}
