/* Pod groups: of the annotation that names one, and of pods that are adopted. */
#include "common/import/fill.h"
#include "common/grow.h"

/* The scheduler joins pods and groups by name alone: of two groups the second one gets another. */
static struct str free_name(struct maker *m, struct str wanted)
{
	bool fresh;

	map_put(&m->names, wanted, &fresh);
	for (long i = 2; !fresh; i++) {
		strbuf_clear(&m->text);
		strbuf_addf(&m->text, STR_FMT "-%ld", STR_ARG(wanted), i);
		struct str name = maker_kept(m);
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
	struct group *g = group_of(m, maker_key(m, o->ns, o->pod->group, STR("")), o);

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
	return maker_kept(m);
}

static void adopt(struct maker *m, struct object *o)
{
	struct pod_notes *p = o->pod;
	bool owner = m->im->options.adopt == ADOPT_OWNER && p->owner.n;
	struct str key = owner ? maker_key(m, o->ns, p->owner_kind, p->owner)
			       : maker_key(m, o->ns, STR("\n"), o->name);
	struct group *g = group_of(m, key, o);

	if (!g->name.n)
		g->name = free_name(m, adopted_name(m, o, owner));
	p->adopt = true;
	p->adopted_by = g->name;
	m->adopted++;
}

static void write_group(struct maker *m, const struct group *g)
{
	struct jsonw w = maker_start(m);

	maker_begin(&w, g->ns, g->name);
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
	maker_add(m, KIND_POD_GROUPS, g->ns, g->name);
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

void groups_begin(struct maker *m)
{
	const struct object_list *given = list_of(m->im, KIND_POD_GROUPS);

	for (size_t i = 0; i < given->n; i++)
		map_put(&m->names, given->items[i]->name, NULL);
}

bool group_adopt(struct maker *m, struct object *o)
{
	if (!is_adopted(m, o))
		return false;
	adopt(m, o);
	return true;
}

void groups_end(struct maker *m)
{
	for (size_t i = 0; i < m->n_made; i++)
		write_group(m, m->made[i]);
	assume_groups(m);
}

void make_groups(struct maker *m)
{
	struct object_list *pods = list_of(m->im, KIND_PODS);

	groups_begin(m);
	for (size_t i = 0; i < pods->n; i++)
		if (pods->items[i]->pod->group.n && !m->im->has_kind[KIND_POD_GROUPS])
			join_annotated(m, pods->items[i]);
	for (size_t i = 0; i < pods->n; i++)
		group_adopt(m, pods->items[i]);
	groups_end(m);
}
