/* Which of two sibling queues goes first (rules/05 8). */
#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "plugins/proportion/queue_side.h"

static double dominant_share(const struct proportion *p, const struct triple *allocatable,
	const struct triple *allocated)
{
	double most = 0;

	for (int i = 0; i < TRIPLE; i++) {
		double share = share_of_total(p, i, allocatable->v[i], allocated->v[i]);

		most = share > most ? share : most;
	}
	return most;
}

/* Sums follow the order of the list. While a walk lasts only the last job can change, so the sum of
 * the others is kept in victims->sum. */
static struct triple victims_of(const struct proportion *p, const struct job_list *victims)
{
	struct job_sum none = {.n = 0}, *known = victims->sum ? victims->sum : &none;
	struct triple sum;

	memcpy(sum.v, known->v, sizeof sum.v);
	for (; known->n < victims->n - 1; known->n++) {
		sum = triple_add(sum, triple_of(p, victims->items[known->n]->allocated));
		memcpy(known->v, sum.v, sizeof sum.v);
	}
	return victims->n ? triple_add(sum, triple_of(p, victims->items[victims->n - 1]->allocated))
			  : sum;
}

/* The last sides of a queue, one for each request: few different requests occur. A side is valid
 * until the queue's allocated amounts change, which changes q->version. */
enum { SIDES = 8 };
struct side_memo {
	uint64_t version;
	int n, next;
	struct side side[SIDES];
};

static struct triple after_of(const struct side *s)
{
	return triple_add(SHARE_TRIPLE(s->queue, allocated), s->request);
}

static double dominant_now(const struct proportion *p, const struct side *s)
{
	struct triple allocatable = allocatable_of(s->queue),
		      allocated = SHARE_TRIPLE(s->queue, allocated);

	return dominant_share(p, &allocatable, &allocated);
}

static const struct side *memo_find(const struct side_memo *m, const struct triple *request)
{
	for (int i = 0; i < m->n; i++)
		if (m->side[i].request.v[SLOT_GPU] == request->v[SLOT_GPU] &&
			m->side[i].request.v[SLOT_CPU] == request->v[SLOT_CPU] &&
			m->side[i].request.v[SLOT_MEMORY] == request->v[SLOT_MEMORY])
			return &m->side[i];
	return NULL;
}

/* The side from the queue's memo, made if it is not there. */
static const struct side *memo_side(
	const struct proportion *p, const struct queue_share *q, const struct triple *request)
{
	struct side_memo *m = q->side;
	const struct side *known;

	if (m->version != q->version)
		m->n = m->next = 0;
	known = memo_find(m, request);
	if (known)
		return known;
	m->version = q->version;
	m->side[m->next] = side_of(p, q, request);
	known = &m->side[m->next];
	m->next = (m->next + 1) % SIDES;
	m->n += m->n < SIDES;
	return known;
}

/* The side from the memo; without short cuts a new one in *made. */
static const struct side *side_with_job(
	struct proportion *p, const struct queue_share *q, struct job *j, struct side *made)
{
	struct triple request = job_request(p, j);

	if (q->side && !p->session->exhaustive)
		return memo_side(p, q, &request);
	*made = side_of(p, q, &request);
	return made;
}

/* ---- the comparison ---- */

/* 0: both may hold the same, or neither may hold less of every resource. */
static int smaller_allocatable_first(const struct side *l, const struct side *r)
{
	struct triple l_allocatable = allocatable_of(l->queue),
		      r_allocatable = allocatable_of(r->queue);

	return leq(&r_allocatable, &l_allocatable) - leq(&l_allocatable, &r_allocatable);
}

/* The steps after STEP_DOMINANT_AFTER. ORDER queue_step */
static int compare_equal_keys(const struct proportion *p, const struct side *l,
	const struct side *r, enum queue_step *step)
{
	double l_share = dominant_now(p, l), r_share = dominant_now(p, r);
	int order = (l_share > r_share) - (l_share < r_share);

	*step = STEP_DOMINANT_NOW;
	if (order)
		return order;
	*step = STEP_ALLOCATABLE;
	order = smaller_allocatable_first(l, r);
	if (order)
		return order;
	*step = STEP_AGE;
	/* Two queues of the same second give 1 both ways: neither goes first (rules/10 1). */
	return instant_cmp(l->queue->queue->creation, r->queue->queue->creation) < 0 ? -1 : 1;
}

/* Each step compares numbers, or, where one of two queues may have less of every resource, these in
 * an order that is total; so is their sequence. */
bool sides_tell_apart(const struct queue_share *l, const struct queue_share *r)
{
	struct triple l_allocatable = allocatable_of(l), r_allocatable = allocatable_of(r);

	return (leq(&l_allocatable, &r_allocatable) || leq(&r_allocatable, &l_allocatable)) &&
		instant_cmp(l->queue->creation, r->queue->creation);
}

int compare_sides(const struct proportion *p, const struct side *l, const struct side *r,
	enum queue_step *step)
{
	int order = queue_sort_key_order(&l->key, &r->key);

	return order ? order : compare_equal_keys(p, l, r, step);
}

