/* Which of two sibling queues goes first (rules/05 8): the session's order, the orders of a live
 * and of a loaded queue ledger, and the step that --explain names, each against the table of the
 * rule, which this test spells out step by step. The figures of the queues are random: priorities,
 * quotas, limits, fair shares and allocated amounts of CPU, memory and GPUs, with many ties. */
#include <math.h>

#include "acts.h"
#include "cmd/snap-replay/plugins/proportion/queue_side.h"
#include "cmd/snap-replay/session/orders.h"
#include "cmd/snap-replay/session/units.h"

enum { QUEUES = 6, JOBS_EACH = 4, CLUSTERS = 8, ROUNDS = 40 };
static const double units[TRIPLE] = {1000, 1e9, 1}; /* of figures and of requests */

/* Of each queue's jobs the first two wait, the others run; they ask for 0 to 2 units of each
 * resource. */
static void cluster_open(struct fixture *f)
{
	struct strbuf b = {0};

	strbuf_addz(&b, "'queues':[");
	for (int i = 0; i < QUEUES; i++)
		strbuf_addf(&b,
			"%s{'metadata':{'name':'q%d','creationTimestamp':'2026-01-01T0%d:00:00Z'},"
			"'spec':{'priority':%d,'resources':{'cpu':" UNLIMITED_RESOURCE
			",'memory':" UNLIMITED_RESOURCE ",'gpu':" UNLIMITED_RESOURCE "}}}",
			i ? "," : "", i, under(3), 10 * under(3));
	strbuf_addz(&b, "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", "90") "],'podGroups':[");
	for (int i = 0; i < QUEUES * JOBS_EACH; i++)
		strbuf_addf(&b, "%s" JOB("j%02d", "q%d", "low", "01", "1"), i ? "," : "", i,
			i / JOBS_EACH);
	strbuf_addz(&b, "],'pods':[");
	for (int i = 0; i < QUEUES * JOBS_EACH; i++) {
		bool waits = i % JOBS_EACH < 2;

		strbuf_addf(&b,
			"%s" POD_MORE("p%02d", "j%02d", "", "", "%s",
				"'cpu':'%d','memory':'%dG','nvidia.com/gpu':'%d'", "%s"),
			i ? "," : "", i, i, i, waits ? "" : "'nodeName':'n0',", under(3), under(3),
			under(3), waits ? "Pending" : "Running");
	}
	strbuf_addz(&b, "]");
	fixture_open(f, FIXTURE_PARAMS, EVICTING_PLUGINS, b.s);
	strbuf_free(&b);
}

static double one_of(const double *values, int n)
{
	return values[under(n)];
}

static void random_share(struct share *r, int slot)
{
	static const double quotas[] = {-1, 0, 1, 2, 4}, limits[] = {-1, 0, 2, 4},
			    amounts[] = {0, 1, 2, 3};
	double quota = one_of(quotas, 5), limit = one_of(limits, 4);

	r->deserved = quota < 0 ? UNLIMITED : quota * units[slot];
	r->limit = limit < 0 ? UNLIMITED : limit * units[slot];
	r->fair_share = one_of(amounts, 4) * units[slot];
	r->allocated = one_of(amounts, 4) * units[slot];
}

/* Every other queue gets the figures of the one before, often with one difference. */
static void random_figures(struct proportion *p)
{
	for (int i = 0; i < p->n_queues; i++) {
		struct queue_share *q = &p->queues[i];

		q->version++;
		for (int k = 0; k < TRIPLE; k++) {
			if (i % 2)
				q->r[k] = p->queues[i - 1].r[k];
			if (i % 2 == 0 || under(6) == 0)
				random_share(&q->r[k], k);
		}
	}
}

/* ---- the rule ---- */

struct contestant {
	struct queue *queue;
	struct queue_figures g;
	struct job *job;
	double request[TRIPLE];
	struct job_list victims; /* items NULL: none */
	struct job *victim[2];
};

static double may_hold(const struct queue_figures *g, int slot)
{
	double most =
		g->deserved[slot] > g->fair_share[slot] ? g->deserved[slot] : g->fair_share[slot];

	if (g->deserved[slot] == -1)
		return g->limit[slot];
	return g->limit[slot] != -1 && g->limit[slot] < most ? g->limit[slot] : most;
}

