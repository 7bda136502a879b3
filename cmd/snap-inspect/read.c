/* The document: top-level keys, kinds, objects. */
#include <stdio.h>
#include <stdlib.h>

#include "common/mem.h"
#include "read.h"

void *grow(void *array, size_t *cap, size_t i, size_t size)
{
	if (i < *cap)
		return array;
	size_t more = *cap ? *cap : 32;
	while (more <= i)
		more += more / 2;
	array = xrealloc_array(array, more, size);
	memset((char *)array + *cap * size, 0, (more - *cap) * size);
	*cap = more;
	return array;
}

void summary_free(struct summary *s)
{
	for (int k = 0; k < KIND_COUNT; k++) {
		names_free(&s->ids[k]);
		names_free(&s->uids[k]);
	}
	names_free(&s->refs);
	names_free(&s->requests);
	topologies_free(&s->topologies);
	numa_free(&s->numa);
	claims_free(&s->claims);
	free(s->pod_of_uid);
	free(s->scheduler.actions.items);
	free(s->scheduler.plugins.items);
	tally_free(&s->phases);
	tally_free(&s->schedulers);
	tally_free(&s->mig);
	free(s->keys);
	free(s->pods);
	free(s->nodes);
	free(s->queues);
	free(s->groups);
	free(s->binds);
	faults_free(&s->faults);
	arena_free(&s->arena);
	*s = (struct summary){0};
}

typedef void read_object(struct reading *p);

static read_object *const readers[KIND_COUNT] = {
	[KIND_PODS] = read_pod,
	[KIND_NODES] = read_node,
	[KIND_QUEUES] = read_queue,
	[KIND_POD_GROUPS] = read_pod_group,
	[KIND_BIND_REQUESTS] = read_bind_request,
	[KIND_PERSISTENT_VOLUMES] = read_persistent_volume,
	[KIND_PERSISTENT_VOLUME_CLAIMS] = read_persistent_volume_claim,
	[KIND_CSI_STORAGE_CAPACITIES] = read_csi_storage_capacity,
	[KIND_RESOURCE_CLAIMS] = read_resource_claim,
	[KIND_RESOURCE_SLICES] = read_resource_slice,
	[KIND_TOPOLOGIES] = read_topology,
	[KIND_NODE_RESOURCE_TOPOLOGIES] = read_node_resource_topology,
};

static void start_object(struct reading *p)
{
	strbuf_clear(&p->name);
	strbuf_clear(&p->ns);
	strbuf_clear(&p->uid);
	memset(p->has_mark, 0, sizeof p->has_mark);
	p->deleting = false;
	p->owner = 0;
	p->first_fault = p->s->faults.count;
}

static void read_list(struct reading *p)
{
	read_object *read = readers[p->kind] ? readers[p->kind] : read_other;
	uint64_t *count = &p->s->counts[p->kind];
	json_enter(p->r);
	while (json_element(p->r)) {
		p->index = (uint32_t)*count;
		if (++*count >= NO_INDEX) {
			json_fail(p->r, "more objects than a snapshot can have");
			return;
		}
		start_object(p);
		if (json_null(p->r))
			fault(p, FAULT_OBJECT_NULL, SEVERITY_ERROR, FIELD(NULL),
				"null instead of an object: the original tool panics on it");
		else if (json_enter(p->r))
			read(p);
	}
}

static const char *type_name(enum json_type type)
{
	static const char *const names[] = {
		"nothing", "an object", "a list", "a string", "a number", "true", "false", "null"};

	return names[type];
}

static void read_kind(struct reading *p, struct str key)
{
	struct summary *s = p->s;
	char path[128];

	snprintf(path, sizeof path, "rawObjects." STR_FMT, (int)(key.n < 100 ? key.n : 100), key.p);
	p->kind = kind_of_key(key);
	if (p->kind == KIND_NONE) {
		bool old = kind_was_known(key);

		fault_add(&s->faults, FAULT_KIND_UNKNOWN, old ? SEVERITY_WARNING : SEVERITY_ERROR,
			KIND_NONE, STR(""), path,
			old ? "a kind that older schedulers wrote: not read any more"
			    : DOUBT_KIND_UNKNOWN);
		json_skip(p->r);
		return;
	}
	if (s->kind_types[p->kind] != JSON_END) {
		json_fail(p->r, "%s is there twice", path);
		return;
	}
	enum json_type type = s->kind_types[p->kind] = json_peek(p->r);
	if (type == JSON_ARRAY) {
		read_list(p);
		return;
	}
	if (type != JSON_NULL) /* as schedulers write for a kind without objects */
		fault_add(&s->faults, FAULT_KIND_NOT_LIST, SEVERITY_ERROR, p->kind, STR(""), path,
			"not a list but %s", type_name(type));
	json_skip(p->r);
}