/* The most that the queue may hold of the resource, so that its share is no greater. */
static double holds_at(const struct proportion *p, const struct share *r, int slot, double share)
{
	double a = share_allocatable(r);

	a = a == UNLIMITED ? p->total.v[slot] : a;
	return a == 0 ? share / 1000 : share * a;
}

/* More than all that eight steps are rounded by: to a bound, to less than it, to what a queue may
 * get beyond what it holds, twice to what is left of that, to what the queue holds then, to that
 * with the request, to its part. */
static const double MARGIN = 0x1p-49;

/* A queue that is not over-used holds no more than its fair share of some resource. As long as it
 * does so of the one of which it has the greatest part left, it stays that. */
static void keep_used(const struct queue_share *q, double more[TRIPLE])
{
	int best = 0;
	double most = -INFINITY;

	for (int i = 0; i < TRIPLE; i++) {
		const struct share *r = &q->r[i];
		double left = r->fair_share * (1 - MARGIN) - r->allocated,
		       part = left / (r->fair_share > 1 ? r->fair_share : 1);

		more[i] = INFINITY;
		if (part <= most)
			continue;
		most = part;
		best = i;
	}
	more[best] = q->r[best].fair_share * (1 - MARGIN) - q->r[best].allocated;
}

/* Of each resource, what the queue holds with a request decides by three bounds: the quota; that it
 * may have none; its part of what it may have. Where it keeps those bounds of the first two that
 * the key says are kept, the rank is no greater; if than has the same one, the share must be
 * smaller, too. What it holds without the request decides whether it is over-used. */
bool share_below(const struct proportion *p, const struct queue_share *q,
	const struct queue_sort_key *key, const struct queue_sort_key *than,
	struct queue_bound *bound)
{
	bool over_quota = key->rank >> RANK_OVER_QUOTA & 1,
	     violation = key->rank >> RANK_VIOLATION & 1,
	     over_used = key->rank >> RANK_OVER_USED & 1;

	if (q->r[0].allocated < 0 || q->r[1].allocated < 0 || q->r[2].allocated < 0)
		return false;
	for (int i = 0; i < TRIPLE; i++) {
		const struct share *r = &q->r[i];
		double held = over_quota || r->deserved == UNLIMITED ? INFINITY : r->deserved,
		       part = INFINITY;

		if (!violation && share_allocatable(r) == 0)
			held = 0;
		if (key->rank == than->rank)
			part = holds_at(p, r, i, than->share);
		bound->most[i] = (part < held ? part : held) * (1 - MARGIN) - r->allocated;
		bound->more[i] = INFINITY;
	}
	if (!over_used)
		keep_used(q, bound->more);
	return true;
}

/* In a victim walk the dominant share does not count the victims. */
static struct side without_victims(
	const struct proportion *p, const struct side *s, const struct job_list *victims)
{
	struct triple allocatable = allocatable_of(s->queue), left;
	struct side made = *s;

	left = triple_sub(after_of(s), victims_of(p, victims));
	made.key.share = dominant_share(p, &allocatable, &left);
	return made;
}

int queue_order(struct proportion *p, const struct queue_share *l, const struct queue_share *r,
	struct job *l_job, struct job *r_job, const struct job_list *l_victims,
	const struct job_list *r_victims)
{
	struct side l_made, r_made;
	const struct side *ls = side_with_job(p, l, l_job, &l_made),
			  *rs = side_with_job(p, r, r_job, &r_made);
	enum queue_step step;

	if (ls->key.rank == rs->key.rank && l_victims) {
		l_made = without_victims(p, ls, l_victims);
		r_made = without_victims(p, rs, r_victims);
		return compare_sides(p, &l_made, &r_made, &step);
	}
	return compare_sides(p, ls, rs, &step);
}

/* ---- for --explain ---- */

/* Of two sides with different keys. ORDER queue_step */
static enum queue_step step_of_keys(const struct queue_sort_key *l, const struct queue_sort_key *r)
{
	uint64_t different = l->rank ^ r->rank;

	if (!different)
		return STEP_DOMINANT_AFTER;
	if (different >> RANK_OVER_USED)
		return STEP_OVER_USED;
	if (different >> RANK_OVER_QUOTA)
		return STEP_OVER_QUOTA;
	return different >> RANK_PRIORITY ? STEP_PRIORITY : STEP_VIOLATION;
}

static struct str value_text(struct proportion *p, enum queue_step step, const struct side *s)
{
	switch (step) {
	case STEP_OVER_USED:
		return s->key.rank >> RANK_OVER_USED & 1 ? STR("over-used") : STR("not over-used");
	case STEP_OVER_QUOTA:
		return s->key.rank >> RANK_OVER_QUOTA & 1 ? STR("over its quota")
							  : STR("within its quota");
	case STEP_PRIORITY:
		return session_text(p->session, "%lld", (long long)s->queue->queue->priority);
	case STEP_VIOLATION:
		return s->key.rank >> RANK_VIOLATION & 1 ? STR("beyond what it may have")
							 : STR("within what it may have");
	case STEP_DOMINANT_AFTER: return session_text(p->session, "%.4g", s->key.share);
	case STEP_DOMINANT_NOW: return session_text(p->session, "%.4g", dominant_now(p, s));
	case STEP_ALLOCATABLE:
	case STEP_AGE: break;
	}
	return STR("");
}