static bool at_most(double a, double b)
{
	return b == -1 || (a != -1 && a <= b);
}

static bool is_over_used(const struct contestant *c)
{
	for (int i = 0; i < TRIPLE; i++)
		if (c->g.fair_share[i] >= c->g.allocated[i])
			return false;
	return true;
}

static bool is_starved(const struct contestant *c)
{
	for (int i = 0; i < TRIPLE; i++)
		if (!at_most(c->g.allocated[i] + c->request[i], c->g.deserved[i]))
			return false;
	return true;
}

static bool is_violation(const struct contestant *c)
{
	for (int i = 0; i < TRIPLE; i++)
		if (may_hold(&c->g, i) == 0 && c->g.allocated[i] + c->request[i] > 0)
			return true;
	return false;
}

static double dominant(const struct proportion *p, const struct contestant *c, bool after)
{
	double most = 0;

	for (int i = 0; i < TRIPLE; i++) {
		double a = may_hold(&c->g, i), held = c->g.allocated[i], share;

		held += after ? c->request[i] : 0;
		for (int k = 0; after && k < c->victims.n; k++)
			held -= c->victims.items[k]->allocated[i];
		a = a == -1 ? p->total.v[i] : a;
		share = a == 0 ? held * 1000 : held / a;
		most = share > most ? share : most;
	}
	return most;
}

static bool all_at_most(const struct contestant *l, const struct contestant *r)
{
	for (int i = 0; i < TRIPLE; i++)
		if (!at_most(may_hold(&l->g, i), may_hold(&r->g, i)))
			return false;
	return true;
}

/* l goes before r. *step: the step of the rule that decides. */
/* ORDER queue_step */
static bool by_rule(const struct proportion *p, const struct contestant *l,
	const struct contestant *r, enum queue_step *step)
{
	*step = STEP_OVER_USED;
	if (is_over_used(l) != is_over_used(r))
		return is_over_used(r);
	*step = STEP_OVER_QUOTA;
	if (is_starved(l) != is_starved(r))
		return is_starved(l);
	*step = STEP_PRIORITY;
	if (l->queue->priority != r->queue->priority)
		return l->queue->priority > r->queue->priority;
	*step = STEP_VIOLATION;
	if (is_violation(l) != is_violation(r))
		return is_violation(r);
	*step = STEP_DOMINANT_AFTER;
	if (dominant(p, l, true) != dominant(p, r, true))
		return dominant(p, l, true) < dominant(p, r, true);
	*step = STEP_DOMINANT_NOW;
	if (dominant(p, l, false) != dominant(p, r, false))
		return dominant(p, l, false) < dominant(p, r, false);
	*step = STEP_ALLOCATABLE;
	if (all_at_most(l, r) != all_at_most(r, l))
		return all_at_most(l, r);
	*step = STEP_AGE;
	return instant_cmp(l->queue->creation, r->queue->creation) < 0;
}

/* ---- the others ---- */

struct tally {
	int compared, session, live, ledger, explained, with_victims;
	int decided[STEP_AGE + 1], victims_matter;
	/* Requests that are said to give a smaller key, and do not; which are known to; which are
	 * said to while the queue holds more. */
	int not_below, found, given;
};

static void enter(struct fixture *f, struct contestant *c, int queue)
{
	char name[16];

	snprintf(name, sizeof name, "q%d", queue);
	c->queue = fixture_queue(f, name);
	c->g = fixture_figures(f, name);
	snprintf(name, sizeof name, "j%02d", queue * JOBS_EACH + under(2));
	c->job = fixture_job(f, name);
	session_request_vector(&f->session, c->job, false);
	memcpy(c->request, c->job->unit_sums, sizeof c->request);
	for (int i = 0; i < 2; i++) {
		snprintf(name, sizeof name, "j%02d", queue * JOBS_EACH + 2 + i);
		c->victim[i] = fixture_job(f, name);
	}
}

static bool by_ledger(
	const struct queue_ledger *ledger, const struct contestant *l, const struct contestant *r)
{
	struct queue_sort_key lk = ledger->ops->sort_key(ledger, l->queue, l->request),
			      rk = ledger->ops->sort_key(ledger, r->queue, r->request);
	int order = queue_sort_key_order(&lk, &rk);

	return order ? order < 0
		     : ledger->ops->before(ledger, l->queue, r->queue, l->request, r->request);
}

