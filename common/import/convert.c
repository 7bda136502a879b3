/* A dump of kube-scheduler's cache as a cluster. What the dump lacks comes from a list of kubectl;
 * without one a node is its name and amounts, and a pod its name, and all that is requested on a
 * node is requested by one pod that is made up. */
#include "common/import/dump.h"
#include "common/import/stand_in.h"

#define SYNTHETIC "snap-synthetic"

struct converter {
	struct import *im;
	const struct dump *d;
	bool objects;
	struct strbuf text; /* a list of what has no object */
	struct jsonw w;
	struct map nodes, pods; /* objects of the list: by name; by uid */
	struct map used;        /* uids of pods that the dump has */
	struct object_list new_nodes, new_pods;
	long lost_nodes, lost_pods, gone, cut, moved, extra, unlike;
	struct str first_unlike; /* the first by name of nodes with other amounts */
};

static void compare_amounts(struct converter *c, const struct dump_node *n, const struct object *o)
{
	if (!n->allocatable.given || dump_same_allocatable(n, o->text))
		return;
	c->unlike++;
	if (!c->first_unlike.n || str_cmp(o->name, c->first_unlike) < 0)
		c->first_unlike = o->name;
}

static void convert_node(struct converter *c, const struct dump_node *n)
{
	struct object *o = map_get(&c->nodes, n->name);
	struct dump_pod requested = {STR(SYNTHETIC), n->name, STR(""), STR("Running"), 0};
	int64_t pods = n->allocatable.pods;

	c->cut += n->cut;
	if (o) {
		compare_amounts(c, n, o);
		import_keep(c->im, &c->new_nodes, o);
		return;
	}
	c->lost_nodes += c->objects;
	stand_in_node(&c->w, n, pods < INT64_MAX ? pods + !c->objects : pods);
	if (!c->objects && n->requested.given)
		stand_in_pod(&c->w, &requested, n->name, &n->requested);
}

static void convert_pod(struct converter *c, const struct dump_pod *p)
{
	struct str node = p->node >= 0 ? c->d->nodes[p->node].name : STR("");
	struct object *o = map_get(&c->pods, p->uid);

	if (p->node >= 0 && c->d->nodes[p->node].deleted)
		return;
	if (!o) {
		c->lost_pods += c->objects;
		stand_in_pod(&c->w, p, node, NULL);
		return;
	}
	c->moved += !str_eq(o->pod->node, node);
	o->pod->node = node.n ? arena_str(&c->im->arena, node) : node;
	import_keep(c->im, &c->new_pods, o);
}

/* Pods of the list that the dump has not: of other schedulers, or newer. */
static void keep_others(struct converter *c)
{
	const struct object_list *pods = list_of(c->im, KIND_PODS);

	for (size_t i = 0; i < pods->n; i++) {
		struct object *o = pods->items[i];

		if (map_get(&c->used, o->uid))
			continue;
		if (o->pod->node.n && !map_get(&c->nodes, o->pod->node))
			continue;
		c->extra++;
		import_keep(c->im, &c->new_pods, o);
	}
}

static void index_objects(struct converter *c)
{
	struct import *im = c->im;

	for (size_t i = 0; i < im->kinds[KIND_NODES].n; i++)
		map_put(&c->nodes, im->kinds[KIND_NODES].items[i]->name, NULL)->value =
			im->kinds[KIND_NODES].items[i];
	for (size_t i = 0; i < im->kinds[KIND_PODS].n; i++)
		if (im->kinds[KIND_PODS].items[i]->uid.n)
			map_put(&c->pods, im->kinds[KIND_PODS].items[i]->uid, NULL)->value =
				im->kinds[KIND_PODS].items[i];
}

static void count(struct import *im, long n, const char *noun, const char *what)
{
	if (n)
		import_assume(im, "%ld %s%s %s", n, noun, plural_s(n), what);
}

static void assume(const struct converter *c)
{
	struct import *im = c->im;

	if (!c->objects)
		import_assume(im,
			"without --objects a pod has no requests, and what a node has in use is one pod in the namespace " SYNTHETIC
			": a replay cannot say whether pending pods fit, and knows no labels, taints, affinities and priorities");
	if (instant_is_zero(c->d->time))
		import_assume(im,
			"the time of the dump is not in it, for its lines have no year: a replay goes by the newest time in the objects, or by --now");
	if (c->d->headless)
		import_assume(im, "the dump starts before this log: nodes are missing");
	if (c->d->tailless)
		import_assume(im, "the dump ends early: nodes or pods are missing");
	count(im, c->cut, "node", "of which lines are missing in the dump");
	count(im, c->gone, "node", "that the cluster has no longer left out, with their pods");
	count(im, c->lost_nodes, "node", "of the dump that the list lacks made of the dump alone");
	count(im, c->lost_pods, "pod", "of the dump that the list lacks taken without requests");
	if (c->unlike)
		import_assume(im,
			"%ld node%s with other allocatable amounts in the dump than in the list (" STR_FMT
			"%s): the list counts",
			c->unlike, plural_s(c->unlike), STR_ARG(c->first_unlike),
			c->unlike > 1 ? " and others" : "");
	count(im, c->moved, "pod", "on another node in the dump than in the list: the dump counts");
	count(im, c->extra, "pod", "that only the list has kept as they are there");
}

/* Writes those that have no object as a list. */
static void convert(struct converter *c)
{
	const struct dump *d = c->d;

	jsonw_begin(&c->w, '{');
	jsonw_key(&c->w, "items");
	jsonw_begin(&c->w, '[');
	for (size_t i = 0; i < d->n_nodes; i++)
		if (d->nodes[i].deleted)
			c->gone++;
		else
			convert_node(c, &d->nodes[i]);
	for (size_t i = 0; i < d->n_pods; i++) {
		bool fresh;
		struct map_entry *seen = map_put(&c->used, d->pods[i].uid, &fresh);

		seen->value = c;
		if (fresh || !d->pods[i].uid.n)
			convert_pod(c, &d->pods[i]);
	}
	jsonw_end(&c->w, ']');
	jsonw_end(&c->w, '}');
	if (c->objects)
		keep_others(c);
}

/* The objects of the list that the dump has, and those that stand in for others. */
static bool take_over(struct converter *c, struct error *e)
{
	struct json *r;
	bool good;

	c->im->kinds[KIND_NODES] = c->new_nodes;
	c->im->kinds[KIND_PODS] = c->new_pods;
	strbuf_reserve(&c->text, JSON_PADDING);
	r = json_over_memory(c->text.s, c->text.len);
	good = list_add(c->im, r, e);
	json_free(r);
	return good;
}

bool dump_convert(struct import *im, const struct dump *d, bool objects, struct error *e)
{
	struct converter c = {.im = im, .d = d, .objects = objects, .w = {.out = &c.text}};
	bool good;

	index_objects(&c);
	convert(&c);
	good = take_over(&c, e);
	if (good) {
		im->format = "kube-scheduler-dump";
		im->captured = d->time;
		im->incomplete = d->headless || d->tailless;
		assume(&c);
	}
	map_free(&c.nodes);
	map_free(&c.pods);
	map_free(&c.used);
	strbuf_free(&c.text);
	return good;
}
