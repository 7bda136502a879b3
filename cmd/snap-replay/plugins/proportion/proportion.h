/* What the files of the plugin proportion share: the figures of every queue (rules/05 5 to 8).
 *
 * Figures are doubles. Sums follow the original's order, which decides how they round: queues go by
 * UID, which is their name. */
#ifndef SNAP_PROPORTION_H
#define SNAP_PROPORTION_H
#include "session/session.h"

#define UNLIMITED (-1.0)
/* By SLOT_CPU, SLOT_MEMORY, SLOT_GPU: milli-CPU, bytes, GPUs. */
enum { TRIPLE = 3 }; /* ORDER slot: the first three, which queues share */
_Static_assert(SLOT_CPU == 0 && SLOT_MEMORY == 1 && SLOT_GPU == TRIPLE - 1, "slots of a triple");
struct triple {
	double v[TRIPLE];
};
/* Figures of one queue and resource. deserved: the quota. deserved and limit may be UNLIMITED.
 * usage: past usage, which a snapshot does not hold: 0. allocated_np: the part of allocated that
 * non-preemptible jobs have. request: what is allocated and what is pending. */
struct share {
	double deserved, limit, weight, usage, allocated, allocated_np, request, fair_share;
};
struct queue_share {
	const struct queue *queue;
	struct queue_share *parent;    /* NULL: top level */
	struct queue_share **children; /* by UID, or as the dice shuffle them */
	int n_children;
	struct share r[TRIPLE];
	uint32_t priority_rank; /* how many queues of the cluster have a higher priority */
	struct side_memo *side; /* of queue_order.c; NULL: without short cuts */
	uint64_t version;       /* grows with every change of its allocated figures */
};
struct capacity_memo; /* capacity_policy.c */
struct reclaim_copy;  /* reclaim_validator.c */
struct proportion {
	struct session *session;
	struct queue_share *queues; /* by queue->index */
	struct queue_share **tops;  /* those without parent, in the order of children */
	int n_queues, n_tops;
	struct triple total;  /* of the cluster */
	double k, multiplier; /* arguments kValue and relcaimerSaturationMultiplier */
	uint64_t version;     /* grows with every change of an allocated figure of any queue */
	struct capacity_memo *memo;
	unsigned char *reclaim_answers; /* reclaimable.c */
	struct reclaim_copy *copy;
};

/* a <= b, where UNLIMITED is above every number. leq: in all three resources. */
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
/* The request, cut to the limit. */
static inline double requestable(const struct share *r)
{
	return r->limit == UNLIMITED || r->request < r->limit ? r->request : r->limit;
}
/* The most that the queue may hold: the greater of quota and fair share, cut to the limit
 * (rules/05 7). share_allocatable: of one resource; allocatable_of: of all three. */
static inline double share_allocatable(const struct share *r)
{
	double a = r->deserved > r->fair_share ? r->deserved : r->fair_share;

	if (r->deserved == UNLIMITED)
		return r->limit;
	return r->limit != UNLIMITED && r->limit < a ? r->limit : a;
}
static inline struct triple allocatable_of(const struct queue_share *q)
{
	return (struct triple){{share_allocatable(&q->r[0]), share_allocatable(&q->r[1]),
		share_allocatable(&q->r[2])}};
}
struct triple triple_add(struct triple a, struct triple b);
struct triple triple_sub(struct triple a, struct triple b);
/* The triple of a vector by slot. GPUs include those of MIG profiles. */
struct triple triple_of(const struct proportion *p, const double *vector);
/* What the task's last node accepted, or 0. with_mig: GPUs include those of MIG profiles. */
struct triple triple_accepted(const struct proportion *p, const struct task *t, bool with_mig);
/* The request of the job's unit, req(job) of the rules; 0 for NULL. */
struct triple job_request(struct proportion *p, struct job *j);
/* One figure of a queue, of all three resources. */
#define SHARE_TRIPLE(q, field) \
	((struct triple){{(q)->r[0].field, (q)->r[1].field, (q)->r[2].field}})
/* True: with that much more of the resource, the queue holds more than its limit (rules/05 11). */
static inline bool exceeds_limit(const struct queue_share *q, int slot, double amount)
{
	return q->r[slot].limit != UNLIMITED && amount != 0 &&
		q->r[slot].limit < q->r[slot].allocated + amount;
}
/* NULL: q is NULL or no queue of the session. */
static inline struct queue_share *queue_share_of(const struct proportion *p, const struct queue *q)
{
	return q && q->index >= 0 && q->index < p->n_queues ? &p->queues[q->index] : NULL;
}

/* resource_division.c (rules/05 6). Divides amount among sibling queues by setting their
 * fair_share, then each queue's fair share among its children. */
void divide_level(
	struct proportion *p, struct queue_share **queues, int n, const struct triple *amount);
/* One level, one resource. Returns what was not given to any queue. */
double divide_resource(struct queue_share **queues, int n, int slot, double amount, double k);

/* queue_order.c (rules/05 8). queue_order: negative: l goes first. Each queue comes with the job
 * that it would place next and, in a victim walk, the jobs of its victims so far. */
void queue_order_open(struct proportion *p);
int queue_order(struct proportion *p, const struct queue_share *l, const struct queue_share *r,
	struct job *l_job, struct job *r_job, const struct job_list *l_victims,
	const struct job_list *r_victims);
/* The step that decided, for --explain; not in a victim walk. */
struct order_reason queue_order_reason(struct proportion *p, struct queue *l, struct queue *r,
	struct job *l_job, struct job *r_job);

/* queue_ledger.c: registers the hook that makes a ledger (session/queue_ledger.h). */
void queue_ledger_open(struct proportion *p);

/* These register their hooks: capacity_policy.c (rules/05 11), reclaimable.c (rules/05 12.1 and
 * 12.2), reclaim_validator.c (rules/05 12.3). */
void capacity_open(struct proportion *p);
void reclaimable_open(struct proportion *p);
void reclaim_validator_open(struct proportion *p);

#endif