static void read_raw_objects(struct summary *s, struct json *r)
{
	struct reading p = {.s = s, .r = r};
	struct str key;

	if (json_enter(r))
		while (json_key(r, &key))
			read_kind(&p, key);
	strbuf_free(&p.name);
	strbuf_free(&p.ns);
	strbuf_free(&p.uid);
	strbuf_free(&p.mig_profile);
	strbuf_free(&p.id);
	strbuf_free(&p.key);
	strbuf_free(&p.path);
	free(p.statuses);
	free(p.claim_of);
	for (int m = 0; m < MARK_COUNT; m++)
		strbuf_free(&p.marks[m]);
}

typedef void read_part(struct summary *s, struct json *r);
/* ORDER snapshot_key */
static read_part *const parts[SNAPSHOT_KEYS] = {
	read_config, read_params, read_raw_objects, read_discovery};

static void read_top(struct summary *s, struct json *r, struct str key, bool seen[SNAPSHOT_KEYS])
{
	key = arena_str(&s->arena, key); /* it is valid until the next call of the reader */
	enum json_type type = json_peek(r);
	size_t part = 0;
	while (part < SNAPSHOT_KEYS && !same_but_case(key, str_of(snapshot_keys[part])))
		part++;
	s->keys = grow(s->keys, &s->key_cap, s->key_count, sizeof *s->keys);
	s->keys[s->key_count++] = (struct top_key){key, type};
	if (part == SNAPSHOT_KEYS && str_eq(key, STR(SOURCE_KEY))) {
		json_skip(r);
		return;
	}
	if (part == SNAPSHOT_KEYS) {
		char path[100];

		snprintf(path, sizeof path, STR_FMT, STR_ARG(key));
		fault_add(&s->faults, FAULT_KEY_UNKNOWN, SEVERITY_WARNING, KIND_NONE, STR(""), path,
			"not a key of a snapshot: not read");
		json_skip(r);
		return;
	}
	if (seen[part]) {
		json_fail(r, "%s is there twice", snapshot_keys[part]);
		return;
	}
	seen[part] = true;
	if (parts[part] == read_config && s->other_config.n)
		json_skip(r);
	else if (!json_null(r))
		parts[part](s, r);
}

/* Errors go to r, as those of the snapshot's own. */
static void read_other_config(struct summary *s, struct json *r)
{
	struct error why = {0};
	struct json *other;

	if (s->other_config.n == 0)
		return;
	other = json_over_memory(s->other_config.p, s->other_config.n);
	read_config(s, other);
	if (json_failed(other)) {
		json_error(other, &why);
		json_fail(r, "--config: %s: %s", why.what, why.why);
	}
	json_free(other);
}

/* Parts that are null or missing; rules/01 2.4 has the original's behaviour. */
static void missing_parts(struct summary *s, const bool seen[SNAPSHOT_KEYS])
{
	const char *how[] = {seen[0] ? "null" : "missing", seen[1] ? "null" : "missing",
		seen[2] ? "null" : "missing"};
	bool raw = false;

	for (size_t i = 0; i < s->key_count; i++)
		raw = raw ||
			(same_but_case(s->keys[i].key, STR("rawObjects")) &&
				s->keys[i].type == JSON_OBJECT);
	if (!s->scheduler.config)
		fault_add(&s->faults, FAULT_CONFIG_NULL, SEVERITY_ERROR, KIND_NONE, STR(""),
			"config",
			"%s: the original tool panics on it (schedulers v0.16.0 to v0.16.4 write null between two cycles)",
			how[0]);
	if (!s->scheduler.params)
		fault_add(&s->faults, FAULT_PARAMS_NULL, SEVERITY_ERROR, KIND_NONE, STR(""),
			"schedulerParams", "%s: the original tool panics on it", how[1]);
	if (!raw)
		fault_add(&s->faults, FAULT_RAW_OBJECTS_NULL, SEVERITY_ERROR, KIND_NONE, STR(""),
			"rawObjects",
			"%s: there are no objects, and the original tool panics on it", how[2]);
}

bool summary_read(struct summary *s, struct json *r)
{
	bool seen[SNAPSHOT_KEYS] = {false};
	struct str key;

	s->newest = TIME_ZERO;
	if (json_peek(r) != JSON_OBJECT && json_peek(r) != JSON_END)
		return json_fail_foreign(
			r, NO_SNAPSHOT_HINT, "%s instead of an object", type_name(json_peek(r)));
	if (json_enter(r))
		while (json_key(r, &key))
			read_top(s, r, key, seen);
	if (!json_finish(r))
		return false;
	read_other_config(s, r);
	if (json_failed(r))
		return false;
	bool any = false;
	const char *seems = "";
	for (size_t i = 0; i < SNAPSHOT_KEYS; i++)
		any = any || seen[i];
	for (size_t i = 0; i < s->key_count && !*seems; i++)
		seems = key_seems(s->keys[i].key);
	if (!any)
		return json_fail_foreign(r, NO_SNAPSHOT_HINT, NO_SNAPSHOT "%s", seems);
	missing_parts(s, seen);
	return true;
}
