/* Which of two sibling queues goes first (rules/05 8). */
#include "plugins/proportion/queue_side.h"

static double dominant_share(const struct proportion *p, const struct triple *allocatable,
	const struct triple *allocated)
{
	double most = 0;

	for (int i = 0; i < TRIPLE; i++) {
		double a = allocatable->v[i] == UNLIMITED ? p->total.v[i] : allocatable->v[i];
		double share = a == 0 ? allocated->v[i] * 1000 : allocated->v[i] / a;

		most = share > most ? share : most;
	}
	return most;
}

/* Sums are made in the order of the list; all but the last job stay as they are while a walk lasts.
 */
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

/* The last sides of a queue. They depend on the queue's figures, which grow q->version when they
 * change, and on the job's request, of which few kinds go round. */
enum { SIDES = 8 };
struct side_memo {
	uint64_t version;
	int n, next;
	struct side side[SIDES];
};

static struct triple allocatable_of(const struct queue_share *q)
{
	return (struct triple){{share_allocatable(&q->r[0]), share_allocatable(&q->r[1]),
		share_allocatable(&q->r[2])}};
}

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

static const struct side *side_known(const struct side_memo *m, const struct triple *request)
{
	for (int i = 0; i < m->n; i++)
		if (m->side[i].request.v[SLOT_GPU] == request->v[SLOT_GPU] &&
			m->side[i].request.v[SLOT_CPU] == request->v[SLOT_CPU] &&
			m->side[i].request.v[SLOT_MEMORY] == request->v[SLOT_MEMORY])
			return &m->side[i];
	return NULL;
}

/* Of a queue that keeps sides. */
static const struct side *side_kept(
	const struct proportion *p, const struct queue_share *q, const struct triple *request)
{
	struct side_memo *m = q->side;
	const struct side *known;

	if (m->version != q->version)
		m->n = m->next = 0;
	known = side_known(m, request);
	if (known)
		return known;
	m->version = q->version;
	m->side[m->next] = side_of(p, q, request);
	known = &m->side[m->next];
	m->next = (m->next + 1) % SIDES;
	m->n += m->n < SIDES;
	return known;
}

/* The side that is kept, or one made in *made. */
static const struct side *side_at_hand(
	struct proportion *p, const struct queue_share *q, struct job *j, struct side *made)
{
	struct triple request = job_request(p, j);

	if (q->side && !p->session->literal)
		return side_kept(p, q, &request);
	*made = side_of(p, q, &request);
	return made;
}

static int smaller_first(double l, double r)
{
	return (l > r) - (l < r);
}

static double dominant_without(
	const struct proportion *p, const struct side *s, const struct job_list *victims)
{
	struct triple left, allocatable;

	if (!victims)
		return s->dominant_after;
	left = triple_sub(after_of(s), victims_of(p, victims));
	allocatable = allocatable_of(s->queue);
	return dominant_share(p, &allocatable, &left);
}

static int by_shares(struct proportion *p, const struct side *l, const struct side *r,
	const struct job_list *l_victims, const struct job_list *r_victims, struct queue_verdict *v)
{
	struct triple l_allocatable, r_allocatable;
	int order;

	v->step = STEP_DOMINANT_AFTER;
	v->l = dominant_without(p, l, l_victims);
	v->r = dominant_without(p, r, r_victims);
	order = smaller_first(v->l, v->r);
	if (order)
		return order;
	v->step = STEP_DOMINANT_NOW;
	v->l = dominant_now(p, l);
	v->r = dominant_now(p, r);
	order = smaller_first(v->l, v->r);
	if (order)
		return order;
	v->step = STEP_ALLOCATABLE;
	l_allocatable = allocatable_of(l->queue);
	r_allocatable = allocatable_of(r->queue);
	return leq(&r_allocatable, &l_allocatable) - leq(&l_allocatable, &r_allocatable);
}

/* Of two yes-or-no answers; yes_first: the one that says yes goes first. */
static int by_answer(struct queue_verdict *v, enum queue_step step, bool l, bool r, bool yes_first)
{
	v->step = step;
	v->l = l;
	v->r = r;
	return l == r ? 0 : l == yes_first ? -1 : 1;
}

