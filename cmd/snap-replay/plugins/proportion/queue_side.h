/* One queue with its next job, as queues are compared (rules/05 8): for queue_order.c and
 * queue_ledger.c. */
#ifndef SNAP_QUEUE_SIDE_H
#define SNAP_QUEUE_SIDE_H
#include "plugins/proportion/proportion.h"

struct side { /* one queue with one job */
	const struct queue_share *queue;
	struct triple request;
	bool over_used; /* of every resource the queue holds more than its fair share */
	bool starved;   /* with the job it would still be within its quota */
	bool violates;  /* with the job it would hold some of a resource of which nothing may be
			   allocated to it */
	double dominant_after;
};
/* What decides most comparisons, in one go (see dominant_share); the rest is worked out when it is
 * asked for. */
static inline struct side side_of(
	const struct proportion *p, const struct queue_share *q, const struct triple *request)
{
	struct side s = {.queue = q, .request = *request, .over_used = true, .starved = true};

	for (int i = 0; i < TRIPLE; i++) {
		const struct share *r = &q->r[i];
		double after = r->allocated + request->v[i], a = share_allocatable(r), share;

		s.over_used &= r->fair_share < r->allocated;
		s.starved &= leq_one(after, r->deserved);
		s.violates |= a == 0 && after > 0;
		a = a == UNLIMITED ? p->total.v[i] : a;
		share = a == 0 ? after * 1000 : after / a;
		s.dominant_after = share > s.dominant_after ? share : s.dominant_after;
	}
	return s;
}

/* The values that each step compares are kept for --explain. */
enum queue_step {
	STEP_OVER_USED,
	STEP_STARVED,
	STEP_PRIORITY,
	STEP_VIOLATION,
	STEP_DOMINANT_AFTER,
	STEP_DOMINANT_NOW,
	STEP_ALLOCATABLE,
	STEP_AGE
};
struct queue_verdict {
	enum queue_step step;
	double l, r; /* shares, or 1 for yes */
};

/* Negative: l first. The values of the step that decides are in *v. */
int compare_sides(struct proportion *p, const struct queue *l, const struct queue *r,
	const struct side *ls, const struct side *rs, const struct job_list *l_victims,
	const struct job_list *r_victims, struct queue_verdict *v);

#endif
