/* VolumeBinding: the pod's claims are bound, or can be bound or provisioned on the node
 * (rules/06 8.5). Nothing is reserved. */
#include <stdlib.h>

#include "session/claims.h"
#include "common/mem.h"
#include "plugins/predicates/predicates.h"
#include "model/selectors.h"
#include "model/bits.h"
#include "session/plugin.h"

typedef struct persistent_volume_claim claim;
typedef struct persistent_volume volume_object;

struct pod_volumes { /* of one task, made by its pre-filter */
	claim **bound, **delayed;
	int n_bound, n_delayed;
	unsigned char *found; /* by node.index: enum finding; NULL: the filter did not run yet */
};
/* FOUND_KNOWN: the node was looked at. The others: what is wrong there. */
enum finding {
	FOUND_KNOWN = 1,
	FOUND_NODE_CONFLICT = 2,
	FOUND_BIND_CONFLICT = 4,
	FOUND_NO_SPACE = 8,
	FOUND_VOLUME_MISSING = 16,
	FINDINGS = 32
};
struct volumes {
	struct session *session;
	struct map claims, by_name, classes, drivers;
	volume_object **sorted; /* persistent volumes by name */
	struct str *class_of;   /* of each of them */
	int n_sorted;
	struct str texts[FINDINGS];   /* of findings, once made */
	struct pod_volumes **of_task; /* by task.index */
};

static void close_volumes(void *state)
{
	struct volumes *v = state;

	map_free(&v->claims);
	map_free(&v->by_name);
	map_free(&v->classes);
	map_free(&v->drivers);
}

static int by_name(const void *a, const void *b)
{
	return str_cmp(
		(*(volume_object *const *)a)->meta.name, (*(volume_object *const *)b)->meta.name);
}

static bool used_by_anyone(const struct cluster *c)
{
	for (int i = 0; i < c->n_tasks; i++)
		if (c->tasks[i].pod->spec->n_volumes)
			return true;
	return false;
}

static struct str volume_class(const volume_object *pv)
{
	const struct str *annotation = annotation_of(&pv->meta, ANNOTATION_STORAGE_CLASS);

	return annotation ? *annotation : pv->class_name;
}

void volumes_open(struct predicates *p)
{
	struct session *s = p->session;
	const struct objects *o = s->c->objects;
	struct volumes *v;

	if (!used_by_anyone(s->c))
		return;
	v = p->volumes = ARENA_NEW(&s->arena, struct volumes);
	v->session = s;
	v->of_task = ARENA_ARRAY(&s->arena, (size_t)s->c->n_tasks, struct pod_volumes *);
	claims_by_key(&v->claims, s);
	v->n_sorted = o->volumes.n;
	v->sorted = ARENA_ARRAY(&s->arena, (size_t)o->volumes.n, volume_object *);
	for (int i = 0; i < o->volumes.n; i++) {
		v->sorted[i] = o->volumes.items[i];
		map_put(&v->by_name, o->volumes.items[i]->meta.name, NULL)->value =
			o->volumes.items[i];
	}
	qsort(v->sorted, (size_t)v->n_sorted, sizeof *v->sorted, by_name);
	v->class_of = ARENA_ARRAY(&s->arena, (size_t)v->n_sorted, struct str);
	for (int i = 0; i < v->n_sorted; i++)
		v->class_of[i] = volume_class(v->sorted[i]);
	for (int i = 0; i < o->storage_classes.n; i++)
		map_put(&v->classes, o->storage_classes.items[i]->meta.name, NULL)->value =
			o->storage_classes.items[i];
	for (int i = 0; i < o->csi_drivers.n; i++)
		map_put(&v->drivers, o->csi_drivers.items[i]->meta.name, NULL)->value =
			o->csi_drivers.items[i];
	session_on_close(s, close_volumes, v);
}

/* ---- pre-filter ---- */

static bool owned_by(const claim *c, const struct pod *pod)
{
	for (int i = 0; i < c->n_owners; i++)
		if (c->owners[i].controller)
			return same_text(c->owners[i].uid, pod->meta.uid);
	return false;
}

static struct prefilter missing(struct session *s, const struct pod *pod, const struct volume *v)
{
	struct str name = volume_claim_name(s, pod, v);

	if (v->ephemeral)
		return prefilter_refuse(session_text(s,
			"waiting for ephemeral volume controller to create the persistentvolumeclaim \"" STR_FMT
			"\"",
			STR_ARG(name)));
	return prefilter_refuse(
		session_text(s, "persistentvolumeclaim \"" STR_FMT "\" not found", STR_ARG(name)));
}

