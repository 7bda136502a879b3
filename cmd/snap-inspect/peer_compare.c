/* A dump against the objects of the API. The list is taken after the dump, so what a cluster does
 * in between must not look like a fault. */
#include <stdlib.h>
#include "common/grow.h"
#include "common/mem.h"
#include "peer_dump.h"

#define FINDING_TEXT(NAME, name, fault) {name, fault},
const struct finding_text finding_texts[FINDING_COUNT] = {FINDINGS(FINDING_TEXT)};

struct comparer {
	struct peer_dump *d;
	bool whole;            /* what the dump lacks, the scheduler lacks */
	struct map cached;     /* nodes of the dump by name */
	struct map api_nodes;  /* by name */
	struct map api_pods;   /* by uid */
	struct map schedulers; /* those for which this scheduler works */
};

static void find(struct peer_dump *d, struct finding f)
{
	ARRAY_GROW(d->findings, d->n_findings, d->cap_findings);
	d->findings[d->n_findings++] = f;
}

static struct finding about_pod(enum finding_kind kind, const struct peer_pod *p, struct str node)
{
	return (struct finding){.kind = kind,
		.node = node,
		.ns = p->ns,
		.name = p->name,
		.uid = p->uid,
		.scheduler = p->scheduler};
}

/* ---- amounts ---- */

/* The scheduler keeps whole units, of CPUs thousandths, and rounds up. */
static int64_t rounded(uint32_t resource, int64_t n)
{
	if (resource == RESOURCE_CPU || n % 1000 == 0)
		return n;
	return add_saturating(n, 1000 - n % 1000);
}

static void compare_one(struct peer_dump *d, struct finding f, int64_t dump, int64_t objects)
{
	objects = rounded(f.resource, objects);
	if (dump == objects || !dump_counts(names_text(&d->x.resources, f.resource)))
		return;
	f.dump = amount_units(f.resource, dump);
	f.objects = amount_units(f.resource, objects);
	find(d, f);
}

/* Both are sorted by resource. */
static void compare_amounts(struct peer_dump *d, struct finding f, const struct amounts_of *dump,
	const struct amounts_of *objects)
{
	size_t i = 0, k = 0;

	while (i < dump->n || k < objects->n) {
		uint32_t a = i < dump->n ? dump->items[i].resource : UINT32_MAX;
		uint32_t b = k < objects->n ? objects->items[k].resource : UINT32_MAX;

		f.resource = a < b ? a : b;
		compare_one(d, f, a <= b ? dump->items[i].n : 0, b <= a ? objects->items[k].n : 0);
		i += a <= b;
		k += b <= a;
	}
}

/* ---- nodes ---- */

static void compare_node(struct comparer *c, const struct peer_cached *cached)
{
	struct peer_dump *d = c->d;
	const struct peer_node *api = map_get(&c->api_nodes, cached->node->name);
	struct finding f = {.node = cached->node->name};

	if (!api || cached->node->deleted) {
		f.kind = !cached->node->deleted ? FINDING_NODE_SURPLUS
			: api                   ? FINDING_NODE_MISSING
						: FINDING_NODE_DELETED;
		find(d, f);
	} else if (cached->node->allocatable.given) {
		f.kind = FINDING_ALLOCATABLE;
		compare_amounts(d, f, &cached->allocatable, &api->allocatable);
	}
}

static void compare_nodes(struct comparer *c)
{
	struct peer_dump *d = c->d;

	for (size_t i = 0; i < d->n_api_nodes; i++)
		map_put(&c->api_nodes, d->api_nodes[i].name, NULL)->value = &d->api_nodes[i];
	for (size_t i = 0; i < d->n_nodes; i++) {
		map_put(&c->cached, d->nodes[i].node->name, NULL)->value = &d->nodes[i];
		compare_node(c, &d->nodes[i]);
	}
	for (size_t i = 0; i < d->n_api_nodes && c->whole; i++)
		if (!map_get(&c->cached, d->api_nodes[i].name))
			find(d,
				(struct finding){.kind = FINDING_NODE_MISSING,
					.node = d->api_nodes[i].name});
}

/* ---- pods ---- */

static struct str scheduler_of(const struct peer_pod *p)
{
	return p->scheduler.n ? p->scheduler : STR("default-scheduler");
}

static void surplus(struct peer_dump *d, const struct dump_pod *p, struct str node)
{
	find(d,
		(struct finding){.kind = FINDING_POD_SURPLUS,
			.node = node,
			.ns = p->ns,
			.name = p->name,
			.uid = p->uid});
}

/* A pod that the dump has on a node. */
static void compare_scheduled(struct peer_dump *d, struct peer_known *known, struct str node)
{
	struct finding f = about_pod(FINDING_POD_ELSEWHERE, &known->pod, node);

	if (!known->pod.node.n)
		f.kind = FINDING_POD_ASSUMED;
	else if (str_eq(known->pod.node, node))
		return;
	f.other = known->pod.node;
	find(d, f);
}

