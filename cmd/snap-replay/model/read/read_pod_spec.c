/* Makes a pod's spec from its parts. Pods of one workload repeat the same text for most members, so
 * the text of a member is looked up before it is parsed. That cannot change a decision: equal text
 * has equal content. Pods whose content is equal share one pod_spec. */
#include <stdlib.h>

#include "common/mem.h"
#include "model/read/pod_parts.h"
#include "model/resources.h"

/* Bytes of member texts; when there are more, all are forgotten, so that memory stays bounded. */
#define PARTS_KEPT ((size_t)16 << 20)

/* What is read of the spec of a pod, maybe from several members of that name. */
struct spec_reading {
	struct pod *pod;
	struct pod_spec_key key;
};

/* The next pod is likely to repeat one of the parts that were read last. */
enum { LATEST = 4 };
struct latest_part {
	struct json_known known;
	const void *value;
};
struct latest_parts {
	struct latest_part items[LATEST];
	int next; /* the oldest */
};

struct pod_cache {
	struct spec_reading reading;
	struct arena texts;          /* keys of parts */
	struct map parts[POD_PARTS]; /* member text to its parsed form */
	struct latest_parts latest[POD_PARTS];
	struct map by_parts;   /* struct pod_spec_key to struct pod_spec */
	struct map by_content; /* canonical key to struct pod_spec */
	struct arena keys;
};

void pod_cache_start(struct reader *x)
{
	x->pods = xcalloc(1, sizeof *x->pods);
}

void pod_cache_free(struct reader *x)
{
	for (int i = 0; i < POD_PARTS; i++)
		map_free(&x->pods->parts[i]);
	map_free(&x->pods->by_parts);
	map_free(&x->pods->by_content);
	arena_free(&x->pods->texts);
	arena_free(&x->pods->keys);
	free(x->pods);
	x->pods = NULL;
}

static void forget_parts(struct pod_cache *c)
{
	for (int i = 0; i < POD_PARTS; i++)
		map_free(&c->parts[i]);
	memset(c->latest, 0, sizeof c->latest);
	map_free(&c->by_parts);
	arena_free(&c->texts);
}

static void read_node_labels(struct reader *x, void *at)
{
	struct labels *l = at;

	read_labels(x, l);
	for (int i = 0; i < l->n; i++)
		label_mark_wanted(x, l->items[i].key);
}

static const struct {
	size_t size;
	read_fn *read;
} part_types[POD_PARTS] = {
	[PART_CONTAINERS] = {sizeof(struct containers), read_containers},
	[PART_INIT_CONTAINERS] = {sizeof(struct containers), read_containers},
	[PART_EPHEMERAL_CONTAINERS] = {sizeof(struct containers), read_containers},
	[PART_VOLUMES] = {sizeof(struct volume_parts), read_volumes},
	[PART_NODE_SELECTOR] = {sizeof(struct labels), read_node_labels},
	[PART_AFFINITY] = {sizeof(struct affinity_part), read_affinity},
	[PART_TOLERATIONS] = {sizeof(struct toleration_list), read_tolerations},
	[PART_OVERHEAD] = {sizeof(struct amounts), read_amounts},
	[PART_POD_LEVEL] = {sizeof(struct amounts), read_pod_level},
	[PART_RESOURCE_CLAIMS] = {sizeof(struct claim_list), read_claim_entries},
	[PART_SPREAD] = {sizeof(struct str), read_signature_text},
};

/* The map `before` and what the text raw adds to it. */
static const void *read_more(
	struct reader *x, enum pod_part part, const void *before, struct str raw)
{
	void *value = arena_zalloc(&x->o->arena, 1, part_types[part].size);

	memcpy(value, before, part_types[part].size);
	read_raw(x, raw, copy_raw(&x->pods->texts, raw), part_types[part].read, value);
	return value;
}

/* The parsed form of the member that comes next, if it repeats one of the latest; NULL: it does
 * not, and is not consumed. */
static const void *read_again(struct reader *x, enum pod_part part)
{
	const struct latest_parts *l = &x->pods->latest[part];

	for (int i = 0; i < LATEST; i++)
		if (json_again(x->r, &l->items[i].known))
			return l->items[i].value;
	return NULL;
}

/* text: as json_raw has just returned it, kept in texts. */
static void add_latest(struct reader *x, enum pod_part part, struct str text, const void *value)
{
	struct latest_parts *l = &x->pods->latest[part];

	if (!json_remember(x->r, text, &l->items[l->next].known))
		return;
	l->items[l->next].value = value;
	l->next = (l->next + 1) % LATEST;
}