static struct prefilter usable(
	struct session *s, const struct pod *pod, const struct volume *v, const claim *c)
{
	struct str name = c->meta.name;

	if (str_eq(c->phase, STR("Lost")))
		return prefilter_refuse(session_text(s,
			"persistentvolumeclaim \"" STR_FMT
			"\" bound to non-existent persistentvolume \"" STR_FMT "\"",
			STR_ARG(name), STR_ARG(c->volume_name)));
	if (!instant_is_zero(c->meta.deletion))
		return prefilter_refuse(session_text(s,
			"persistentvolumeclaim \"" STR_FMT "\" is being deleted", STR_ARG(name)));
	if (v->ephemeral && !owned_by(c, pod))
		return prefilter_refuse(session_text(s,
			"PVC " STR_FMT "/" STR_FMT " was not created for pod " STR_FMT "/" STR_FMT
			" (pod is not owner)",
			STR_ARG(c->meta.ns), STR_ARG(name), STR_ARG(pod->meta.ns),
			STR_ARG(pod->meta.name)));
	return prefilter_ok();
}

static bool is_bound(const claim *c)
{
	return c->volume_name.n && annotation_of(&c->meta, ANNOTATION_BIND_COMPLETED);
}

static bool is_delayed(const struct volumes *v, const claim *c)
{
	const struct storage_class *class = map_get(&v->classes, claim_class(c));

	return class && c->volume_name.n == 0 &&
		str_eq(class->binding_mode, STR("WaitForFirstConsumer"));
}

/* An unbound claim whose class says nothing about binding: an error before anything else of that
 * kind. */
static bool lacks_mode(const struct volumes *v, const claim *c)
{
	const struct storage_class *class = map_get(&v->classes, claim_class(c));

	return !is_bound(c) && class && !class->binding_mode.p;
}

/* The claims in volume order, or the first problem. */
static struct prefilter collect(struct volumes *v, const struct pod *pod, claim **claims)
{
	const struct pod_spec *spec = pod->spec;

	for (int i = 0; i < spec->n_volumes; i++) {
		struct prefilter r;

		claims[i] = claim_of_volume(&v->claims, v->session, pod, &spec->volumes[i]);
		if (!claims[i])
			return missing(v->session, pod, &spec->volumes[i]);
		r = usable(v->session, pod, &spec->volumes[i], claims[i]);
		if (prefilter_failed(&r))
			return r;
	}
	return prefilter_ok();
}

static struct prefilter sort_claims(
	struct volumes *v, claim **claims, int n, struct pod_volumes *out)
{
	bool immediate = false;

	for (int i = 0; i < n; i++)
		if (lacks_mode(v, claims[i])) {
			struct str class = claim_class(claims[i]);

			return (struct prefilter){PRE_ERROR,
				session_text(v->session,
					"VolumeBindingMode not set for StorageClass \"" STR_FMT
					"\"",
					STR_ARG(class))};
		}
	for (int i = 0; i < n; i++) {
		if (is_bound(claims[i]))
			out->bound[out->n_bound++] = claims[i];
		else if (is_delayed(v, claims[i]))
			out->delayed[out->n_delayed++] = claims[i];
		else
			immediate = true;
	}
	return immediate ? prefilter_refuse(STR("pod has unbound immediate PersistentVolumeClaims"))
			 : prefilter_ok();
}

struct prefilter volumes_prefilter(struct predicates *p, const struct task *t)
{
	struct volumes *v = p->volumes;
	int n = t->pod->spec->n_volumes;
	struct arena *a;
	struct prefilter r;

	claim **claims;

	if (n == 0 || !v)
		return prefilter_skip();
	a = &p->session->arena;
	claims = ARENA_ARRAY(a, (size_t)n, claim *);
	r = collect(v, t->pod, claims);
	if (prefilter_failed(&r))
		return r;
	v->of_task[t->index] = ARENA_NEW(a, struct pod_volumes);
	v->of_task[t->index]->bound = ARENA_ARRAY(a, (size_t)n, claim *);
	v->of_task[t->index]->delayed = ARENA_ARRAY(a, (size_t)n, claim *);
	return sort_claims(v, claims, n, v->of_task[t->index]);
}

/* ---- filter ---- */

