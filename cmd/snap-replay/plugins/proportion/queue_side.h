/* One side of the comparison of two sibling queues (rules/05 8): a queue and the request of its
 * next job. queue_order.c makes sides from the session's amounts, queue_ledger.c from those of a
 * dry run. Both compare them with compare_sides. */
#ifndef SNAP_QUEUE_SIDE_H
#define SNAP_QUEUE_SIDE_H
#include "plugins/proportion/proportion.h"
#include "session/queue_ledger.h"

struct side {
	const struct queue_share *queue;
	struct triple request;
	struct queue_sort_key key; /* the steps up to STEP_DOMINANT_AFTER */
};

/* The steps of the comparison. The first step that tells two sides apart decides.
 * ORDER queue_step */
enum queue_step {
	STEP_OVER_USED,      /* last: it holds more than its fair share of every resource */
	STEP_OVER_QUOTA,     /* last: with the job it holds more than its quota of some resource */
	STEP_PRIORITY,       /* first: the higher priority */
	STEP_VIOLATION,      /* last: with the job it holds a resource of which it may hold none */
	STEP_DOMINANT_AFTER, /* first: the smaller dominant share with the job */
	STEP_DOMINANT_NOW,   /* first: the smaller dominant share without the job */
	STEP_ALLOCATABLE,    /* first: the one that may hold less of every resource */
	STEP_AGE             /* first: the older queue; of two of the same second neither */
};
/* The lowest bit of each field of a rank. The rank has a field for each of the first four steps. An
 * earlier step has a higher field, and in each field the smaller value goes first; so the
 * comparison of two ranks takes the four steps in order. ORDER queue_step, the last one first */
enum {
	RANK_VIOLATION,                       /* 1 bit */
	RANK_PRIORITY,                        /* 32 bits: queue_share.priority_rank */
	RANK_OVER_QUOTA = RANK_PRIORITY + 32, /* 1 bit */
	RANK_OVER_USED                        /* 1 bit */
};

/* allocated divided by allocatable, which is share_allocatable of the queue. UNLIMITED counts as
 * the cluster's total, 0 as 1/1000. */
static inline double share_of_total(
	const struct proportion *p, int slot, double allocatable, double allocated)
{
	double a = allocatable == UNLIMITED ? p->total.v[slot] : allocatable;

	return a == 0 ? allocated * 1000 : allocated / a;
}

/* The side of q, with its allocated amounts as they are. */
static inline struct side side_of(
	const struct proportion *p, const struct queue_share *q, const struct triple *request)
{
	struct side s = {.queue = q, .request = *request};
	bool over_used = true, over_quota = false, violation = false;

	for (int i = 0; i < TRIPLE; i++) {
		const struct share *r = &q->r[i];
		double after = r->allocated + request->v[i], a = share_allocatable(r), share;

		over_used &= r->fair_share < r->allocated;
		over_quota |= !leq_one(after, r->deserved);
		violation |= a == 0 && after > 0;
		share = share_of_total(p, i, a, after);
		s.key.share = share > s.key.share ? share : s.key.share;
	}
	s.key.rank = (uint64_t)over_used << RANK_OVER_USED |
		(uint64_t)over_quota << RANK_OVER_QUOTA |
		(uint64_t)q->priority_rank << RANK_PRIORITY | (uint64_t)violation << RANK_VIOLATION;
	return s;
}

/* queue_order.c. Negative: l goes first. The result is never 0. Sets *step only if a step after
 * STEP_DOMINANT_AFTER decides. */
int compare_sides(const struct proportion *p, const struct side *l, const struct side *r,
	enum queue_step *step);

/* queue_order.c. tells_apart of a queue ledger: what the queues may have is as it is in the
 * session.
 */
bool sides_tell_apart(const struct queue_share *l, const struct queue_share *r);

/* queue_order.c: below of a queue ledger. */
bool share_below(const struct proportion *p, const struct queue_share *q,
	const struct queue_sort_key *key, const struct queue_sort_key *than,
	struct queue_bound *bound);

/* queue_order.c: makes a live ledger (session/queue_ledger.h) in a. */
struct queue_ledger *queue_order_live(struct proportion *p, struct arena *a);

#endif