/* The parsed form of raw, the latest text of json_raw. */
static const void *read_distinct(struct reader *x, enum pod_part part, struct str raw)
{
	struct pod_cache *c = x->pods;
	bool fresh;
	struct map_entry *e = map_put(&c->parts[part], raw, &fresh);
	struct str copy;
	void *value;

	if (!fresh) {
		add_latest(x, part, e->key, e->value);
		return e->value;
	}
	e->key = copy = (struct str){copy_raw(&c->texts, raw), raw.n};
	e->value = value = arena_zalloc(&x->o->arena, 1, part_types[part].size);
	add_latest(x, part, copy, value);
	read_raw(x, raw, copy.p, part_types[part].read, value);
	if (part == PART_AFFINITY && !json_failed(x->r))
		read_raw(x, raw, copy.p, read_signature_text,
			&((struct affinity_part *)value)->signature);
	return value;
}

/* The parsed form of the member that comes next. before: of the same member of this object, NULL:
 * it stands here for the first time. */
static const void *read_part(struct reader *x, enum pod_part part, const void *before)
{
	bool map = part == PART_NODE_SELECTOR || part == PART_OVERHEAD || part == PART_POD_LEVEL;
	bool more = before && map;
	const void *known = more ? NULL : read_again(x, part);
	struct str raw;

	if (known)
		return known;
	if (!json_raw(x->r, &raw))
		return NULL;
	if (x->pods->texts.total > PARTS_KEPT)
		forget_parts(x->pods);
	return more ? read_more(x, part, before, raw) : read_distinct(x, part, raw);
}

void read_shared_amounts(struct reader *x, void *at)
{
	struct amounts *amounts = at;
	const struct amounts *read = read_part(x, PART_OVERHEAD, amounts->n ? amounts : NULL);

	if (read)
		*amounts = *read;
}

/* ---- a spec from parts ---- */

static void copy_ports(struct reader *x, const struct containers *c, bool sidecars_only)
{
	for (int i = 0; c && i < c->n; i++)
		for (int k = 0; k < c->items[i].n_ports; k++)
			if (c->items[i].ports[k].port > 0 && (!sidecars_only || c->items[i].always))
				list_add(x, &c->items[i].ports[k], sizeof c->items[i].ports[k]);
}

static int by_address(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;

	return (*x > *y) - (*x < *y);
}

/* The names of the volumes that containers mount, sorted by address: interned names are equal if
 * their addresses are. */
static const char **mounted_names(struct reader *x, const struct containers *const lists[3], int *n)
{
	size_t begin = list_begin(x);
	const char **names;

	for (int l = 0; l < 3; l++)
		for (int i = 0; lists[l] && i < lists[l]->n; i++)
			for (int k = 0; k < lists[l]->items[i].n_mounts; k++)
				list_add(x, &lists[l]->items[i].mounts[k].p, sizeof *names);
	names = list_end(x, begin, sizeof *names, n);
	if (*n > 1)
		qsort(names, (size_t)*n, sizeof *names, by_address);
	return names;
}

static bool has_config_maps(const struct volume_parts *volumes)
{
	for (int i = 0; volumes && i < volumes->n; i++)
		if (volumes->items[i].n_config_maps)
			return true;
	return false;
}

/* Sets the config maps that mounted volumes and the environment require (rules/06 9.2). */
static void add_config_maps(struct reader *x, const struct containers *const lists[3],
	const struct volume_parts *volumes, struct pod_spec *s)
{
	int n = 0;
	const char **mounted = has_config_maps(volumes) ? mounted_names(x, lists, &n) : NULL;
	size_t begin = list_begin(x);

	for (int i = 0; n && i < volumes->n; i++) {
		const struct volume_part *v = &volumes->items[i];

		if (v->n_config_maps &&
			bsearch(&v->name.p, mounted, (size_t)n, sizeof *mounted, by_address))
			list_add(x, v->config_maps,
				(size_t)v->n_config_maps * sizeof *v->config_maps);
	}
	for (int l = 0; l < 3; l++)
		for (int i = 0; lists[l] && i < lists[l]->n; i++) {
			const struct container *c = &lists[l]->items[i];

			if (c->n_config_maps)
				list_add(x, c->config_maps,
					(size_t)c->n_config_maps * sizeof *c->config_maps);
		}
	s->config_maps = list_end(x, begin, sizeof *s->config_maps, &s->n_config_maps);
	s->n_config_maps =
		(int)sort_by_name(s->config_maps, (size_t)s->n_config_maps, sizeof *s->config_maps);
}

