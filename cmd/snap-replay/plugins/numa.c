/* numa: keeps the pods of a node in as few of its NUMA zones as the kubelet's Topology Manager
 * demands. It refuses nodes that cannot do it (hook predicate), prefers nodes where a pod spans few
 * zones (hook node_order), says in which zones a pod will be (hook zone_placement), and books it
 * there (hooks on_allocate and on_deallocate). Rules: rules/07 B.
 *
 * plugins/numa/: nodes.c says which resources count, requests.c what a pod asks of zones, fit.c
 * which zones one request gets, evaluate.c which ones a pod gets; ledger.c books placements,
 * records.c reads where running pods are. */
#include "plugins/numa/numa.h"

#include "model/names.h"

/* The task requests one of the devices. */
static bool requests_any(
	const struct numa *p, const struct task *t, const struct slot_list *devices)
{
	for (int i = 0; i < devices->n; i++) {
		int slot = p->session->c->zone_slots.slots[devices->items[i]];

		if (slot >= 0 && t->request[slot] > 0)
			return true;
	}
	return false;
}

/* The node's policy, if it has one, is applied to the task. */
static bool concerns(const struct numa *p, const struct task *t, const struct node *n)
{
	return t->pod->guaranteed ||
		(p->session->c->objects->follows.numa_devices &&
			requests_any(p, t, &p->nodes[n->index].devices));
}

bool numa_aligns(const struct numa *p, const struct task *t, const struct node *n)
{
	return zones_book(n->zones) && concerns(p, t, n);
}

/* ---- hooks ---- */

static bool predicate(void *state, struct task *t, struct node *n, struct verdict *why)
{
	struct numa *p = state;

	if (!zones_filter(n->zones) || !concerns(p, t, n) || numa_evaluate(p, t, n))
		return true;
	if (why) {
		verdict_add(why,
			STR("node cannot NUMA-align the pod's resources under its Topology Manager policy"),
			SLOT_NONE);
		why->bare = true;
	}
	return false;
}

static const struct zone_placement *zone_placement(void *state, struct task *t, struct node *n)
{
	struct numa *p = state;

	if (!numa_aligns(p, t, n))
		return NULL;
	if (numa_evaluate(p, t, n))
		return numa_stamp(p, n);
	session_error(p->session,
		"numa plugin: task <" STR_FMT "> cannot be NUMA-aligned on node <" STR_FMT ">",
		STR_ARG(t->key), STR_ARG(n->name));
	return NULL;
}

static bool zones_apply(void *state, const struct task *t, const struct node *n)
{
	return numa_aligns(state, t, n);
}

static int zones_drawn_from(const struct numa *p, const struct node *n)
{
	size_t width = (size_t)p->session->c->zone_slots.count;
	int zones = 0;

	for (int i = 0; i < n->zones->n; i++) {
		const double *drawn = p->drawn + (size_t)i * width;
		bool any = false;

		for (size_t k = 0; k < width; k++)
			any = any || drawn[k] > 0;
		zones += any;
	}
	return zones;
}

/* How many zones the task would span; 0: it does not fit. */
static int span_on(struct numa *p, const struct task *t, const struct node *n)
{
	int zones;

	if (!n->zones)
		return p->most_zones;
	if (!numa_aligns(p, t, n))
		return n->zones->n;
	if (!numa_evaluate(p, t, n))
		return 0;
	zones = zones_drawn_from(p, n);
	return zones ? zones : 1;
}

static bool score_node(void *state, struct task *t, struct node *n, double *score)
{
	enum { SCORE_ONE_ZONE = 100 };
	struct numa *p = state;
	int span;

	if (!t->pod->guaranteed && !requests_any(p, t, &p->devices))
		return true;
	span = span_on(p, t, n);
	*score = span ? (double)SCORE_ONE_ZONE / span : 0;
	return true;
}

static void charge(void *state, struct task *t)
{
	if (t->zones && t->node && t->node->zones)
		numa_book(state, t->node, t->zones, -1);
}

static void credit(void *state, struct task *t)
{
	if (t->zones && t->node && t->node->zones)
		numa_book(state, t->node, t->zones, 1);
}

/* ---- opening ---- */

static void close_numa(void *state)
{
	struct numa *p = state;

	map_free(&p->ignored);
	map_free(&p->placements);
	strbuf_free(&p->key);
}

static bool has_zones(const struct cluster *c)
{
	for (int i = 0; i < c->n_nodes; i++)
		if (c->nodes[i].zones)
			return true;
	return false;
}

static bool reconstructs(struct session *s, const struct plugin_option *option)
{
	static const char name[] = "reconstructAvailable";
	struct str value = plugin_arg(option, name);
	bool on = true;

	if (value.p && !parse_bool(value, &on))
		session_warn(s, 0,
			"numa plugin: invalid %s argument, defaulting to true: failed to parse \"" STR_FMT
			"\" as bool: strconv.ParseBool: parsing \"" STR_FMT "\": invalid syntax",
			name, STR_ARG(value), STR_ARG(value));
	if (on)
		session_log(s, 4,
			"numa plugin: reconstructing per-zone Available from pod placements (NRT Available ignored)");
	return on;
}

static void add_hooks(struct numa *p)
{
	struct session *s = p->session;

	hook_add_predicate(s, predicate, p, "numa");
	if (!hook_add_zone_placement(s, zone_placement, p, "numa"))
		session_error(
			s, "NumaPlacementFn already registered; ignoring duplicate registration");
	hook_add_zones_apply(s, zones_apply, p, "numa");
	hook_add_zone_details(s, numa_details, p, "numa");
	if (s->c->objects->follows.numa_scores)
		hook_add_node_order(s, score_node, p, "numa");
	hook_add_on_allocate(s, charge, p, "numa");
	hook_add_on_deallocate(s, credit, p, "numa");
}

void numa_open(struct session *s, const struct plugin_option *option)
{
	struct numa *p = ARENA_NEW(&s->arena, struct numa);
	bool reconstruct;

	p->session = s;
	session_on_close(s, close_numa, p);
	numa_ignore(p, plugin_arg(option, "ignoreList"));
	reconstruct = reconstructs(s, option);
	if (!has_zones(s->c))
		return;
	numa_prepare(p);
	numa_seed(p);
	if (reconstruct)
		numa_reconstruct(p);
	s->traits.rounded_zones = !numa_is_exact(p);
	add_hooks(p);
}
