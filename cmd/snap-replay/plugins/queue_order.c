/* Which of two sibling queues goes first (kai/05 section 8). */
#include "proportion.h"

static bool over_used(const struct queue_share *q)
{
	for (int i = 0; i < TRIPLE; i++)
		if (!(q->r[i].fair_share < q->r[i].allocated))
			return false;
	return true;
}

/* Some resource with nothing allocatable would be used. */
static bool violates(const struct triple *allocatable, const struct triple *after)
{
	for (int i = 0; i < TRIPLE; i++)
		if (allocatable->v[i] == 0 && after->v[i] > 0)
			return true;
	return false;
}

static double dominant_share(const struct proportion *p, const struct triple *allocatable, const struct triple *allocated)
{
	double most = 0;

	for (int i = 0; i < TRIPLE; i++) {
		double a = allocatable->v[i] == UNLIMITED ? p->total.v[i] : allocatable->v[i];
		double share = a == 0 ? allocated->v[i] * 1000 : allocated->v[i] / a;

		most = share > most ? share : most;
	}
	return most;
}

static struct triple victims_of(const struct proportion *p, const struct job_list *victims)
{
	struct triple sum = {{0}};

	for (int i = 0; victims && i < victims->n; i++)
		sum = triple_add(sum, triple_of(p, victims->items[i]->allocated));
	return sum;
}

struct side {
	struct triple allocated, after, allocatable;
};

static struct side side_of(struct proportion *p, const struct queue_share *q, struct job *j)
{
	struct side s;

	s.allocated = SHARE_TRIPLE(q, allocated);
	s.after = triple_add(s.allocated, job_request(p, j));
	for (int i = 0; i < TRIPLE; i++)
		s.allocatable.v[i] = share_allocatable(&q->r[i]);
	return s;
}

static int smaller_first(double l, double r)
{
	return (l > r) - (l < r);
}

static int by_shares(struct proportion *p, const struct side *l, const struct side *r, const struct job_list *l_victims,
                     const struct job_list *r_victims)
{
	struct triple la = triple_sub(l->after, victims_of(p, l_victims)), ra = triple_sub(r->after, victims_of(p, r_victims));
	int order = smaller_first(dominant_share(p, &l->allocatable, &la), dominant_share(p, &r->allocatable, &ra));

	if (order)
		return order;
	order = smaller_first(dominant_share(p, &l->allocatable, &l->allocated), dominant_share(p, &r->allocatable, &r->allocated));
	if (order)
		return order;
	return leq(&r->allocatable, &l->allocatable) - leq(&l->allocatable, &r->allocatable);
}

int queue_order(struct proportion *p, const struct queue_share *l, const struct queue_share *r, struct job *l_job, struct job *r_job,
                const struct job_list *l_victims, const struct job_list *r_victims)
{
	bool l_over = over_used(l), r_over = over_used(r), l_starved, r_starved, l_violates, r_violates;
	struct triple l_deserved = SHARE_TRIPLE(l, deserved), r_deserved = SHARE_TRIPLE(r, deserved);
	struct side ls, rs;
	int order;

	if (l_over != r_over)
		return l_over ? 1 : -1;
	ls = side_of(p, l, l_job);
	rs = side_of(p, r, r_job);
	l_starved = leq(&ls.after, &l_deserved);
	r_starved = leq(&rs.after, &r_deserved);
	if (l_starved != r_starved)
		return l_starved ? -1 : 1;
	if (l->queue->priority != r->queue->priority)
		return l->queue->priority > r->queue->priority ? -1 : 1;
	l_violates = violates(&ls.allocatable, &ls.after);
	r_violates = violates(&rs.allocatable, &rs.after);
	if (l_violates != r_violates)
		return l_violates ? 1 : -1;
	order = by_shares(p, &ls, &rs, l_victims, r_victims);
	if (order)
		return order;
	order = instant_cmp(l->queue->creation, r->queue->creation);
	return order ? order : str_cmp(l->queue->name, r->queue->name);
}