int compare_sides(struct proportion *p, const struct queue *l, const struct queue *r,
	const struct side *ls, const struct side *rs, const struct job_list *l_victims,
	const struct job_list *r_victims, struct queue_verdict *v)
{
	int order = by_answer(v, STEP_OVER_USED, ls->over_used, rs->over_used, false);

	if (order)
		return order;
	order = by_answer(v, STEP_STARVED, ls->starved, rs->starved, true);
	if (order)
		return order;
	v->step = STEP_PRIORITY;
	if (l->priority != r->priority)
		return l->priority > r->priority ? -1 : 1;
	order = by_answer(v, STEP_VIOLATION, ls->violates, rs->violates, false);
	if (order)
		return order;
	order = by_shares(p, ls, rs, l_victims, r_victims, v);
	if (order)
		return order;
	v->step = STEP_AGE;
	return instant_cmp(l->creation, r->creation) < 0
		? -1
		: 1; /* of two of the same second neither goes first (rules/10 1) */
}

static int decide(struct proportion *p, const struct queue_share *l, const struct queue_share *r,
	struct job *l_job, struct job *r_job, const struct job_list *l_victims,
	const struct job_list *r_victims, struct queue_verdict *v)
{
	struct side l_made, r_made;
	const struct side *ls = side_at_hand(p, l, l_job, &l_made),
			  *rs = side_at_hand(p, r, r_job, &r_made);

	return compare_sides(p, l->queue, r->queue, ls, rs, l_victims, r_victims, v);
}

int queue_order(struct proportion *p, const struct queue_share *l, const struct queue_share *r,
	struct job *l_job, struct job *r_job, const struct job_list *l_victims,
	const struct job_list *r_victims)
{
	struct queue_verdict v;

	return decide(p, l, r, l_job, r_job, l_victims, r_victims, &v);
}

static struct str value_text(
	struct session *s, enum queue_step step, const struct queue *q, double value)
{
	switch (step) {
	case STEP_OVER_USED: return value != 0 ? STR("over-used") : STR("not over-used");
	case STEP_STARVED: return value != 0 ? STR("within its quota") : STR("over its quota");
	case STEP_PRIORITY: return session_text(s, "%lld", (long long)q->priority);
	case STEP_VIOLATION:
		return value != 0 ? STR("beyond what it may have") : STR("within what it may have");
	case STEP_DOMINANT_AFTER:
	case STEP_DOMINANT_NOW: return session_text(s, "%.4g", value);
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
		[STEP_STARVED] = "quota, with its next pod group",
		[STEP_PRIORITY] = "queue priority",
		[STEP_VIOLATION] = "resources, with its next pod group",
		[STEP_DOMINANT_AFTER] = "dominant share, with its next pod group",
		[STEP_DOMINANT_NOW] = "dominant share",
		[STEP_ALLOCATABLE] = "what it may have in all",
	};
	struct queue_verdict v = {.step = STEP_AGE};
	struct order_reason why = {
		.order = decide(p, queue_share_of(p, l), queue_share_of(p, r), l_job, r_job, NULL,
			NULL, &v),
	};

	if (v.step == STEP_AGE && instant_cmp(l->creation, r->creation))
		return (struct order_reason){.order = 0}; /* the session says it */
	if (v.step == STEP_AGE)
		return (struct order_reason){.order = why.order,
			.step = "place: they are equal, and who is in front stays there"};
	why.step = names[v.step];
	why.l = value_text(p->session, v.step, l, v.l);
	why.r = value_text(p->session, v.step, r, v.r);
	return why;
}

static const void *key_of(void *ctx, const struct queue *q, const double *request)
{
	const struct queue_share *share = queue_share_of(ctx, q);
	struct triple asked;

	memcpy(asked.v, request, sizeof asked.v);
	return share && share->side ? side_kept(ctx, share, &asked) : NULL;
}

static int compare_keys(
	void *ctx, struct queue *l, struct queue *r, const void *l_key, const void *r_key)
{
	const struct side *ls = l_key, *rs = r_key;
	struct queue_verdict v;

	/* by far the most comparisons are decided here */
	if (ls->over_used == rs->over_used && ls->starved == rs->starved &&
		l->priority == r->priority && ls->violates == rs->violates &&
		ls->dominant_after != rs->dominant_after)
		return ls->dominant_after < rs->dominant_after ? -1 : 1;
	return compare_sides(ctx, l, r, ls, rs, NULL, NULL, &v);
}

void queue_order_open(struct proportion *p)
{
	struct side_memo *memos =
		ARENA_ARRAY(&p->session->arena, (size_t)p->n_queues + 1, struct side_memo);

	for (int i = 0; i < p->n_queues; i++)
		p->queues[i].side = &memos[i];
	hook_add_queue_key(p->session, key_of, p, "proportion");
	hook_add_queue_key_order(p->session, compare_keys, p, "proportion");
}