static bool volume_reaches(const volume_object *pv, const struct node *n)
{
	return !pv->affinity.present ||
		node_terms_match(&pv->affinity, &n->object->meta.labels, (struct str){0});
}

static void check_bound(
	const struct volumes *v, const struct pod_volumes *pod, const struct node *n, unsigned *f)
{
	for (int i = 0; i < pod->n_bound; i++) {
		const volume_object *pv = map_get(&v->by_name, pod->bound[i]->volume_name);

		if (!pv)
			*f |= FOUND_VOLUME_MISSING;
		else if (!volume_reaches(pv, n))
			*f |= FOUND_NODE_CONFLICT;
		else
			continue;
		return;
	}
}

static bool refers_to(const volume_object *pv, const claim *c)
{
	return pv->has_claim_ref && same_text(pv->claim_name, c->meta.name) &&
		same_text(pv->claim_ns, c->meta.ns) &&
		(pv->claim_uid.n == 0 || same_text(pv->claim_uid, c->meta.uid));
}

static struct str mode_of(struct str mode)
{
	return mode.n ? mode : STR("Filesystem");
}

static bool offers_modes(const volume_object *pv, const claim *c)
{
	for (int i = 0; i < c->n_access_modes; i++) {
		bool found = false;

		for (int k = 0; k < pv->n_access_modes && !found; k++)
			found = same_text(pv->access_modes[k], c->access_modes[i]);
		if (!found)
			return false;
	}
	return true;
}

static bool is_candidate(const volume_object *pv, const claim *c)
{
	return (!pv->has_claim_ref || refers_to(pv, c)) && pv->capacity.nano >= c->storage.nano &&
		str_eq(mode_of(pv->volume_mode), mode_of(c->volume_mode)) &&
		same_text(pv->attributes_class, c->attributes_class) &&
		instant_is_zero(pv->meta.deletion);
}

struct chosen {
	const volume_object **items;
	int n;
};

static bool is_chosen(const struct chosen *chosen, const volume_object *pv)
{
	for (int i = 0; i < chosen->n; i++)
		if (chosen->items[i] == pv)
			return true;
	return false;
}

static const volume_object *find_volume(
	const struct volumes *v, const claim *c, const struct node *n, const struct chosen *chosen)
{
	const volume_object *best = NULL;
	struct str class = claim_class(c);

	for (int i = 0; i < v->n_sorted; i++) {
		const volume_object *pv = v->sorted[i];

		if (!same_text(v->class_of[i], class) || is_chosen(chosen, pv) ||
			!is_candidate(pv, c))
			continue;
		if (refers_to(pv, c))
			return volume_reaches(pv, n) ? pv : NULL; /* pre-bound: this one or none */
		if (!str_eq(pv->phase, STR("Available")) ||
			(c->selector && !selector_matches(c->selector, &pv->meta.labels)) ||
			!volume_reaches(pv, n) || !offers_modes(pv, c))
			continue;
		if (!best || pv->capacity.nano < best->capacity.nano)
			best = pv;
	}
	return best;
}

static bool enough_capacity(const struct volumes *v, const claim *c,
	const struct storage_class *class, const struct node *n)
{
	const struct csi_driver *driver = map_get(&v->drivers, class->provisioner);
	const struct objects *o = v->session->c->objects;

	if (c->storage.nano <= 0 || !driver || !driver->storage_capacity)
		return true;
	for (int i = 0; i < o->csi_capacities.n; i++) {
		const struct csi_capacity *cap = o->csi_capacities.items[i];
		struct quantity limit = cap->has_maximum ? cap->maximum : cap->capacity;

		if (same_text(cap->class_name, class->meta.name) &&
			quantity_value(limit) >= quantity_value(c->storage) &&
			selector_matches(cap->topology, &n->object->meta.labels))
			return true;
	}
	return false;
}

/* The claim is delayed, so its class is there. False: the rest need not be looked at. */
static bool check_provision(
	const struct volumes *v, const claim *c, const struct node *n, unsigned *f)
{
	const struct storage_class *class = map_get(&v->classes, claim_class(c));

	if (class->provisioner.n == 0 ||
		str_eq(class->provisioner, STR("kubernetes.io/no-provisioner")) ||
		(class->allowed_topologies.n &&
			!node_terms_match(&class->allowed_topologies, &n->object->meta.labels,
				(struct str){0})))
		*f |= FOUND_BIND_CONFLICT;
	else if (!enough_capacity(v, c, class, n))
		*f |= FOUND_NO_SPACE;
	else
		return true;
	return false;
}

