/* What the source lacks: pod groups, queues, priority classes and config maps, made from what the
 * pods say. */
#include <stdlib.h>
#include "common/grow.h"
#include "common/jsonw.h"
#include "common/keys.h"
#include "import.h"

#define IMPORTED_QUEUE "imported"

/* A pod group that is made. */
struct group {
	struct str ns, name, queue, priority_class;
};

struct maker {
	struct import *im;
	struct map groups; /* by what makes pods one group, to struct group */
	struct map names;  /* of the groups */
	struct group **made;
	size_t n_made, cap_made;
	struct strbuf text;
	long annotated, adopted;
};

static struct str kept(struct maker *m)
{
	return arena_str(&m->im->arena, strbuf_str(&m->text));
}

static struct jsonw start(struct maker *m)
{
	strbuf_clear(&m->text);
	return (struct jsonw){.out = &m->text};
}

/* Begins an object of that name: {"metadata":{...}. */
static void begin(struct jsonw *w, struct str ns, struct str name)
{
	jsonw_begin(w, '{');
	jsonw_key(w, "metadata");
	jsonw_begin(w, '{');
	jsonw_key(w, "name");
	jsonw_str(w, name);
	if (ns.n) {
		jsonw_key(w, "namespace");
		jsonw_str(w, ns);
	}
	jsonw_end(w, '}');
}

static void add(struct maker *m, enum kind kind, struct str ns, struct str name)
{
	struct object *o = ARENA_NEW(&m->im->arena, struct object);

	o->ns = ns;
	o->name = name;
	o->text = kept(m);
	import_add(m->im, kind, o);
}

/* ---- pod groups ---- */

/* The key of the pods that make one group: texts that no name holds stand between its parts. */
static struct str group_key(struct maker *m, struct str a, struct str b, struct str c)
{
	strbuf_clear(&m->text);
	strbuf_addstr(&m->text, a);
	strbuf_addc(&m->text, '\n');
	strbuf_addstr(&m->text, b);
	strbuf_addc(&m->text, '\n');
	strbuf_addstr(&m->text, c);
	return kept(m);
}

/* The scheduler joins pods and groups by name alone: of two groups the second one gets another. */
static struct str free_name(struct maker *m, struct str wanted)
{
	bool fresh;

	map_put(&m->names, wanted, &fresh);
	for (long i = 2; !fresh; i++) {
		strbuf_clear(&m->text);
		strbuf_addf(&m->text, STR_FMT "-%ld", STR_ARG(wanted), i);
		struct str name = kept(m);
		map_put(&m->names, name, &fresh);
		if (fresh)
			return name;
	}
	return wanted;
}

static struct group *group_of(struct maker *m, struct str key, const struct object *pod)
{
	bool fresh;
	struct map_entry *e = map_put(&m->groups, key, &fresh);
	struct group *g;

	if (fresh) {
		g = ARENA_NEW(&m->im->arena, struct group);
		g->ns = pod->ns;
		ARENA_GROW(&m->im->arena, m->made, m->n_made, m->cap_made);
		m->made[m->n_made++] = g;
		e->value = g;
	}
	g = e->value;
	if (!g->queue.n)
		g->queue = pod->pod->queue;
	if (!g->priority_class.n)
		g->priority_class = pod->pod->priority_class;
	return g;
}

static void join_annotated(struct maker *m, const struct object *o)
{
	struct group *g = group_of(m, group_key(m, o->ns, o->pod->group, STR("")), o);

	m->annotated += !g->name.n;
	g->name = o->pod->group;
	map_put(&m->names, g->name, NULL);
}

static bool is_adopted(const struct maker *m, const struct object *o)
{
	const struct pod_notes *p = o->pod;

	if (p->group.n || p->node.n || p->leaving || !o->name.n)
		return false;
	switch (m->im->options.adopt) {
	case ADOPT_ASKED: return p->asked;
	case ADOPT_NONE: return false;
	default: return true;
	}
}

/* NAMESPACE.NAME of the pod, or NAMESPACE.KIND.NAME of its owner. */
static struct str adopted_name(struct maker *m, const struct object *o, bool owner)
{
	const struct pod_notes *p = o->pod;

	strbuf_clear(&m->text);
	strbuf_addf(&m->text, STR_FMT ".", STR_ARG(o->ns));
	if (owner)
		for (size_t i = 0; i < p->owner_kind.n; i++) {
			char c = p->owner_kind.p[i];

			strbuf_addc(&m->text, c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c);
		}
	strbuf_addf(&m->text, "%s" STR_FMT, owner ? "." : "", STR_ARG(owner ? p->owner : o->name));
	return kept(m);
}