static bool explained(struct session *s, const struct contestant *l, const struct contestant *r,
	enum queue_step step)
{
	static const char *const names[] = {"use of fair share", "quota, with its next pod group",
		"queue priority", "resources, with its next pod group",
		"dominant share, with its next pod group", "dominant share",
		"what it may have in all"};
	struct order_reason why = session_queue_reason(s, l->queue, r->queue, l->job, r->job);

	return step == STEP_AGE || strcmp(why.step, names[step]) == 0;
}

static void with_victims(struct session *s, const struct proportion *p, struct contestant *l,
	struct contestant *r, bool before, struct tally *t)
{
	enum queue_step step;
	bool want;

	memset(l->request, 0, sizeof l->request);
	memset(r->request, 0, sizeof r->request);
	l->victims = (struct job_list){.items = l->victim, .n = 1 + under(2)};
	r->victims = (struct job_list){.items = r->victim, .n = 1 + under(2)};
	want = by_rule(p, l, r, &step);
	t->victims_matter += want != before && step == STEP_DOMINANT_AFTER;
	t->with_victims += want !=
		session_queue_less(s, l->queue, r->queue, NULL, NULL, &l->victims, &r->victims);
}

static void compare(struct fixture *f, const struct proportion *p,
	const struct queue_ledger *ledger, const struct queue_ledger *live, int a, int b,
	struct tally *t)
{
	struct session *s = &f->session;
	struct contestant l = {0}, r = {0};
	struct queue *lq, *rq;
	enum queue_step step;
	bool want;

	enter(f, &l, a);
	enter(f, &r, b);
	lq = fixture_queue(f, l.queue->name.p);
	rq = fixture_queue(f, r.queue->name.p);
	want = by_rule(p, &l, &r, &step);
	t->compared++;
	t->decided[step]++;
	t->session += want != session_queue_less(s, lq, rq, l.job, r.job, NULL, NULL);
	t->live += want != by_ledger(live, &l, &r);
	t->ledger += want != by_ledger(ledger, &l, &r);
	t->explained += !explained(s, &l, &r, step);
	with_victims(s, p, &l, &r, want, t);
}

/* Amounts and limits below 0, as no cluster should have them. */
static void odd_figures(struct proportion *p)
{
	for (int i = 0; i < p->n_queues; i++) {
		struct share *r = &p->queues[i].r[under(TRIPLE)];

		p->queues[i].version++;
		if (under(2))
			r->allocated = -1 - under(3);
		else if (under(2))
			*r = (struct share){.deserved = UNLIMITED, .limit = -4, .allocated = 1};
	}
}

static struct queue_sort_key random_key(
	struct fixture *f, const struct queue_ledger *l, struct contestant *c, int queue)
{
	enter(f, c, queue);
	for (int k = 0; k < TRIPLE; k++)
		c->request[k] = under(9) / 3.0 * (under(2) ? units[k] : 1);
	return l->ops->sort_key(l, c->queue, c->request);
}

/* One that is in no resource greater, and often as great. */
static void random_request(const double *most, double *request)
{
	for (int k = 0; k < TRIPLE; k++) {
		request[k] = most[k] < INFINITY ? most[k] : 9 * units[k];
		request[k] *= under(3) ? 1 : under(3) / 3.0;
	}
}

static bool is_inside(const double *request, const double *most)
{
	return request[0] <= most[0] && request[1] <= most[1] && request[2] <= most[2];
}

/* What the queue is given beyond what it holds: whole amounts, often all that it may have. */
static void random_more(const struct queue_bound *bound, double *given)
{
	for (int k = 0; k < TRIPLE; k++) {
		double most = bound->more[k] < bound->most[k] ? bound->more[k] : bound->most[k];

		most = most < 9 * units[k] ? most : 9 * units[k];
		given[k] = most > 0 ? floor(under(3) ? most : most / 2) : 0;
	}
}