static void compare_pod(struct comparer *c, size_t i, struct map *lost)
{
	struct peer_dump *d = c->d;
	const struct dump_pod *p = &d->dump.pods[i];
	struct str node = p->node >= 0 ? d->dump.nodes[p->node].name : STR("");
	struct peer_known *known = map_get(&c->api_pods, p->uid);
	bool fresh = true;

	if (!known || known->finished) {
		map_put(lost, p->uid, &fresh); /* the queue has nominated pods twice */
		if (fresh)
			surplus(d, p, node);
	}
	if (!known)
		return;
	if (known->at >= 0) {
		if (p->node >= 0 && d->dump.pods[known->at].node >= 0)
			find(d, about_pod(FINDING_POD_TWICE, &known->pod, node));
		return;
	}
	known->at = (long)i;
	if (known->finished)
		return;
	if (p->node >= 0)
		compare_scheduled(d, known, node);
	else if (known->pod.node.n)
		find(d, about_pod(FINDING_POD_BOUND, &known->pod, known->pod.node));
	if (p->node < 0 || !known->pod.node.n)
		map_put(&c->schedulers, scheduler_of(&known->pod), NULL)->value = c;
}

/* A pod that the dump lacks. The scheduler takes one pod at a time from the queue: it is neither
 * there nor on a node. */
static void compare_missing(struct comparer *c, const struct peer_pod *p)
{
	struct instant time = c->d->dump.time;
	enum finding_kind kind = FINDING_POD_IN_FLIGHT;

	if (!p->node.n && !map_get(&c->schedulers, scheduler_of(p)))
		kind = FINDING_POD_OTHER_SCHEDULER;
	else if (!instant_is_zero(time) && instant_cmp(p->created, time) > 0)
		kind = FINDING_POD_NEW;
	else if (p->node.n)
		kind = FINDING_POD_MISSING;
	find(c->d, about_pod(kind, p, p->node));
}

static void compare_pods(struct comparer *c)
{
	struct peer_dump *d = c->d;
	struct map lost = {0};

	map_put(&c->schedulers, STR("default-scheduler"), NULL)->value = c;
	for (size_t i = 0; i < d->n_api_pods; i++)
		if (d->api_pods[i].pod.uid.n)
			map_put(&c->api_pods, d->api_pods[i].pod.uid, NULL)->value =
				&d->api_pods[i];
	for (size_t i = 0; i < d->dump.n_pods; i++)
		compare_pod(c, i, &lost);
	for (size_t i = 0; i < d->n_api_pods && c->whole; i++)
		if (d->api_pods[i].at < 0 && !d->api_pods[i].finished)
			compare_missing(c, &d->api_pods[i].pod);
	map_free(&lost);
}

/* ---- sums ---- */

/* Of each pod on a node, which stand together in the dump, the requests are added up. */
static void compare_sum(
	struct comparer *c, const struct peer_cached *cached, size_t from, size_t to)
{
	struct peer_dump *d = c->d;
	struct peer_reader *x = &d->x;

	sum_clear(&x->sum);
	sum_add(&x->sum, RESOURCE_PODS, cached->pods * 1000);
	for (size_t i = from; i < to; i++) {
		const struct peer_known *known = map_get(&c->api_pods, d->dump.pods[i].uid);

		if (!known)
			return;
		for (size_t k = 0; k < known->pod.requests.n; k++) {
			const struct amount *a = &known->pod.requests.items[k];

			sum_add(&x->sum, a->resource, rounded(a->resource, a->n));
		}
	}
	d->sums++;
	struct amounts_of sum = sum_take(&x->sum, &x->arena);
	struct finding f = {.kind = FINDING_REQUESTED, .node = cached->node->name};
	compare_amounts(d, f, &cached->requested, &sum);
}

static void compare_sums(struct comparer *c)
{
	struct peer_dump *d = c->d;
	size_t *from = xcalloc(d->n_nodes + 1, sizeof *from), at = 0;

	/* By the numbers of the dump. */
	for (size_t n = 0; n < d->n_nodes; n++) {
		from[n] = at;
		while (at < d->dump.n_pods && d->dump.pods[at].node == (long)n)
			at++;
	}
	from[d->n_nodes] = at;
	for (size_t i = 0; i < d->n_nodes; i++) {
		const struct peer_cached *cached = &d->nodes[i];
		size_t n = (size_t)(cached->node - d->dump.nodes);

		if (!cached->node->cut && cached->node->requested.given)
			compare_sum(c, cached, from[n], from[n + 1]);
	}
	free(from);
}

/* ---- all ---- */

static int by_kind(const void *a, const void *b)
{
	const struct finding *x = a, *y = b;
	int c = (x->kind > y->kind) - (x->kind < y->kind);

	c = c ? c : str_cmp(x->node, y->node);
	c = c ? c : str_cmp(x->ns, y->ns);
	c = c ? c : str_cmp(x->name, y->name);
	c = c ? c : str_cmp(x->uid, y->uid);
	return c ? c : (x->resource > y->resource) - (x->resource < y->resource);
}

static void count(struct peer_dump *d)
{
	long in_flight = 0;

	for (size_t i = 0; i < d->n_findings; i++)
		in_flight += d->findings[i].kind == FINDING_POD_IN_FLIGHT;
	for (size_t i = 0; i < d->n_findings; i++) {
		enum finding_kind *kind = &d->findings[i].kind;

		if (*kind == FINDING_POD_IN_FLIGHT && in_flight > 1)
			*kind = FINDING_POD_MISSING;
		d->found[*kind]++;
		d->faults += finding_texts[*kind].fault;
	}
	if (d->n_findings)
		qsort(d->findings, d->n_findings, sizeof *d->findings, by_kind);
}

void peer_compare(struct peer_dump *d)
{
	struct comparer c = {.d = d, .whole = !d->dump.headless && !d->dump.tailless};

	d->compared = true;
	compare_nodes(&c);
	compare_pods(&c);
	compare_sums(&c);
	count(d);
	map_free(&c.cached);
	map_free(&c.api_nodes);
	map_free(&c.api_pods);
	map_free(&c.schedulers);
}
