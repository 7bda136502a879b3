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

static struct group *new_group(struct maker *m, struct str key)
{
	struct arena *a = &m->im->arena;
	struct group *g = ARENA_NEW(a, struct group);

	map_put(&m->groups, arena_str(a, key), NULL)->value = g;
	ARENA_GROW(a, m->made, m->n_made, m->cap_made);
	m->made[m->n_made++] = g;
	return g;
}

/* The first pod's text that is not empty, in memory that outlives the pod. */
static void take_text(struct maker *m, struct str *text, struct str of_pod)
{
	if (!text->n && of_pod.n)
		*text = arena_str(&m->im->arena, of_pod);
}

/* The group of the pod, by the key in m->text. */
static struct group *group_of(struct maker *m, const struct object *pod)
{
	struct group *g = map_get(&m->groups, strbuf_str(&m->text));

	if (!g)
		g = new_group(m, strbuf_str(&m->text));
	take_text(m, &g->ns, pod->ns);
	take_text(m, &g->queue, pod->pod->queue);
	take_text(m, &g->priority_class, pod->pod->priority_class);
	return g;
}

static void join_annotated(struct maker *m, const struct object *o)
{
	struct group *g;

	maker_set_key(m, o->ns, o->pod->group, STR(""));
	g = group_of(m, o);
	if (g->name.n)
		return;
	m->annotated++;
	take_text(m, &g->name, o->pod->group);
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
	struct group *g;

	maker_set_key(m, o->ns, owner ? p->owner_kind : STR("\n"), owner ? p->owner : o->name);
	g = group_of(m, o);
	if (!g->name.n)
		g->name = free_name(m, adopted_name(m, o, owner));
	p->adopt = true;
	p->adopted_by = g->name;
	m->adopted++;
}

void group_write(struct maker *m, const struct group *g)
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
}

void groups_assume(const struct maker *m)
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

bool group_adopt(struct maker *m, struct object *o)
{
	if (!is_adopted(m, o))
		return false;
	adopt(m, o);
	return true;
}

void make_groups(struct maker *m)
{
	struct object_list *pods = list_of(m->im, KIND_PODS);
	const struct object_list *given = list_of(m->im, KIND_POD_GROUPS);

	for (size_t i = 0; i < given->n; i++)
		map_put(&m->names, given->items[i]->name, NULL);
	for (size_t i = 0; i < pods->n; i++)
		if (pods->items[i]->pod->group.n && !m->im->has_kind[KIND_POD_GROUPS])
			join_annotated(m, pods->items[i]);
	for (size_t i = 0; i < pods->n; i++)
		group_adopt(m, pods->items[i]);
	for (size_t i = 0; i < m->n_made; i++) {
		group_write(m, m->made[i]);
		maker_add(m, KIND_POD_GROUPS, m->made[i]->ns, m->made[i]->name);
	}
	groups_assume(m);
}