static void adopt(struct maker *m, struct object *o)
{
	struct pod_notes *p = o->pod;
	bool owner = m->im->options.adopt == ADOPT_OWNER && p->owner.n;
	struct str key = owner ? group_key(m, o->ns, p->owner_kind, p->owner)
			       : group_key(m, o->ns, STR("\n"), o->name);
	struct group *g = group_of(m, key, o);

	if (!g->name.n)
		g->name = free_name(m, adopted_name(m, o, owner));
	p->adopt = true;
	p->adopted_by = g->name;
	m->adopted++;
}

static void write_group(struct maker *m, const struct group *g)
{
	struct jsonw w = start(m);

	begin(&w, g->ns, g->name);
	jsonw_key(&w, "spec");
	jsonw_begin(&w, '{');
	jsonw_key(&w, "minMember");
	jsonw_int(&w, 1);
	jsonw_key(&w, "queue");
	jsonw_str(&w, g->queue.n ? g->queue : STR(IMPORTED_QUEUE));
	if (g->priority_class.n) {
		jsonw_key(&w, "priorityClassName");
		jsonw_str(&w, g->priority_class);
	}
	jsonw_end(&w, '}');
	jsonw_end(&w, '}');
	add(m, KIND_POD_GROUPS, g->ns, g->name);
}

static void assume_groups(const struct maker *m)
{
	size_t adopted_groups = m->n_made - (size_t)m->annotated;

	if (m->annotated)
		import_assume(m->im,
			"%ld pod group%s made of the annotation pod-group-name, with minMember 1: the size of a gang is not in the source",
			m->annotated, plural_s(m->annotated));
	if (m->adopted)
		import_assume(m->im,
			"%ld pending pod%s without a pod group adopted, in %zu group%s with minMember 1",
			m->adopted, plural_s(m->adopted), adopted_groups,
			plural_s((long long)adopted_groups));
}

static void make_groups(struct maker *m)
{
	struct object_list *pods = list_of(m->im, KIND_PODS);

	for (size_t i = 0; i < pods->n; i++)
		if (pods->items[i]->pod->group.n)
			join_annotated(m, pods->items[i]);
	for (size_t i = 0; i < pods->n; i++)
		if (is_adopted(m, pods->items[i]))
			adopt(m, pods->items[i]);
	for (size_t i = 0; i < m->n_made; i++)
		write_group(m, m->made[i]);
	assume_groups(m);
}

/* ---- queues ---- */

static void write_queue(struct maker *m, struct str name)
{
	static const char *const resources[] = {"gpu", "cpu", "memory"};
	static const char *const amounts[] = {"quota", "limit", "overQuotaWeight"};
	struct jsonw w = start(m);

	begin(&w, STR(""), name);
	jsonw_key(&w, "spec");
	jsonw_begin(&w, '{');
	jsonw_key(&w, "resources");
	jsonw_begin(&w, '{');
	for (int i = 0; i < 3; i++) {
		jsonw_key(&w, resources[i]);
		jsonw_begin(&w, '{');
		for (int k = 0; k < 3; k++) {
			jsonw_key(&w, amounts[k]);
			jsonw_int(&w, k < 2 ? -1 : 1);
		}
		jsonw_end(&w, '}');
	}
	jsonw_end(&w, '}');
	jsonw_end(&w, '}');
	jsonw_end(&w, '}');
	add(m, KIND_QUEUES, STR(""), name);
}

/* Adds the names of the objects of a kind to a set. */
static void add_names(const struct import *im, enum kind kind, struct map *set)
{
	for (size_t i = 0; i < im->kinds[kind].n; i++)
		map_put(set, im->kinds[kind].items[i]->name, NULL);
}

static void make_queues(struct maker *m)
{
	struct map names = {0};
	long made = 0;
	bool fresh, imported = false;

	add_names(m->im, KIND_QUEUES, &names);
	for (size_t i = 0; i < m->n_made; i++) {
		struct str name = m->made[i]->queue;

		imported = imported || !name.n;
		map_put(&names, name.n ? name : STR(IMPORTED_QUEUE), &fresh);
		if (!fresh)
			continue;
		made++;
		write_queue(m, name.n ? name : STR(IMPORTED_QUEUE));
	}
	if (made)
		import_assume(m->im, "%ld queue%s made, without limits: %s", made, plural_s(made),
			imported ? "of the label " QUEUE_LABEL ", and \"" IMPORTED_QUEUE
				   "\" for pods without it"
				 : "of the label " QUEUE_LABEL);
	map_free(&names);
}

/* ---- priority classes ---- */

static void write_class(struct maker *m, struct str name, int64_t value)
{
	struct jsonw w = start(m);

	begin(&w, STR(""), name);
	jsonw_key(&w, "value");
	jsonw_int(&w, value);
	jsonw_end(&w, '}');
	add(m, KIND_PRIORITY_CLASSES, STR(""), name);
}