static void add_volumes(struct reader *x, const struct volume_parts *volumes, struct pod_spec *s)
{
	size_t begin = list_begin(x);

	strbuf_clear(&x->text);
	for (int i = 0; volumes && i < volumes->n; i++) {
		const struct volume_part *v = &volumes->items[i];
		struct volume claim = {v->name, v->claim, v->is_claim, v->ephemeral, {0}};

		if (v->hidden)
			continue;
		canonical_text(&x->text, v->is_claim ? (struct str){0} : v->signature);
		if (v->is_claim)
			claim.signature = v->signature;
		if (v->is_claim || v->ephemeral)
			list_add(x, &claim, sizeof claim);
	}
	s->volumes = list_end(x, begin, sizeof *s->volumes, &s->n_volumes);
	s->volume_signature = objects_intern(x->o, strbuf_str(&x->text));
}

/* Sets containers. */
static void add_containers(struct reader *x, const struct containers *main,
	const struct containers *init, struct pod_spec *s)
{
	const struct containers *lists[] = {init, main};
	size_t begin = list_begin(x);

	for (int l = 0; l < 2; l++)
		for (int i = 0; lists[l] && i < lists[l]->n; i++) {
			const struct container *c = &lists[l]->items[i];
			struct container_request r = {.amounts = c->requests};

			r.role = l == 1     ? CONTAINER_MAIN
				: c->always ? CONTAINER_SIDECAR
					    : CONTAINER_INIT;
			list_add(x, &r, sizeof r);
		}
	s->containers = list_end(x, begin, sizeof *s->containers, &s->n_containers);
}

static void sign_ports(struct strbuf *b, const struct containers *c)
{
	for (int i = 0; c && i < c->n; i++)
		for (int k = 0; k < c->items[i].n_ports; k++)
			strbuf_addf(b, "%lld,", (long long)c->items[i].ports[k].port);
}

/* The topology spread constraints as written; empty: none. */
static struct str spread_of(const struct pod_spec_key *key)
{
	const struct str *t = key->parts[PART_SPREAD];

	return t && !str_eq(*t, STR("[]")) ? *t : (struct str){0};
}

/* Sets the signature: what rules/01 11 puts into the pod key, except for priority and volumes.
 * Absent differs from empty where it does there. */
static void sign(struct reader *x, const struct pod_spec_key *key, struct pod_spec *s)
{
	struct strbuf *b = &x->text;
	const struct toleration_list *t = key->parts[PART_TOLERATIONS];
	const struct affinity_part *a = key->parts[PART_AFFINITY];

	strbuf_clear(b);
	strbuf_addc(b, s->node_selector.present ? 's' : '-');
	for (int i = 0; i < s->node_selector.n; i++) {
		canonical_text(b, s->node_selector.items[i].key);
		canonical_text(b, s->node_selector.items[i].value);
	}
	strbuf_addc(b, ';');
	canonical_text(b, a ? a->signature : (struct str){0});
	strbuf_addc(b, t && t->present ? 't' : '-');
	for (int i = 0; t && i < t->n; i++) {
		canonical_text(b, t->items[i].key);
		canonical_text(b, t->items[i].op);
		canonical_text(b, t->items[i].value);
		canonical_text(b, t->items[i].effect);
	}
	strbuf_addc(b, ';');
	canonical_text(b, s->priority_class_name);
	canonical_text(b, spread_of(key));
	sign_ports(b, key->parts[PART_CONTAINERS]);
	sign_ports(b, key->parts[PART_INIT_CONTAINERS]);
	s->signature = objects_intern(x->o, strbuf_str(b));
}

