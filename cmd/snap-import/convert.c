/* A dump of kube-scheduler's cache as a cluster. What the dump lacks comes from a list of kubectl;
 * without one a node is its name and amounts, and a pod its name, and all that is requested on a
 * node is requested by one pod that is made up. */
#include "dump.h"
#include "common/jsonw.h"

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
	long lost_nodes, lost_pods, gone, cut, moved, extra;
};

static void item(struct jsonw *w, const char *kind, struct str ns, struct str name, struct str uid)
{
	jsonw_begin(w, '{');
	jsonw_key(w, "apiVersion");
	jsonw_strz(w, "v1");
	jsonw_key(w, "kind");
	jsonw_strz(w, kind);
	jsonw_key(w, "metadata");
	jsonw_begin(w, '{');
	jsonw_key(w, "name");
	jsonw_str(w, name);
	if (ns.n) {
		jsonw_key(w, "namespace");
		jsonw_str(w, ns);
	}
	if (uid.n) {
		jsonw_key(w, "uid");
		jsonw_str(w, uid);
	}
}

static void amount(struct jsonw *w, const char *key, int64_t n, const char *unit)
{
	struct strbuf b = {0};

	strbuf_addf(&b, "%lld%s", (long long)n, unit);
	jsonw_key(w, key);
	jsonw_str(w, strbuf_str(&b));
	strbuf_free(&b);
}

/* pods < 0: none are written. */
static void amounts(struct jsonw *w, const struct dump_amounts *a, int64_t pods)
{
	struct str rest = a->scalars;

	jsonw_begin(w, '{');
	amount(w, "cpu", a->milli_cpu, "m");
	amount(w, "memory", a->memory, "");
	amount(w, "ephemeral-storage", a->ephemeral, "");
	if (pods >= 0)
		amount(w, "pods", pods, "");
	while (rest.n) {
		const char *blank = str_find(rest, ' ');
		struct str one = {rest.p, blank ? (size_t)(blank - rest.p) : rest.n};
		size_t colon = one.n;

		while (colon && one.p[colon - 1] != ':')
			colon--;
		if (colon > 1) {
			jsonw_keys(w, (struct str){one.p, colon - 1});
			jsonw_str(w, (struct str){one.p + colon, one.n - colon});
		}
		one.n += blank != NULL;
		rest = (struct str){rest.p + one.n, rest.n - one.n};
	}
	jsonw_end(w, '}');
}

static void make_node(struct converter *c, const struct dump_node *n)
{
	struct jsonw *w = &c->w;
	int64_t pods = n->allocatable.pods;

	item(w, "Node", STR(""), n->name, STR(""));
	jsonw_key(w, "labels");
	jsonw_begin(w, '{');
	jsonw_key(w, "kubernetes.io/hostname");
	jsonw_str(w, n->name);
	jsonw_end(w, '}');
	jsonw_end(w, '}');
	jsonw_key(w, "spec");
	jsonw_raw(w, STR("{}"));
	jsonw_key(w, "status");
	jsonw_begin(w, '{');
	jsonw_key(w, "allocatable");
	amounts(w, &n->allocatable, pods < INT64_MAX ? pods + !c->objects : pods);
	jsonw_key(w, "conditions");
	jsonw_raw(w, STR("[{\"type\":\"Ready\",\"status\":\"True\"}]"));
	jsonw_end(w, '}');
	jsonw_end(w, '}');
}

/* requested NULL: not known. */
static void make_pod(struct converter *c, const struct dump_pod *p, struct str node,
	const struct dump_amounts *requested)
{
	struct jsonw *w = &c->w;

	item(w, "Pod", p->ns, p->name, p->uid);
	jsonw_end(w, '}');
	jsonw_key(w, "spec");
	jsonw_begin(w, '{');
	if (node.n) {
		jsonw_key(w, "nodeName");
		jsonw_str(w, node);
	}
	jsonw_key(w, "containers");
	jsonw_begin(w, '[');
	if (requested) {
		jsonw_raw(w, STR("{\"name\":\"requested\",\"resources\":{\"requests\":"));
		w->comma = false;
		amounts(w, requested, -1);
		strbuf_addz(w->out, "}}");
	}
	jsonw_end(w, ']');
	jsonw_end(w, '}');
	jsonw_key(w, "status");
	jsonw_begin(w, '{');
	jsonw_key(w, "phase");
	jsonw_str(w, p->phase.n ? p->phase : STR("Pending"));
	jsonw_end(w, '}');
	jsonw_end(w, '}');
}

static void convert_node(struct converter *c, const struct dump_node *n)
{
	struct object *o = map_get(&c->nodes, n->name);
	struct dump_pod requested = {STR(SYNTHETIC), n->name, STR(""), STR("Running"), 0};

	c->cut += n->cut;
	if (o) {
		import_keep(c->im, &c->new_nodes, o);
		return;
	}
	c->lost_nodes += c->objects;
	make_node(c, n);
	if (!c->objects && n->requested.given)
		make_pod(c, &requested, n->name, &n->requested);
}

static void convert_pod(struct converter *c, const struct dump_pod *p)
{
	struct str node = p->node >= 0 ? c->d->nodes[p->node].name : STR("");
	struct object *o = map_get(&c->pods, p->uid);

	if (p->node >= 0 && c->d->nodes[p->node].deleted)
		return;
	if (!o) {
		c->lost_pods += c->objects;
		make_pod(c, p, node, NULL);
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
	count(im, c->moved, "pod", "on another node in the dump than in the list: the dump counts");
	count(im, c->extra, "pod", "that only the list has kept as they are there");
}

bool dump_convert(struct import *im, const struct dump *d, bool objects, struct error *e)
{
	struct converter c = {.im = im, .d = d, .objects = objects, .w = {.out = &c.text}};
	struct json *r;
	bool good;

	index_objects(&c);
	jsonw_begin(&c.w, '{');
	jsonw_key(&c.w, "items");
	jsonw_begin(&c.w, '[');
	for (size_t i = 0; i < d->n_nodes; i++)
		if (d->nodes[i].deleted)
			c.gone++;
		else
			convert_node(&c, &d->nodes[i]);
	for (size_t i = 0; i < d->n_pods; i++) {
		bool fresh;
		struct map_entry *seen = map_put(&c.used, d->pods[i].uid, &fresh);

		seen->value = &c;
		if (fresh || !d->pods[i].uid.n)
			convert_pod(&c, &d->pods[i]);
	}
	jsonw_end(&c.w, ']');
	jsonw_end(&c.w, '}');
	if (objects)
		keep_others(&c);
	im->kinds[KIND_NODES] = c.new_nodes;
	im->kinds[KIND_PODS] = c.new_pods;
	strbuf_reserve(&c.text, JSON_PADDING);
	r = json_over_memory(c.text.s, c.text.len);
	good = list_add(im, r, e);
	json_free(r);
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
