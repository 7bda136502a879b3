/* What the files of the plugin proportion share: the figures of every queue (rules/05 5 to
 * 8).
 *
 * All numbers are doubles and every sum is done in the order of the reference; queues are always
 * walked by UID. */
#ifndef SNAP_PROPORTION_H
#define SNAP_PROPORTION_H
#include "session/session.h"

#define UNLIMITED (-1.0)
enum {
	TRIPLE = 3
}; /* SLOT_CPU, SLOT_MEMORY, SLOT_GPU: milli-CPU, bytes, GPUs; the first violating one is reported
    */
struct triple {
	double v[TRIPLE];
};
struct share {
	double deserved, limit, weight, usage, allocated, allocated_np, request, fair_share;
};
struct queue_share {
	const struct queue *queue;
	struct queue_share *parent;    /* NULL: top */
	struct queue_share **children; /* by UID, or as the dice have it */
	int n_children;
	struct share r[TRIPLE];
	uint32_t priority_rank; /* how many queues of the cluster have a higher priority */
	struct side_memo *side; /* queue_order.c; NULL: nothing is kept */
	uint64_t version;       /* grows with every change of its allocated figures */
};
struct capacity_memo; /* capacity_policy.c */
struct reclaim_copy;  /* reclaimable.c */
struct proportion {
	struct session *session;
	struct queue_share *queues; /* by queue->index */
	struct queue_share **tops;  /* the same */
	int n_queues, n_tops;
	struct triple total;
	double k, multiplier;
	uint64_t version; /* grows with every change of an allocated figure */
	struct capacity_memo *memo;
	struct reclaim_copy *copy;
};

static inline bool leq_one(double a, double b)
{
	if (a == UNLIMITED)
		return b == UNLIMITED;
	return b == UNLIMITED || a <= b;
}
static inline bool leq(const struct triple *a, const struct triple *b)
{
	return leq_one(a->v[0], b->v[0]) && leq_one(a->v[1], b->v[1]) && leq_one(a->v[2], b->v[2]);
}
static inline double requestable(const struct share *r)
{
	return r->limit == UNLIMITED || r->request < r->limit ? r->request : r->limit;
}
/* rules/05 7. */
static inline double share_allocatable(const struct share *r)
{
	double a = r->deserved > r->fair_share ? r->deserved : r->fair_share;

	if (r->deserved == UNLIMITED)
		return r->limit;
	return r->limit != UNLIMITED && r->limit < a ? r->limit : a;
}
struct triple triple_add(struct triple a, struct triple b);
struct triple triple_sub(struct triple a, struct triple b);
struct triple triple_of(const struct proportion *p, const double *vector); /* GPU: total with MIG */
/* What the task was accepted with; zero where it was not. */
struct triple triple_accepted(const struct proportion *p, const struct task *t, bool with_mig);
struct triple job_request(struct proportion *p, struct job *j); /* req(job); zero for NULL */
#define SHARE_TRIPLE(q, field) \
	((struct triple){{(q)->r[0].field, (q)->r[1].field, (q)->r[2].field}})
/* The part of a resource that a queue uses, of what may be allocated to it; of the cluster's total
 * if that is UNLIMITED. A queue that may hold nothing of the resource uses 1000 for each unit. */
static inline double share_of_total(
	const struct proportion *p, int slot, double allocatable, double allocated)
{
	double a = allocatable == UNLIMITED ? p->total.v[slot] : allocatable;

	return a == 0 ? allocated * 1000 : allocated / a;
}
static inline struct queue_share *queue_share_of(const struct proportion *p, const struct queue *q)
{
	return q && q->index >= 0 && q->index < p->n_queues ? &p->queues[q->index] : NULL;
}

/* resource_division.c: fair_share of all queues of a level, then of the levels below (rules/05 6).
 */
void divide_level(
	struct proportion *p, struct queue_share **queues, int n, const struct triple *amount);
/* One level, one resource; returns what was not assigned. */
double divide_resource(struct queue_share **queues, int n, int slot, double amount, double k);

void queue_order_open(struct proportion *p);
/* queue_order.c: negative: l first (rules/05 8). */
int queue_order(struct proportion *p, const struct queue_share *l, const struct queue_share *r,
	struct job *l_job, struct job *r_job, const struct job_list *l_victims,
	const struct job_list *r_victims);
/* What decided it, for --explain; not for victims. */
struct order_reason queue_order_reason(struct proportion *p, struct queue *l, struct queue *r,
	struct job *l_job, struct job *r_job);

/* queue_ledger.c: the hook of session/queue_ledger.h. */
void queue_ledger_open(struct proportion *p);

/* capacity_policy.c (rules/05 11). */
void capacity_open(struct proportion *p);

/* reclaimable.c (rules/05 12). */
void reclaimable_open(struct proportion *p);

#endif