static void make_classes(struct maker *m)
{
	const struct object_list *pods = list_of(m->im, KIND_PODS);
	struct map names = {0};
	long made = 0, conflicts = 0;

	add_names(m->im, KIND_PRIORITY_CLASSES, &names);
	for (size_t i = 0; i < pods->n; i++) {
		struct pod_notes *p = pods->items[i]->pod;
		struct map_entry *e;
		bool fresh;

		if (!p->priority_class.n || !p->has_priority)
			continue;
		e = map_put(&names, p->priority_class, &fresh);
		if (fresh) {
			e->value = p;
			write_class(m, p->priority_class, p->priority);
			made++;
		} else if (e->value) {
			conflicts += ((const struct pod_notes *)e->value)->priority != p->priority;
		}
	}
	if (made)
		import_assume(m->im, "%ld priority class%s made of what the pods say", made,
			made == 1 ? "" : "es");
	if (conflicts)
		import_assume(m->im,
			"%ld pod%s with another priority than the first of the same class: the first one counts",
			conflicts, plural_s(conflicts));
	map_free(&names);
}

/* ---- config maps ---- */

static void make_config_maps(struct maker *m)
{
	const struct object_list *pods = list_of(m->im, KIND_PODS);
	struct map seen = {0};
	long made = 0;

	for (size_t i = 0; i < pods->n; i++) {
		const struct object *o = pods->items[i];

		for (size_t k = 0; k < o->pod->n_config_maps; k++) {
			struct str name = o->pod->config_maps[k];
			bool fresh;

			map_put(&seen, group_key(m, o->ns, name, STR("")), &fresh);
			if (!fresh)
				continue;
			struct jsonw w = start(m);
			begin(&w, o->ns, name);
			jsonw_end(&w, '}');
			add(m, KIND_CONFIG_MAPS, o->ns, name);
			made++;
		}
	}
	if (made)
		import_assume(m->im, "%ld config map%s that pods refer to taken to be there", made,
			plural_s(made));
	map_free(&seen);
}

/* ---- pods ---- */

/* The scheduler keys its pods by uid: each gets one of its own. */
static void own_uids(struct maker *m)
{
	const struct object_list *pods = list_of(m->im, KIND_PODS);
	struct map uids = {0};
	long doubles = 0;

	for (size_t i = 0; i < pods->n; i++) {
		struct object *o = pods->items[i];
		bool fresh = true;

		if (o->uid.n)
			map_put(&uids, o->uid, &fresh);
		doubles += !fresh;
		if (o->uid.n && fresh)
			continue;
		strbuf_clear(&m->text);
		strbuf_addf(&m->text, "imported:" STR_FMT "/" STR_FMT, STR_ARG(o->ns),
			STR_ARG(o->name));
		o->uid = kept(m);
	}
	if (doubles)
		import_assume(m->im, "%ld pod%s with the uid of another one: given one of %s own",
			doubles, plural_s(doubles), doubles == 1 ? "its" : "their");
	map_free(&uids);
}

static void drop_claims(struct maker *m)
{
	const struct object_list *pods = list_of(m->im, KIND_PODS);
	long changed = 0;

	for (size_t i = 0; i < pods->n; i++) {
		struct object *o = pods->items[i];

		if (o->pod->node.n || str_eq(o->refs, o->no_refs))
			continue;
		o->refs = o->no_refs;
		changed++;
	}
	if (changed)
		import_assume(m->im,
			"%ld pending pod%s without the volumes and resource claims that %s: the source has no claims",
			changed, plural_s(changed), changed == 1 ? "it needs" : "they need");
}

/* ---- all ---- */

static int by_name(const void *a, const void *b)
{
	const struct object *x = *(struct object *const *)a, *y = *(struct object *const *)b;
	int c = str_cmp(x->ns, y->ns);

	if (c == 0)
		c = str_cmp(x->name, y->name);
	return c ? c : str_cmp(x->uid, y->uid);
}

static void sort(struct object_list *l)
{
	if (l->n)
		qsort(l->items, l->n, sizeof *l->items, by_name);
}

void import_fill(struct import *im)
{
	struct maker m = {.im = im};

	sort(list_of(im, KIND_PODS));
	own_uids(&m);
	make_groups(&m);
	make_queues(&m);
	make_classes(&m);
	make_config_maps(&m);
	drop_claims(&m);
	for (int kind = 0; kind < KIND_COUNT; kind++)
		sort(list_of(im, (enum kind)kind));
	import_assume(im,
		"config and schedulerParams: what is built into the scheduler, and no node pool");
	map_free(&m.groups);
	map_free(&m.names);
	strbuf_free(&m.text);
}
