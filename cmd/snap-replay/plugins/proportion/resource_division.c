/* Fair share: quotas, over-quota rounds by weight, leftovers by fraction (rules/05 6). Keep the
 * order of the operations on doubles: another order rounds otherwise and can move whole GPUs. */
#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "plugins/proportion/proportion.h"

struct claimant {
	struct queue_share *queue;
	int index; /* in the level */
	struct share *r;
	double slice_weight; /* s of rules/05 6.3, of this round */
	double rest;         /* fraction that rounding down left, of this or an earlier round */
	bool has_rest;
};
struct priority_group { /* queues of one level and priority */
	struct claimant *items;
	int n;
};

static double left_of(const struct share *r)
{
	double want = requestable(r);

	return want < r->fair_share ? 0 : want - r->fair_share;
}

static bool satisfied(const struct share *r)
{
	return r->request <= r->fair_share || (r->limit != UNLIMITED && r->limit <= r->fair_share);
}

static double give_quotas(struct queue_share **queues, int n, int slot, double amount)
{
	double remaining = amount;

	for (int i = 0; i < n; i++) {
		struct share *r = &queues[i]->r[slot];
		double d = r->deserved == UNLIMITED ? amount : r->deserved, want = requestable(r);
		double give = d < want ? d : want;

		r->fair_share += give;
		remaining -= give;
	}
	return remaining;
}

/* Sets every claimant's slice_weight and returns their sum; 0 ends the rounds. */
static double weigh(struct priority_group *g, double k)
{
	double weights = 0, sum = 0;

	for (int i = 0; i < g->n; i++)
		if (left_of(g->items[i].r) > 0)
			weights += g->items[i].r->weight;
	if (weights == 0)
		return 0;
	for (int i = 0; i < g->n; i++) {
		struct claimant *c = &g->items[i];
		double n = c->r->weight / weights, s = n + k * (n - c->r->usage);

		c->slice_weight = 0;
		if (satisfied(c->r))
			continue;
		c->slice_weight = s > 0 || isnan(s) ? s : 0;
		sum += c->slice_weight;
	}
	return sum;
}

/* One visit of the inner loop of rules/05 6.3; true: the queue takes strictly less than offered. */
static bool give_slice(struct claimant *c, double slice, double *amount)
{
	double left = left_of(c->r), give;

	if (left <= slice) {
		give = left;
		c->has_rest = false;
	} else {
		give = floor(slice) > 0 ? floor(slice) : 0;
		if (slice - give > 0) {
			c->rest = slice - give;
			c->has_rest = true;
		}
	}
	if (give == 0)
		return false;
	c->r->fair_share += give;
	*amount -= give;
	return left < slice;
}

static double give_rounds(struct priority_group *g, double amount, double k)
{
	bool again = true;

	while (again && amount != 0) {
		double start = amount, sum = weigh(g, k);

		if (sum == 0)
			break;
		again = false;
		for (int i = 0; i < g->n && amount != 0; i++) {
			struct claimant *c = &g->items[i];

			if (satisfied(c->r) || c->r->weight == 0)
				continue;
			if (give_slice(c, start * (c->slice_weight / sum), &amount))
				again = true;
		}
	}
	return amount;
}

static int by_rest(const void *a, const void *b)
{
	const struct claimant *l = a, *r = b;
	int order;

	if (l->has_rest != r->has_rest)
		return r->has_rest - l->has_rest;
	if (!l->has_rest)
		return 0;
	order = (l->rest < r->rest) - (l->rest > r->rest);
	if (!order)
		order = instant_cmp(l->queue->queue->creation, r->queue->queue->creation);
	return order ? order : str_cmp(l->queue->queue->name, r->queue->queue->name);
}

/* One unit each, whatever request and limit say. */
static double give_leftovers(struct priority_group *g, double amount)
{
	qsort(g->items, (size_t)g->n, sizeof *g->items, by_rest);
	for (int i = 0; i < g->n && g->items[i].has_rest && amount > 0; i++) {
		double give = amount < 1 ? amount : 1;

		g->items[i].r->fair_share += give;
		amount -= give;
	}
	return amount;
}

