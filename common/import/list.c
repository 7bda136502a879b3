/* A List as kubectl writes it: items with apiVersion and kind in front. A PodList of the API, whose
 * items have neither, is read, too. */
#include "common/import/object.h"

struct list {
	struct import *im;
	struct reader x;
	struct str kind, api; /* of the list; the API writes them in front of the items */
	bool has_items;
	long finished, others;
};

/* The group of apiVersion in which a kind is ours: there are other Queues and PodGroups. */
static const char *const groups[KIND_COUNT] = {
	[KIND_PODS] = "",
	[KIND_NODES] = "",
	[KIND_QUEUES] = "scheduling.run.ai",
	[KIND_POD_GROUPS] = "scheduling.run.ai",
	[KIND_BIND_REQUESTS] = "scheduling.run.ai",
	[KIND_PRIORITY_CLASSES] = "scheduling.k8s.io",
	[KIND_CONFIG_MAPS] = "",
	[KIND_PERSISTENT_VOLUMES] = "",
	[KIND_PERSISTENT_VOLUME_CLAIMS] = "",
	[KIND_CSI_STORAGE_CAPACITIES] = "storage.k8s.io",
	[KIND_STORAGE_CLASSES] = "storage.k8s.io",
	[KIND_CSI_DRIVERS] = "storage.k8s.io",
	[KIND_RESOURCE_CLAIMS] = "resource.k8s.io",
	[KIND_RESOURCE_SLICES] = "resource.k8s.io",
	[KIND_DEVICE_CLASSES] = "resource.k8s.io",
	[KIND_TOPOLOGIES] = "kai.scheduler",
	[KIND_NODE_RESOURCE_TOPOLOGIES] = "topology.node.k8s.io",
};

/* "resource.k8s.io" of "resource.k8s.io/v1"; empty of "v1". */
static struct str group_of(struct str api)
{
	const char *slash = str_find(api, '/');

	return (struct str){api.p, slash ? (size_t)(slash - api.p) : 0};
}

static enum kind kind_of_item(struct str kind, struct str api)
{
	for (int k = 0; k < KIND_COUNT; k++)
		if (same_but_case(kind, str_of(snapshot_kinds[k].singular)) &&
			str_eq(group_of(api), str_of(groups[k])))
			return (enum kind)k;
	return KIND_NONE;
}

/* True: the key was kind or apiVersion, whose text is in one of the two. */
static bool read_type(struct reader *x, struct str key, struct str *kind, struct str *api)
{
	struct str *to = str_eq(key, STR("kind")) ? kind
		: str_eq(key, STR("apiVersion"))  ? api
						  : NULL;
	struct str text;

	if (to && !json_null(x->r) && json_string(x->r, &text))
		*to = arena_str(&x->im->arena, text);
	return to != NULL;
}

static bool is_finished(const struct object *o)
{
	return o->pod &&
		(str_eq(o->pod->phase, STR("Succeeded")) || str_eq(o->pod->phase, STR("Failed")));
}

static void add_item(struct list *l, enum kind kind, struct object *o)
{
	l->im->has_kind[kind] = true;
	if (is_finished(o))
		l->finished++;
	else
		import_add(l->im, kind, o);
}

/* "Pod" of a "PodList"; nothing of a "List". */
static struct str kind_of_items(struct str kind)
{
	return str_ends(kind, STR("List")) ? (struct str){kind.p, kind.n - strlen("List")}
					   : (struct str){0};
}

/* Up to the first member behind the kind. kubectl sorts the keys, so some kinds have a member in
 * front of it, such as the description of a PriorityClass. False: there is nothing, or an error. */
static bool read_lead(struct reader *x, struct str *key, struct str *kind, struct str *api)
{
	struct jsonw lead = {.out = &x->lead};

	strbuf_clear(&x->lead);
	while (json_key(x->r, key)) {
		if (read_type(x, *key, kind, api))
			continue;
		if (kind->n)
			return true;
		if (str_eq(*key, STR("metadata")) || str_eq(*key, STR("spec")))
			return json_fail(
				x->r, "an item with its kind behind its " STR_FMT, STR_ARG(*key));
		copy_member(x, &lead, *key);
	}
	return false;
}

static void read_item(struct list *l)
{
	struct reader *x = &l->x;
	struct str kind = kind_of_items(l->kind), api = l->api, key;
	enum kind k;
	struct object *o;

	if (json_null(x->r) || !json_enter(x->r) || !read_lead(x, &key, &kind, &api))
		return;
	k = kind_of_item(kind, api);
	if (k == KIND_CONFIG_MAPS)
		strbuf_clear(&x->lead); /* data, which may be a secret */
	if (k != KIND_NONE) {
		o = object_read_on(x, k, key);
		if (o)
			add_item(l, k, o);
		return;
	}
	l->others++;
	do
		json_skip(x->r);
	while (json_key(x->r, &key));
}

static void read_member(struct list *l, struct str key)
{
	if (read_type(&l->x, key, &l->kind, &l->api))
		return;
	if (!str_eq(key, STR("items"))) {
		json_skip(l->x.r);
		return;
	}
	l->has_items = true;
	if (json_null(l->x.r) || !json_enter(l->x.r))
		return;
	while (json_element(l->x.r))
		read_item(l);
}

static bool check(const struct list *l, struct error *e)
{
	if (l->has_items && (l->im->has_kind[KIND_NODES] || l->im->has_kind[KIND_PODS]))
		return true;
	error_set(e, SNAP_INPUT, "not a cluster", "%s",
		l->has_items ? "the list has no nodes and no pods" : "not a list: it has no items");
	error_hint(e,
		"kubectl get nodes,pods,priorityclasses -A -o json, with queues.scheduling.run.ai, podgroups.scheduling.run.ai and others that there are; a kind that is forbidden is missing");
	return false;
}

static void assume(const struct list *l)
{
	struct import *im = l->im;
	const struct object_list *pods = list_of(im, KIND_PODS);

	/* Where pods have pod groups, those without are another scheduler's. */
	for (size_t i = 0; i < pods->n; i++)
		pods->items[i]->pod->asked = !im->has_kind[KIND_POD_GROUPS];
	if (!im->options.with_dump)
		import_assume(im,
			"the time of the list is not in it: a replay goes by the newest time in the objects, or by --now");
	if (l->finished)
		import_assume(
			im, "%ld finished pod%s left out", l->finished, plural_s(l->finished));
	if (l->others)
		import_assume(im, "%ld object%s of kinds that no snapshot has left out", l->others,
			plural_s(l->others));
}

static bool read_list(struct list *l, struct json *r, struct error *e)
{
	struct str key;

	l->x.im = l->im;
	l->x.r = r;
	if (json_enter(r))
		while (json_key(r, &key))
			read_member(l, key);
	json_finish(r);
	if (json_failed(r))
		json_error(r, e);
	reader_free(&l->x);
	return !json_failed(r);
}

bool list_add(struct import *im, struct json *r, struct error *e)
{
	struct list l = {.im = im};

	return read_list(&l, r, e);
}

bool list_read(struct import *im, struct json *r, struct error *e)
{
	struct list l = {.im = im};

	if (!read_list(&l, r, e) || !check(&l, e))
		return false;
	im->format = "kubectl-list";
	assume(&l);
	return true;
}