static void fill(struct reader *x, const struct pod_spec_key *key, struct pod_spec *s)
{
	const struct containers *lists[3] = {key->parts[PART_CONTAINERS],
		key->parts[PART_INIT_CONTAINERS], key->parts[PART_EPHEMERAL_CONTAINERS]};
	const struct affinity_part *a = key->parts[PART_AFFINITY];
	const struct toleration_list *t = key->parts[PART_TOLERATIONS];
	const struct claim_list *claims = key->parts[PART_RESOURCE_CLAIMS];
	size_t begin = list_begin(x);

	s->scheduler_name = key->names[0];
	s->priority_class_name = key->names[1];
	s->gated = key->gated != 0;
	if (key->parts[PART_NODE_SELECTOR])
		s->node_selector = *(const struct labels *)key->parts[PART_NODE_SELECTOR];
	if (key->parts[PART_OVERHEAD])
		s->overhead = *(const struct amounts *)key->parts[PART_OVERHEAD];
	if (key->parts[PART_POD_LEVEL])
		s->pod_level = *(const struct amounts *)key->parts[PART_POD_LEVEL];
	if (a) {
		s->node_affinity = a->node;
		s->affinity = a->affinity.required;
		s->preferred_affinity = a->affinity.preferred;
		s->anti_affinity = a->anti_affinity.required;
		s->preferred_anti_affinity = a->anti_affinity.preferred;
	}
	if (t) {
		s->tolerations = t->items;
		s->n_tolerations = t->n;
	}
	if (claims) {
		s->claims = claims->items;
		s->n_claims = claims->n;
	}
	s->has_topology_spread = spread_of(key).n > 0;
	copy_ports(x, lists[1], true);
	copy_ports(x, lists[0], false);
	s->ports = list_end(x, begin, sizeof *s->ports, &s->n_ports);
	add_config_maps(x, lists, key->parts[PART_VOLUMES], s);
	add_volumes(x, key->parts[PART_VOLUMES], s);
	sum_requests(x, lists[0], lists[1], s);
	add_containers(x, lists[0], lists[1], s);
	sign(x, key, s);
}

/* ---- one spec for equal content ---- */

static void key_text(struct strbuf *b, struct str s)
{
	strbuf_add(b, &s.p, sizeof s.p); /* interned: the address stands for the text */
}

static void key_number(struct strbuf *b, int64_t v)
{
	strbuf_add(b, &v, sizeof v);
}

static void key_amounts(struct strbuf *b, struct amounts a)
{
	key_number(b, a.n);
	for (int i = 0; i < a.n; i++) {
		key_text(b, a.items[i].name);
		key_text(b, a.items[i].text);
		strbuf_add(b, &a.items[i].quantity.nano, sizeof a.items[i].quantity.nano);
	}
}

/* Without the texts, which may differ: 1 and 1000m. Only of devices it matters whether a quantity
 * is written as a fraction (rules/07 C7). */
static void key_quantities(struct strbuf *b, struct amounts a)
{
	key_number(b, a.n);
	for (int i = 0; i < a.n; i++) {
		const struct quantity *q = &a.items[i].quantity;
		enum resource_kind kind = resource_kind(a.items[i].name);
		bool devices = kind != RES_CPU && kind != RES_MEMORY;

		key_text(b, a.items[i].name);
		strbuf_add(b, &q->nano, sizeof q->nano);
		key_number(b, devices && (!q->fast || q->scale < 0));
	}
}

static void key_texts(struct strbuf *b, const struct str *items, int n)
{
	key_number(b, n);
	for (int i = 0; i < n; i++)
		key_text(b, items[i]);
}

static void key_claims(struct strbuf *b, const struct pod_spec *s)
{
	key_number(b, s->n_claims);
	for (int i = 0; i < s->n_claims; i++) {
		key_text(b, s->claims[i].name);
		key_text(b, s->claims[i].claim);
		key_number(b, s->claims[i].templated);
	}
}

/* The whole content of a pod_spec. The signature has affinity, selectors, tolerations and the
 * numbers of host ports. */
static struct str content_key(struct reader *x, const struct pod_spec *s)
{
	struct strbuf *b = &x->text;

	strbuf_clear(b);
	key_text(b, s->scheduler_name);
	key_text(b, s->signature);
	key_text(b, s->volume_signature);
	key_amounts(b, s->overhead);
	key_amounts(b, s->requests);
	key_quantities(b, s->pod_level);
	key_number(b, s->n_containers);
	for (int i = 0; i < s->n_containers; i++) {
		key_number(b, s->containers[i].role);
		key_quantities(b, s->containers[i].amounts);
	}
	strbuf_add(b, &s->gpu_fraction, sizeof s->gpu_fraction);
	key_number(b, s->gpu_count);
	key_number(b, s->gated);
	key_number(b, s->negative + 2 * s->huge);
	key_text(b, s->request_error);
	key_texts(b, s->config_maps, s->n_config_maps);
	key_claims(b, s);
	key_texts(b, s->request_names, s->n_request_names);
	key_number(b, s->n_ports);
	for (int i = 0; i < s->n_ports; i++) {
		key_text(b, s->ports[i].ip);
		key_text(b, s->ports[i].protocol);
		key_number(b, s->ports[i].port);
	}
	for (int i = 0; i < s->n_volumes; i++) {
		key_text(b, s->volumes[i].name);
		key_text(b, s->volumes[i].signature);
		key_number(b, s->volumes[i].ephemeral);
	}
	return strbuf_str(b);
}