static void give(struct queue_ledger *l, const struct queue *q, const double *amount, double sign)
{
	double signed_amount[TRIPLE];

	for (int k = 0; k < TRIPLE; k++)
		signed_amount[k] = sign * amount[k];
	l->ops->allocate(l, q, signed_amount);
}

/* Asks for the key with a request within the bound, while the queue holds more. l: the same ledger,
 * if amounts can be given; else NULL. */
static void ask_within(const struct queue_ledger *any, struct queue_ledger *l,
	const struct queue *queue, const struct queue_bound *bound,
	const struct queue_sort_key *than, struct tally *t)
{
	double given[TRIPLE] = {0}, left[TRIPLE], request[TRIPLE];
	struct queue_sort_key key;

	if (l) {
		random_more(bound, given);
		give(l, queue, given, 1);
	}
	for (int k = 0; k < TRIPLE; k++)
		left[k] = bound->most[k] - given[k];
	random_request(left, request);
	key = any->ops->sort_key(any, queue, request);
	t->not_below += queue_sort_key_order(&key, than) >= 0;
	t->given += given[0] > 0 || given[1] > 0 || given[2] > 0;
	if (l) {
		give(l, queue, given, -1);
		l->ops->reset(l);
	}
}

/* Requests, and amounts, with which a key is said to be smaller than that of some other queue or
 * request, with both ledgers. */
static void ask_below(struct fixture *f, struct queue_ledger *ledger,
	const struct queue_ledger *live, struct tally *t)
{
	static const double none[TRIPLE] = {0, 0, 0};

	for (int i = 0; i < QUEUES * 8; i++) {
		const struct queue_ledger *l = i % 2 ? live : ledger;
		struct contestant c = {0}, other = {0};
		struct queue_bound bound;
		struct queue_sort_key than = random_key(f, l, &other, under(QUEUES)),
				      key = random_key(f, l, &c, i / 8);

		if (queue_sort_key_order(&key, &than) >= 0 ||
			!l->ops->below(l, c.queue, &key, &than, &bound))
			continue;
		t->found += is_inside(c.request, bound.most);
		for (int k = 0; k < 8 && is_inside(none, bound.most); k++)
			ask_within(l, i % 2 ? NULL : ledger, c.queue, &bound, &than, t);
	}
}

static void one_cluster(struct tally *t)
{
	struct queue_ledger *ledger, *live;
	struct proportion *p;
	struct fixture f;

	cluster_open(&f);
	p = f.session.hooks.queue_order.items[0].state;
	ledger = session_queue_ledger(&f.session, &f.session.arena, false);
	live = session_queue_ledger(&f.session, &f.session.arena, true);
	for (int i = 0; i < ROUNDS; i++) {
		random_figures(p);
		ledger->ops->load(ledger);
		ledger->ops->reset(ledger);
		for (int a = 0; a < QUEUES; a++)
			for (int b = 0; b < QUEUES; b++)
				if (a != b)
					compare(&f, p, ledger, live, a, b, t);
		ask_below(&f, ledger, live, t);
		odd_figures(p);
		ledger->ops->load(ledger);
		ledger->ops->reset(ledger);
		ask_below(&f, ledger, live, t);
	}
	fixture_close(&f);
}

int main(void)
{
	struct tally t = {0};

	for (int i = 0; i < CLUSTERS; i++)
		one_cluster(&t);
	for (int i = 0; i <= STEP_AGE; i++)
		ok(t.decided[i] > 20, "step %d decides some comparisons: %d", i + 1, t.decided[i]);
	ok(t.victims_matter > 20, "victims change some comparisons: %d", t.victims_matter);
	ok(t.session == 0, "the session: %d of %d differ", t.session, t.compared);
	ok(t.live == 0, "the live ledger: %d of %d differ", t.live, t.compared);
	ok(t.ledger == 0, "the queue ledger: %d of %d differ", t.ledger, t.compared);
	ok(t.explained == 0, "--explain: %d of %d name another step", t.explained, t.compared);
	ok(t.not_below == 0, "a key is not smaller where it is said to be: %d times", t.not_below);
	ok(t.found > 1000, "it is said of %d requests", t.found);
	ok(t.given > 1000, "and while queues hold more: %d times", t.given);
	ok(t.with_victims == 0, "with victims: %d of %d differ", t.with_victims, t.compared);
	return tap_end();
}
