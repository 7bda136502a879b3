#include "model/read/read.h"

#include <stdlib.h>

#include "model/read/reader.h"

/* Lists of objects.h are all laid out like this. */
struct object_list {
	void **items;
	int n;
};

struct kind {
	const char *name;
	read_fn *read;
	size_t size, list;
	bool cluster_scoped;
};
/* clang-format off */
#define KIND(name, read, type, list, cluster) \
	{name, read, sizeof(struct type), offsetof(struct objects, list), cluster}
/* clang-format on */

static const struct kind kinds[] = {
	KIND("pods", read_pod, pod, pods, false),
	KIND("nodes", read_node, node_object, nodes, true),
	KIND("queues", read_queue, queue_object, queues, true),
	KIND("podGroups", read_pod_group, pod_group_object, pod_groups, false),
	KIND("bindRequests", read_bind_request, bind_request, bind_requests, false),
	KIND("priorityClasses", read_priority_class, priority_class, priority_classes, true),
	KIND("configMaps", read_config_map, object_meta, config_maps, false),
	KIND("persistentVolumes", read_volume, persistent_volume, volumes, true),
	KIND("persistentVolumeClaims", read_claim, persistent_volume_claim, claims, false),
	KIND("csiStorageCapacities", read_csi_capacity, csi_capacity, csi_capacities, false),
	KIND("storageClasses", read_storage_class, storage_class, storage_classes, true),
	KIND("csiDrivers", read_csi_driver, csi_driver, csi_drivers, true),
	KIND("resourceClaims", read_resource_claim, resource_claim, resource_claims, false),
	KIND("resourceSlices", read_resource_slice, resource_slice, resource_slices, true),
	KIND("deviceClasses", read_device_class, device_class, device_classes, true),
	KIND("topologies", read_topology, topology_object, topologies, true),
	KIND("nodeResourceTopologies", read_resource_topology, object_meta,
		node_resource_topologies, true),
};

/* Namespaces and names; spare: room for one that was there before. */
struct seen {
	struct map map;
	struct arena arena;
	const char **spare;
};

/* Is it the first one of its namespace and name? The API server refuses others (rules/01 2.2
 * step 5). */
static bool keep(
	struct reader *x, const struct kind *k, struct seen *seen, const struct object_meta *m)
{
	bool fresh;
	const char **names;

	if (k->cluster_scoped && m->ns.n) {
		warn_odd(x->w, m->name, "a namespace on an object of %s, which have none: left out",
			k->name);
		return false;
	}
	names = seen->spare ? seen->spare : arena_alloc(&seen->arena, 2 * sizeof *names);
	names[0] = m->ns.n ? m->ns.p : NULL; /* interned: addresses stand for the texts */
	names[1] = m->name.p;
	map_put(&seen->map, (struct str){(const char *)names, 2 * sizeof *names}, &fresh);
	seen->spare = fresh ? NULL : names;
	strbuf_clear(&x->text);
	if (!fresh) {
		strbuf_addf(&x->text, STR_FMT "%s" STR_FMT, STR_ARG(m->ns), m->ns.n ? "/" : "",
			STR_ARG(m->name));
		warn_doubt(x->w, strbuf_str(&x->text), SEE_CHECK, DOUBT_DUPLICATE_NAME, k->name);
	} else if (!m->name.n) {
		strbuf_addf(&x->text, "rawObjects.%s", k->name);
		warn_doubt(x->w, strbuf_str(&x->text), SEE_CHECK, DOUBT_NAME_MISSING, k->name);
	}
	return fresh;
}

static void read_kind(struct reader *x, const struct kind *k)
{
	struct object_list *list = (struct object_list *)(void *)((char *)x->o + k->list);
	size_t begin = list_begin(x);
	unsigned bit = 1u << (k - kinds);
	struct seen seen = {0};
	struct object_meta *m = NULL; /* the memory of one that is left out is the next one's: there
					 may be very many */

	x->o->null_kinds |= json_peek(x->r) == JSON_NULL ? bit : 0;
	x->o->empty_kinds |= json_peek(x->r) == JSON_ARRAY ? bit : 0;
	if (read_enter(x))
		while (json_element(x->r)) {
			m = m ? memset(m, 0, k->size) : arena_zalloc(&x->o->arena, 1, k->size);
			x->o->empty_kinds &= ~bit;
			if (json_peek(x->r) == JSON_NULL) {
				json_fail(x->r, "null where an object should be");
				break;
			}
			m->creation = m->deletion = TIME_ZERO;
			k->read(x, m);
			if (!json_failed(x->r) && keep(x, k, &seen, m)) {
				list_add(x, &m, sizeof m);
				m = NULL;
			}
		}
	list->items = list_end(x, begin, sizeof *list->items, &list->n);
	map_free(&seen.map);
	arena_free(&seen.arena);
}

const char *kind_name(int kind)
{
	return kind < (int)(sizeof kinds / sizeof *kinds) ? kinds[kind].name : NULL;
}

static const struct kind *find_kind(struct str key)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (str_eq(str_of(kinds[i].name), key))
			return &kinds[i];
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (str_eq_fold(str_of(kinds[i].name), key))
			return &kinds[i];
	return NULL;
}

static void read_raw_objects(struct reader *x, void *at)
{
	struct str key;

	(void)at;
	x->has_raw_objects = json_peek(x->r) == JSON_OBJECT;
	if (!read_enter(x))
		return;
	while (json_key(x->r, &key)) {
		const struct kind *k = find_kind(key);

		if (k) {
			read_kind(x, k);
			continue;
		}
		if (!kind_was_known(key)) {
			strbuf_clear(&x->text);
			strbuf_addf(&x->text, "rawObjects.%.*s", (int)(key.n < 100 ? key.n : 100),
				key.p);
			warn_doubt(x->w, strbuf_str(&x->text), SEE_CHECK, DOUBT_KIND_UNKNOWN);
		}
		json_skip(x->r);
	}
}

static bool check_parts(struct reader *x, struct error *e)
{
	static const char hint[] =
		"capture it again with snap-fetch, and look with snap-inspect --check";

	if (!x->has_raw_objects)
		error_set(e, SNAP_INPUT, "not a snapshot", "rawObjects is %s", "missing or null");
	else if (!x->has_params)
		error_set(e, SNAP_INPUT, "not a whole snapshot", "schedulerParams is %s",
			"missing or null");
	else
		return true;
	error_hint(e, "%s", hint);
	return false;
}

bool objects_read(struct objects *o, struct json *r, struct warnings *w, struct error *e)
{
	static const struct field fields[] = {
		FIELD("config", read_config, struct objects, config),
		FIELD("schedulerParams", read_params, struct objects, params),
		FIELD_SAME("rawObjects", read_raw_objects),
		FIELD_SAME("discovery", read_discovery),
		FIELDS_END,
	};
	struct reader x = {.o = o, .r = r, .w = w};
	bool done = false;

	o->newest = TIME_ZERO;
	pod_cache_start(&x);
	labels_start(&x);
	read_object(&x, o, fields);
	json_finish(r);
	if (json_failed(r)) {
		json_error(r, e);
	} else if (check_parts(&x, e)) {
		if (!o->config.present) {
			warn_doubt(w, STR("config"), "capture it again with snap-fetch",
				"no configuration in the snapshot: the scheduler's built-in defaults are used");
			config_default(&x);
		}
		read_gates(&x);
		labels_finish(&x);
		done = true;
	}
	pod_cache_free(&x);
	labels_free(&x);
	strbuf_free(&x.scratch);
	strbuf_free(&x.text);
	return done;
}
