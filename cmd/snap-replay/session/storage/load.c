/* Makes the tables of claims, classes and capacities from the snapshot's objects (rules/06 11.1).
 */
#include <stdlib.h>
#include <strings.h>

#include "session/storage/csi_tables.h"
#include "session/claims.h"
#include "session/plugin.h"
#include "model/selectors.h"

/* The class of a claim or of a capacity, so the name is there. */
static int class_index(const struct storage *st, struct str name)
{
	int i = 0;

	while (!same_text(st->classes[i], name))
		i++;
	return i;
}

static int by_text(const void *a, const void *b)
{
	return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

static bool is_driver(const struct objects *o, struct str name)
{
	for (int i = 0; i < o->csi_drivers.n; i++)
		if (same_text(o->csi_drivers.items[i]->meta.name, name))
			return true;
	return false;
}

static bool is_managed(struct session *s, const struct storage_class *class)
{
	if (!class->binding_mode.p) {
		session_warn(s, 2,
			"VolumeBindingMode not set for storageclass " STR_FMT ", ignoring",
			STR_ARG(class->meta.name));
		return false;
	}
	return str_eq(class->binding_mode, STR("WaitForFirstConsumer")) &&
		is_driver(s->c->objects, class->provisioner);
}

static const struct storage_class *managed_class(struct session *s, struct str name)
{
	const struct objects *o = s->c->objects;

	for (int i = 0; name.n && i < o->storage_classes.n; i++)
		if (same_text(o->storage_classes.items[i]->meta.name, name))
			return is_managed(s, o->storage_classes.items[i])
				? o->storage_classes.items[i]
				: NULL;
	return NULL;
}

static void name_classes(struct storage *st)
{
	const struct objects *o = st->session->c->objects;
	int n = 0;

	st->classes = ARENA_ARRAY(
		&st->session->arena, (size_t)(o->claims.n + o->csi_capacities.n), struct str);
	for (int i = 0; i < o->claims.n; i++)
		st->classes[n++] = o->claims.items[i]->class_name;
	for (int i = 0; i < o->csi_capacities.n; i++)
		st->classes[n++] = o->csi_capacities.items[i]->class_name;
	qsort(st->classes, (size_t)n, sizeof *st->classes, by_text);
	for (int i = 0; i < n; i++)
		if (st->n_classes == 0 ||
			!same_text(st->classes[st->n_classes - 1], st->classes[i]))
			st->classes[st->n_classes++] = st->classes[i];
}

static bool reaches(const struct csi_capacity *c, const struct node *n)
{
	return !c->topology || selector_matches(c->topology, &n->object->meta.labels);
}

static void connect_node(struct storage *st, const struct node *n)
{
	const struct objects *o = st->session->c->objects;
	struct csi_space **row = &st->reach[n->index * st->n_classes];

	for (int i = 0; i < o->csi_capacities.n; i++) {
		int class = class_index(st, o->csi_capacities.items[i]->class_name);

		if (!reaches(o->csi_capacities.items[i], n))
			continue;
		if (row[class]) { /* two of one class: the node loses all */
			session_warn(st->session, 2,
				"Node " STR_FMT
				" has access to several capacities of storageclass " STR_FMT
				" - ignoringfor advanced storage scheduling",
				STR_ARG(n->name), STR_ARG(st->classes[class]));
			memset(row, 0, (size_t)st->n_classes * sizeof *row);
			return;
		}
		row[class] = &st->spaces[i];
	}
}

static void read_spaces(struct storage *st)
{
	const struct cluster *c = st->session->c;
	const struct objects *o = c->objects;

	st->n_spaces = o->csi_capacities.n;
	st->spaces = ARENA_ARRAY(&st->session->arena, (size_t)st->n_spaces, struct csi_space);
	st->reach = ARENA_ARRAY(&st->session->arena, (size_t)c->n_nodes * (size_t)st->n_classes,
		struct csi_space *);
	for (int i = 0; i < st->n_spaces; i++) {
		const struct csi_capacity *cap = o->csi_capacities.items[i];

		st->spaces[i].has_capacity = cap->has_capacity;
		st->spaces[i].capacity = cap->has_capacity ? csi_size(cap->capacity) : 0;
		if (cap->topology && !cap->topology->valid)
			session_warn(st->session, 2,
				"Failed to process CSIStorageCapacity " STR_FMT "/" STR_FMT
				", skipping: invalid selector",
				STR_ARG(cap->meta.ns), STR_ARG(cap->meta.name));
	}
	for (int i = 0; i < c->n_nodes; i++)
		connect_node(st, &c->nodes[i]);
	st->reached = ARENA_ARRAY(&st->session->arena,
		(size_t)st->n_classes * (size_t)bit_blocks(c->n_nodes), uint64_t);
	for (int i = 0; i < c->n_nodes; i++)
		for (int k = 0; k < st->n_classes; k++)
			if (csi_space_at(st, &c->nodes[i], k))
				bit_set(&st->reached[k * bit_blocks(c->n_nodes)], i);
}

static bool is_pod_kind(struct str kind)
{
	return kind.n == 3 && strncasecmp(kind.p, "pod", 3) == 0;
}

/* Of several tasks with one key the first one. The map is filled at its first use: few
 * clusters have owned claims. */
static const struct task *task_named(
	struct session *s, struct map *tasks, struct str ns, struct str name)
{
	bool empty = tasks->count == 0;

	for (int i = 0; empty && i < s->c->n_tasks; i++) {
		struct map_entry *e = map_put(tasks, s->c->tasks[i].key, NULL);

		if (!e->value)
			e->value = &s->c->tasks[i];
	}
	return map_get(tasks, session_text(s, STR_FMT "/" STR_FMT, STR_ARG(ns), STR_ARG(name)));
}

static void warn_no_class(struct session *s, const struct persistent_volume_claim *c)
{
	if (!c->class_name.p)
		warn_panic(s->warnings,
			session_text(
				s, STR_FMT "/" STR_FMT, STR_ARG(c->meta.ns), STR_ARG(c->meta.name)),
			"give the claim a class, or turn scheduleCSIStorage off: until then there is no cycle",
			"a volume claim names no storage class, and scheduleCSIStorage is on");
}

static void add_owned(struct storage *st, struct csi_claim *c)
{
	if (!c->owner)
		return;
	c->next_owned = st->owned_by[c->owner->index];
	st->owned_by[c->owner->index] = c;
}

/* Claims of managed classes by key; *map holds struct csi_claim. */
static void read_claims(struct storage *st, struct map *map)
{
	struct session *s = st->session;
	const struct objects *o = s->c->objects;
	struct map tasks = {0};

	for (int i = 0; i < o->claims.n; i++) {
		const struct persistent_volume_claim *object = o->claims.items[i];
		struct csi_claim *c;

		warn_no_class(s, object);
		if (!managed_class(s, object->class_name))
			continue;
		c = ARENA_NEW(&s->arena, struct csi_claim);
		c->object = object;
		c->index = st->n_claims++;
		st->negative |= csi_size(object->storage) < 0;
		c->key = session_text(s, STR_FMT "/" STR_FMT, STR_ARG(object->meta.ns),
			STR_ARG(object->meta.name));
		c->class = class_index(st, object->class_name);
		c->pending = str_eq(object->phase, STR("Pending"));
		c->bound = str_eq(object->phase, STR("Bound"));
		if (object->n_owners == 1 && is_pod_kind(object->owners[0].kind)) {
			c->owner_uid = object->owners[0].uid;
			c->owner = task_named(s, &tasks, object->meta.ns, object->owners[0].name);
			add_owned(st, c);
			c->deleted_owner = true;
		}
		map_put(map, c->key, NULL)->value = c;
	}
	map_free(&tasks);
}

static void insert_link(struct storage_claims *list, struct storage_link link)
{
	int at = list->n;

	for (int i = 0; i < list->n; i++)
		if (list->items[i].claim == link.claim)
			return;
	for (; at > 0; at--) {
		const struct csi_claim *before = list->items[at - 1].claim;

		if (before->class < link.claim->class ||
			(before->class == link.claim->class &&
				str_cmp(before->key, link.claim->key) <= 0))
			break;
		list->items[at] = list->items[at - 1];
	}
	list->items[at] = link;
	link.claim->users++;
	list->n++;
}

static void link_claims(struct storage *st, const struct map *claims, struct task *t)
{
	struct session *s = st->session;
	const struct pod *pod = t->pod;
	struct storage_claims *list = NULL;

	for (int i = 0; i < pod->spec->n_volumes; i++) {
		struct str name = volume_claim_name(s, pod, &pod->spec->volumes[i]);
		struct str key =
			session_text(s, STR_FMT "/" STR_FMT, STR_ARG(pod->meta.ns), STR_ARG(name));
		struct csi_claim *c = map_get(claims, key);
		bool owned;

		if (!c) {
			session_warn(s, 2,
				"Pod " STR_FMT " is referencing a pvc that was not found: " STR_FMT,
				STR_ARG(t->key), STR_ARG(key));
			continue;
		}
		if (!list) {
			list = t->storage = ARENA_NEW(&s->arena, struct storage_claims);
			list->items = ARENA_ARRAY(
				&s->arena, (size_t)pod->spec->n_volumes, struct storage_link);
		}
		owned = c->owner_uid.n && same_text(c->owner_uid, pod->meta.uid);
		insert_link(list, (struct storage_link){c, owned});
		if (owned && instant_is_zero(pod->meta.deletion))
			c->deleted_owner = false;
	}
}

static void find_what_matters(struct storage_claims *list)
{
	for (int i = 0; list && i < list->n; i++)
		list->matter |= list->items[i].claim->pending || list->items[i].owned ||
			list->items[i].claim->deleted_owner;
}

/* Claims of pods that sit on a node take space there. */
static void provision_bound(struct storage *st, const struct task *t)
{
	const unsigned bound = STATUS_SET(POD_ALLOCATED) | STATUS_SET(POD_BOUND) |
		STATUS_SET(POD_RUNNING) | STATUS_SET(POD_RELEASING) |
		STATUS_SET(POD_STUCK_IN_RELEASING);

	if (!t->storage || !t->node || !status_in(t->status, bound))
		return;
	for (int i = 0; i < t->storage->n; i++) {
		struct csi_space *s = csi_space_at(st, t->node, t->storage->items[i].claim->class);

		if (s)
			csi_provision(s, t->storage->items[i].claim);
	}
}

static void storage_close(void *state)
{
	struct storage *st = state;

	for (int i = 0; i < st->n_spaces; i++)
		free(st->spaces[i].provisioned);
}

void storage_open(struct session *s)
{
	struct map claims = {0};
	struct storage *st;

	if (!s->params->schedule_csi_storage)
		return;
	st = s->storage = ARENA_NEW(&s->arena, struct storage);
	st->session = s;
	st->owned_by = ARENA_ARRAY(&s->arena, (size_t)s->c->n_tasks, const struct csi_claim *);
	name_classes(st);
	read_spaces(st);
	read_claims(st, &claims);
	for (int i = 0; i < s->c->n_tasks; i++)
		link_claims(st, &claims, &s->c->tasks[i]);
	for (int i = 0; i < s->c->n_tasks; i++)
		find_what_matters(s->c->tasks[i].storage);
	for (int i = 0; i < s->c->n_tasks; i++)
		provision_bound(st, &s->c->tasks[i]);
	map_free(&claims);
	hook_add_on_storage_add(s, storage_on_add, st, "storage");
	hook_add_on_storage_remove(s, storage_on_remove, st, "storage");
	hook_add_settled(s, storage_is_settled, st, "storage");
	session_on_close(s, storage_close, st);
}