/* Smallest request first, in volume order among equal ones. */
static void insert_by_size(claim **list, int n, claim *c)
{
	for (; n > 0 && list[n - 1]->storage.nano > c->storage.nano; n--)
		list[n] = list[n - 1];
	list[n] = c;
}

static void check_delayed(
	const struct volumes *v, const struct pod_volumes *pod, const struct node *n, unsigned *f)
{
	claim **match = xcalloc(2 * (size_t)pod->n_delayed, sizeof *match),
	      **provision = match + pod->n_delayed;
	struct chosen chosen = {xcalloc((size_t)pod->n_delayed, sizeof *chosen.items), 0};
	int n_match = 0, n_provision = 0;

	for (int i = 0; i < pod->n_delayed; i++) {
		const struct str *node =
			annotation_of(&pod->delayed[i]->meta, ANNOTATION_SELECTED_NODE);

		if (!node)
			insert_by_size(match, n_match++, pod->delayed[i]);
		else if (str_eq(*node, n->name))
			provision[n_provision++] = pod->delayed[i];
		else
			*f |= FOUND_BIND_CONFLICT;
	}
	for (int i = 0; i < n_match; i++) {
		const volume_object *pv = find_volume(v, match[i], n, &chosen);

		if (pv)
			chosen.items[chosen.n++] = pv;
		else
			provision[n_provision++] = match[i];
	}
	for (int i = 0; i < n_provision && !(*f & FOUND_BIND_CONFLICT); i++)
		if (!check_provision(v, provision[i], n, f))
			break;
	free(match);
	free(chosen.items);
}

static struct str report(struct session *s, unsigned found)
{
	static const struct {
		enum finding finding;
		const char *text;
	} parts[] = {
		{FOUND_NODE_CONFLICT, "node(s) didn't match PersistentVolume's node affinity"},
		{FOUND_BIND_CONFLICT, "node(s) didn't find available persistent volumes to bind"},
		{FOUND_NO_SPACE, "node(s) did not have enough free storage"},
		{FOUND_VOLUME_MISSING,
			"node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)"},
	};
	struct strbuf b = {0};
	struct str made;

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (found & parts[i].finding)
			strbuf_addf(&b, "%s%s", b.len ? ", " : "", parts[i].text);
	made = arena_str(&s->arena, strbuf_str(&b));
	strbuf_free(&b);
	return made;
}

/* Claims and volumes stay as they are during the session, so each node is looked at once. */
static unsigned findings_at(const struct volumes *v, struct pod_volumes *pod, const struct node *n)
{
	unsigned found = FOUND_KNOWN;

	if (!pod->found)
		pod->found = ARENA_ARRAY(
			&v->session->arena, (size_t)v->session->c->n_nodes, unsigned char);
	if (pod->found[n->index])
		return pod->found[n->index];
	check_bound(v, pod, n, &found);
	check_delayed(v, pod, n, &found);
	pod->found[n->index] = (unsigned char)found;
	return found;
}

/* 0: none. */
static unsigned refusal_at(const struct volumes *v, struct pod_volumes *pod, const struct node *n)
{
	unsigned found = findings_at(v, pod, n) & ~(unsigned)FOUND_KNOWN;

	/* Under scheduleCSIStorage the storage check of the node judges the space instead. */
	return found == FOUND_NO_SPACE && v->session->params->schedule_csi_storage ? 0 : found;
}

bool volumes_filter(
	struct predicates *p, const struct task *t, const struct node *n, struct str *why)
{
	struct volumes *v = p->volumes;
	struct pod_volumes *pod = v ? v->of_task[t->index] : NULL;
	unsigned found;

	if (!pod)
		return true;
	found = refusal_at(v, pod, n);
	if (!found)
		return true;
	if (!v->texts[found].p)
		v->texts[found] = report(p->session, found);
	*why = v->texts[found];
	return false;
}

void volumes_keep_possible(struct predicates *p, const struct task *t, uint64_t *set)
{
	const struct cluster *c = p->session->c;
	struct pod_volumes *pod = p->volumes ? p->volumes->of_task[t->index] : NULL;

	for (int i = 0; pod && i < c->n_nodes; i++)
		if (bit_is_set(set, i) && refusal_at(p->volumes, pod, &c->nodes[i]))
			bit_clear(set, i);
}