struct order_reason queue_order_reason(struct proportion *p, struct queue *l, struct queue *r,
	struct job *l_job, struct job *r_job)
{
	static const char *const names[] = {
		[STEP_OVER_USED] = "use of fair share",
		[STEP_OVER_QUOTA] = "quota, with its next pod group",
		[STEP_PRIORITY] = "queue priority",
		[STEP_VIOLATION] = "resources, with its next pod group",
		[STEP_DOMINANT_AFTER] = "dominant share, with its next pod group",
		[STEP_DOMINANT_NOW] = "dominant share",
		[STEP_ALLOCATABLE] = "what it may have in all",
	};
	struct side l_made, r_made;
	const struct side *ls = side_with_job(p, queue_share_of(p, l), l_job, &l_made),
			  *rs = side_with_job(p, queue_share_of(p, r), r_job, &r_made);
	enum queue_step step = step_of_keys(&ls->key, &rs->key);
	struct order_reason why = {.order = compare_sides(p, ls, rs, &step)};

	if (step == STEP_AGE && instant_cmp(l->creation, r->creation))
		return (struct order_reason){.order = 0}; /* the session gives the step */
	if (step == STEP_AGE)
		return (struct order_reason){.order = why.order,
			.step = "place: they are equal, and who is in front stays there"};
	why.step = names[step];
	why.l = value_text(p, step, ls);
	why.r = value_text(p, step, rs);
	return why;
}

/* ---- the live ledger ---- */

struct live_ledger {
	struct queue_ledger head;
	const struct proportion *p;
};
_Static_assert(offsetof(struct live_ledger, head) == 0, "live_side");

static const struct side *live_side(
	const struct queue_ledger *head, const struct queue *q, const double *request)
{
	const struct proportion *p = ((const struct live_ledger *)head)->p;
	struct triple amounts;

	memcpy(amounts.v, request, sizeof amounts.v);
	return memo_side(p, queue_share_of(p, q), &amounts);
}

/* From 1: a queue's own version begins with 0. */
static uint64_t live_version(const struct queue_ledger *head, const struct queue *q)
{
	return 1 + queue_share_of(((const struct live_ledger *)head)->p, q)->version;
}

static struct queue_sort_key live_key(
	const struct queue_ledger *head, const struct queue *q, const double *request)
{
	return live_side(head, q, request)->key;
}

static bool live_below(const struct queue_ledger *head, const struct queue *q,
	const struct queue_sort_key *key, const struct queue_sort_key *than,
	struct queue_bound *bound)
{
	const struct proportion *p = ((const struct live_ledger *)head)->p;

	return share_below(p, queue_share_of(p, q), key, than, bound);
}

static bool live_before(const struct queue_ledger *head, const struct queue *a,
	const struct queue *b, const double *a_request, const double *b_request)
{
	enum queue_step step;

	return compare_sides(((const struct live_ledger *)head)->p, live_side(head, a, a_request),
		       live_side(head, b, b_request), &step) < 0;
}

static bool live_tells_apart(
	const struct queue_ledger *head, const struct queue *a, const struct queue *b)
{
	const struct proportion *p = ((const struct live_ledger *)head)->p;

	return sides_tell_apart(queue_share_of(p, a), queue_share_of(p, b));
}

struct queue_ledger *queue_order_live(struct proportion *p, struct arena *a)
{
	static const struct queue_ledger_ops ops = {.version = live_version,
		.sort_key = live_key,
		.below = live_below,
		.before = live_before,
		.tells_apart = live_tells_apart};
	struct live_ledger *l = ARENA_NEW(a, struct live_ledger);

	l->head.ops = &ops;
	l->p = p;
	return &l->head;
}

/* ---- priorities ---- */

static int higher_first(const void *a, const void *b)
{
	const struct queue *l = (*(struct queue_share *const *)a)->queue,
			   *r = (*(struct queue_share *const *)b)->queue;

	return (l->priority < r->priority) - (l->priority > r->priority);
}

static void rank_priorities(struct proportion *p)
{
	struct queue_share **sorted = xcalloc((size_t)p->n_queues, sizeof(struct queue_share *));

	for (int i = 0; i < p->n_queues; i++)
		sorted[i] = &p->queues[i];
	qsort(sorted, (size_t)p->n_queues, sizeof(struct queue_share *), higher_first);
	for (int i = 1; i < p->n_queues; i++) {
		bool same = sorted[i]->queue->priority == sorted[i - 1]->queue->priority;

		sorted[i]->priority_rank = same ? sorted[i - 1]->priority_rank : (uint32_t)i;
	}
	free(sorted);
}

void queue_order_open(struct proportion *p)
{
	struct side_memo *memos =
		ARENA_ARRAY(&p->session->arena, (size_t)p->n_queues, struct side_memo);

	for (int i = 0; i < p->n_queues; i++)
		p->queues[i].side = &memos[i];
	rank_priorities(p);
}
