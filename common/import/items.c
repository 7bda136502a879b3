#include "common/import/items.h"
#include "common/jsonw.h"

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
static bool read_type(struct json *r, struct str key, struct strbuf *kind, struct strbuf *api)
{
	struct strbuf *to = str_eq(key, STR("kind")) ? kind
		: str_eq(key, STR("apiVersion"))     ? api
						     : NULL;
	struct str text;

	if (to && !json_null(r) && json_string(r, &text)) {
		strbuf_clear(to);
		strbuf_addstr(to, text);
	}
	return to != NULL;
}

/* "Pod" of a "PodList"; nothing of a "List". */
static struct str kind_of_items(struct str kind)
{
	return str_ends(kind, STR("List")) ? (struct str){kind.p, kind.n - strlen("List")}
					   : (struct str){0};
}

static void add_lead(struct items *l, struct str key)
{
	struct jsonw w = {&l->lead, l->lead.len > 0};
	struct str value;

	jsonw_keys(&w, key);
	if (json_raw(l->r, &value))
		jsonw_raw(&w, value);
}

/* Up to the first member behind the kind. kubectl sorts the keys, so some kinds have a member in
 * front of it, such as the description of a PriorityClass. False: there is nothing, or an error. */
static bool read_lead(struct items *l, struct str *key)
{
	while (json_key(l->r, key)) {
		if (read_type(l->r, *key, &l->item_kind, &l->item_api))
			continue;
		if (l->item_kind.len)
			return true;
		if (str_eq(*key, STR("metadata")) || str_eq(*key, STR("spec")) ||
			str_eq(*key, STR("status")))
			return json_fail(
				l->r, "an item with its kind behind its " STR_FMT, STR_ARG(*key));
		add_lead(l, *key);
	}
	return false;
}

static void read_item(struct items *l)
{
	struct str key;
	enum kind kind;

	strbuf_clear(&l->item_kind);
	strbuf_clear(&l->item_api);
	strbuf_clear(&l->lead);
	strbuf_addstr(&l->item_kind, kind_of_items(strbuf_str(&l->kind)));
	strbuf_addstr(&l->item_api, strbuf_str(&l->api));
	if (json_null(l->r) || !json_enter(l->r) || !read_lead(l, &key))
		return;
	kind = kind_of_item(strbuf_str(&l->item_kind), strbuf_str(&l->item_api));
	if (kind != KIND_NONE) {
		l->item(l->ctx, kind, strbuf_str(&l->lead), key);
		return;
	}
	l->others++;
	do
		json_skip(l->r);
	while (json_key(l->r, &key));
}

static void read_member(struct items *l, struct str key)
{
	if (read_type(l->r, key, &l->kind, &l->api))
		return;
	if (!str_eq(key, STR("items"))) {
		json_skip(l->r);
		return;
	}
	l->given = true;
	if (json_null(l->r) || !json_enter(l->r))
		return;
	while (json_element(l->r))
		read_item(l);
}

bool items_read(struct items *l, struct error *e)
{
	struct str key;

	if (json_enter(l->r))
		while (json_key(l->r, &key))
			read_member(l, key);
	json_finish(l->r);
	if (json_failed(l->r))
		json_error(l->r, e);
	return !json_failed(l->r);
}

bool items_refuse(bool given, struct error *e)
{
	error_set(e, SNAP_INPUT, "not a cluster", "%s",
		given ? "the list has no nodes and no pods" : "not a list: it has no items");
	error_hint(e,
		"kubectl get nodes,pods,priorityclasses -A -o json, with queues.scheduling.run.ai, podgroups.scheduling.run.ai and others that there are; a kind that is forbidden is missing");
	return false;
}

void items_free(struct items *l)
{
	struct strbuf *all[] = {&l->kind, &l->api, &l->item_kind, &l->item_api, &l->lead};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		strbuf_free(all[i]);
}