static int by_priority(const void *a, const void *b)
{
	const struct claimant *l = a, *r = b;
	int64_t lp = l->queue->queue->priority, rp = r->queue->queue->priority;
	int order = (lp < rp) - (lp > rp);

	return order ? order : l->index - r->index;
}

static int make_groups(struct claimant *all, int n, struct priority_group *groups)
{
	int n_groups = 0;

	qsort(all, (size_t)n, sizeof *all, by_priority);
	for (int i = 0; i < n; i++) {
		if (i == 0 || all[i].queue->queue->priority != all[i - 1].queue->queue->priority)
			groups[n_groups++] = (struct priority_group){&all[i], 0};
		groups[n_groups - 1].n++;
	}
	return n_groups;
}

double divide_resource(struct queue_share **queues, int n, int slot, double amount, double k)
{
	double rest = give_quotas(queues, n, slot, amount);
	struct claimant *all;
	struct priority_group *groups;
	int n_groups;

	if (!(rest > 0))
		return rest;
	all = xcalloc((size_t)n, sizeof *all);
	groups = xcalloc((size_t)n, sizeof *groups);
	for (int i = 0; i < n; i++)
		all[i] =
			(struct claimant){.queue = queues[i], .index = i, .r = &queues[i]->r[slot]};
	n_groups = make_groups(all, n, groups);
	for (int i = 0; i < n_groups; i++)
		rest = give_rounds(&groups[i], rest, k);
	for (int i = 0; i < n_groups && rest > 0; i++)
		rest = give_leftovers(&groups[i], rest);
	free(all);
	free(groups);
	return rest;
}

static void log_share(struct proportion *p, const struct queue_share *q)
{
	static const struct {
		int slot;
		const char *title;
		double unit;
	} parts[] = {{SLOT_GPU, "GPU", 1}, {SLOT_CPU, "CPU (cores)", 1000},
		{SLOT_MEMORY, "memory (GB)", 1e9}};
	struct strbuf b = {0};

	if (!session_logs(p->session, 3))
		return;
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		const struct share *r = &q->r[parts[i].slot];
		const struct {
			const char *name;
			double value;
		} figures[] = {{"deserved", r->deserved}, {"requested", requestable(r)},
			{"maxAllowed", r->limit}, {"allocated", r->allocated},
			{"historicalUsage", r->usage}, {"fairShare", r->fair_share}};

		strbuf_addf(&b, "%s: ", parts[i].title);
		for (size_t f = 0; f < sizeof figures / sizeof *figures; f++) {
			strbuf_addf(&b, "%s%s: <", f ? ", " : "", figures[f].name);
			fit_human(&b, figures[f].value, parts[i].unit);
			strbuf_addc(&b, '>');
		}
		strbuf_addc(&b, ' ');
	}
	session_log(p->session, 3,
		"Resource division result for queue <" STR_FMT ">: Queue Priority: <%lld>, %s",
		STR_ARG(q->queue->display_name), (long long)q->queue->priority, b.s);
	strbuf_free(&b);
}

OWN_FRAME static void divide(
	struct proportion *p, struct queue_share **queues, int n, const struct triple *amount)
{
	for (int slot = 0; slot < TRIPLE; slot++)
		divide_resource(queues, n, slot, amount->v[slot], p->k);
	for (int i = 0; i < n; i++)
		log_share(p, queues[i]);
}

void divide_level(
	struct proportion *p, struct queue_share **queues, int n, const struct triple *amount)
{
	divide(p, queues, n, amount);
	for (int i = 0; i < n; i++)
		if (queues[i]->n_children) {
			struct triple below = SHARE_TRIPLE(queues[i], fair_share);

			divide_level(p, queues[i]->children, queues[i]->n_children, &below);
		}
}