struct pod_spec *pod_spec_make(struct reader *x, const struct pod_spec_key *key)
{
	struct pod_cache *c = x->pods;
	bool fresh;
	struct map_entry *e = map_put(&c->by_parts, (struct str){(const char *)key, sizeof *key},
				 &fresh),
			 *same;
	struct pod_spec *s;

	if (!fresh)
		return e->value;
	e->key = arena_str(&c->texts, e->key);
	s = ARENA_NEW(&x->o->arena, struct pod_spec);
	fill(x, key, s);
	same = map_put(&c->by_content, content_key(x, s), &fresh);
	if (fresh) {
		same->key = arena_str(&c->keys, same->key);
		same->value = s;
		s->id = x->o->n_specs++;
	}
	e->value = same->value;
	return same->value;
}

/* ---- reading ---- */

#define PART_READER(name, part) \
	static void name(struct reader *x, void *at) \
	{ \
		struct spec_reading *s = at; \
		s->key.parts[part] = read_part(x, part, s->key.parts[part]); \
	}
PART_READER(read_containers_part, PART_CONTAINERS)
PART_READER(read_init_part, PART_INIT_CONTAINERS)
PART_READER(read_ephemeral_part, PART_EPHEMERAL_CONTAINERS)
PART_READER(read_volumes_part, PART_VOLUMES)
PART_READER(read_node_selector_part, PART_NODE_SELECTOR)
PART_READER(read_affinity_part, PART_AFFINITY)
PART_READER(read_tolerations_part, PART_TOLERATIONS)
PART_READER(read_overhead_part, PART_OVERHEAD)
PART_READER(read_pod_level_part, PART_POD_LEVEL)
PART_READER(read_claims_part, PART_RESOURCE_CLAIMS)
PART_READER(read_spread_part, PART_SPREAD)

static void read_gates_part(struct reader *x, void *at)
{
	struct spec_reading *s = at;

	s->key.gated = false;
	if (read_enter(x))
		while (json_element(x->r)) {
			s->key.gated = true;
			json_skip(x->r);
		}
}

static void read_node_name(struct reader *x, void *at)
{
	read_text(x, &((struct spec_reading *)at)->pod->node_name);
}

static void read_priority(struct reader *x, void *at)
{
	struct pod *p = ((struct spec_reading *)at)->pod;

	p->has_priority = json_peek(x->r) == JSON_NUMBER;
	read_int32(x, &p->priority);
}

void read_pod_spec(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD_SAME("containers", read_containers_part),
		FIELD_SAME("volumes", read_volumes_part),
		FIELD_SAME("nodeName", read_node_name),
		FIELD_SAME("tolerations", read_tolerations_part),
		FIELD("schedulerName", read_text, struct spec_reading, key.names[0]),
		FIELD_SAME("priority", read_priority),
		FIELD("priorityClassName", read_text, struct spec_reading, key.names[1]),
		FIELD_SAME("nodeSelector", read_node_selector_part),
		FIELD_SAME("affinity", read_affinity_part),
		FIELD_SAME("initContainers", read_init_part),
		FIELD_SAME("ephemeralContainers", read_ephemeral_part),
		FIELD_SAME("overhead", read_overhead_part),
		FIELD_SAME("resources", read_pod_level_part),
		FIELD_SAME("schedulingGates", read_gates_part),
		FIELD_SAME("resourceClaims", read_claims_part),
		FIELD_SAME("topologySpreadConstraints", read_spread_part),
		FIELDS_END,
	};
	struct spec_reading *s = &x->pods->reading;
	struct pod *p = at;

	if (!p->spec)
		*s = (struct spec_reading){.pod = p};
	read_object(x, s, fields);
	if (!json_failed(x->r))
		p->spec = pod_spec_make(x, &s->key);
}
