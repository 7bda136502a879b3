/* The tree of sub-groups of a job (rules/01 8.2) and topology aliases (rules/01 11). */
#include "model/build/build.h"

#include <stdlib.h>

#include "common/grow.h"
#include "common/mem.h"

struct tree {
	struct build *b;
	struct job *job;
	const struct subgroup_object *entries;
	int n;
	int *parents;   /* index of the parent entry, -1: the root */
	int *n_members; /* by entry: how many entries name it as parent */
	int *first,
		*next; /* chains of the entries below one, in spec order; first[n]: the root's */
};

static struct str lower_case(struct build *b, struct str s)
{
	strbuf_clear(&b->text);
	for (size_t i = 0; i < s.n; i++)
		strbuf_addc(
			&b->text, s.p[i] >= 'A' && s.p[i] <= 'Z' ? (char)(s.p[i] | 0x20) : s.p[i]);
	return strbuf_str(&b->text);
}

/* False: two entries of one name, or a parent that is not there. */
static bool find_parents(struct tree *t)
{
	struct map names = {0};
	bool fine = true, fresh;

	for (int i = 0; fine && i < t->n; i++) {
		map_put(&names, t->entries[i].name, &fresh)->value = t->parents + i;
		fine = fresh;
	}
	for (int i = 0; fine && i < t->n; i++) {
		int *at = NULL;

		if (t->entries[i].parent.n) {
			at = map_get(&names, lower_case(t->b, t->entries[i].parent));
			fine = at != NULL;
		}
		t->parents[i] = at ? (int)(at - t->parents) : -1;
		if (at)
			t->n_members[t->parents[i]]++;
	}
	map_free(&names);
	return fine;
}

static void chain_members(struct tree *t)
{
	for (int i = 0; i <= t->n; i++)
		t->first[i] = -1;
	for (int i = t->n - 1; i >= 0; i--) {
		int parent = t->parents[i] < 0 ? t->n : t->parents[i];

		t->next[i] = t->first[parent];
		t->first[parent] = i;
	}
}

static struct pod_set *add_pod_set(
	struct build *b, struct job *j, struct sub_group *parent, struct str name, int64_t min)
{
	struct pod_set *p = ARENA_NEW(&b->c->arena, struct pod_set);

	p->name = name;
	p->min = (int)min;
	p->parent = parent;
	p->job = j;
	parent->pod_sets[parent->n_pod_sets++] = p;
	return p;
}

static struct sub_group *new_set(
	struct build *b, struct sub_group *parent, struct str name, int64_t min, int members)
{
	struct sub_group *s = ARENA_NEW(&b->c->arena, struct sub_group);

	s->name = name;
	s->parent = parent;
	s->min_sub_group = (int)min;
	s->sets = ARENA_ARRAY(&b->c->arena, (size_t)members, struct sub_group *);
	s->pod_sets = ARENA_ARRAY(&b->c->arena, (size_t)members, struct pod_set *);
	return s;
}

/* Level by level from the root; returns the number of levels. What is in a cycle of parents is
 * never reached. */
static int grow(struct tree *t, struct sub_group *root)
{
	int64_t least = t->b->o->follows.subgroup_tree ? 0 : 1;
	/* the root's number is t->n */
	struct sub_group **sets = xcalloc((size_t)t->n + 1, sizeof(struct sub_group *));
	int *queue = xcalloc((size_t)t->n + 1, sizeof *queue), head = 0, tail = 0, levels = 0,
	    level_end = 0;

	sets[t->n] = root;
	queue[tail++] = t->n;
	while (head < tail) {
		if (head == level_end) {
			levels++;
			level_end = tail;
		}
		int at = queue[head++];

		for (int i = t->first[at]; i >= 0; i = t->next[i]) {
			const struct subgroup_object *e = &t->entries[i];

			if (t->n_members[i]) {
				sets[i] = new_set(
					t->b, sets[at], e->name, e->min_subgroup, t->n_members[i]);
				sets[i]->constraint = e->constraint;
				sets[at]->sets[sets[at]->n_sets++] = sets[i];
				queue[tail++] = i;
			} else {
				add_pod_set(t->b, t->job, sets[at], e->name,
					e->min_member < least ? least : e->min_member)
					->constraint = e->constraint;
			}
		}
	}
	free(queue);
	free(sets);
	return levels;
}

/* Fills pod_sets. stack holds, for each level of the walk, the set and its next inner set. */
static void list_pod_sets(struct build *b, struct job *j)
{
	int depth = 1, cap = 0, n = 0, cap_list = 0;
	struct frame {
		struct sub_group *set;
		int next;
	} *stack = NULL;
	struct pod_set **list = NULL;

	ARRAY_GROW(stack, 0, cap);
	ARRAY_GROW(list, 0, cap_list);
	stack[0] = (struct frame){j->root, 0};
	while (depth) {
		struct frame *top = &stack[depth - 1];
		struct sub_group *s = top->set;

		if (top->next < s->n_sets) {
			struct sub_group *inner = s->sets[top->next++];

			ARRAY_GROW(stack, depth, cap);
			stack[depth++] = (struct frame){inner, 0};
			continue;
		}
		for (int i = 0; i < s->n_pod_sets; i++) {
			ARRAY_GROW(list, n, cap_list);
			list[n++] = s->pod_sets[i];
		}
		depth--;
	}
	j->pod_sets = ARENA_ARRAY(&b->c->arena, (size_t)n, struct pod_set *);
	memcpy(j->pod_sets, list, (size_t)n * sizeof(struct pod_set *));
	j->n_pod_sets = n;
	free(list);
	free(stack);
}

static bool has_pod_sets(const struct sub_group *root)
{
	return root->n_pod_sets || root->n_sets;
}

static struct sub_group *new_root(struct build *b, struct str name, int64_t min, int members,
	const struct topology_constraint *c)
{
	struct sub_group *root = new_set(b, NULL, name, min, members + 1); /* + the default one */

	if (c && c->topology.n)
		root->constraint = *c;
	return root;
}

/* min: -1 where the pod group has none. */
static void add_default(struct build *b, struct job *j, int64_t min)
{
	bool zero = min == 0 && b->o->follows.zero_min_member;

	add_pod_set(b, j, j->root, objects_intern(b->o, STR("default")), min > 0 || zero ? min : 1);
}

/* The tree that spec.subGroups describe; returns the number of levels. */
static int make_tree(struct build *b, struct job *j, struct str no_name)
{
	const struct pod_group_object *g = j->object;
	size_t n = (size_t)g->n_subgroups;
	int *numbers = xcalloc(4 * n + 1, sizeof *numbers), levels = 1, members = 0;
	struct tree t = {b, j, g->subgroups, g->n_subgroups, numbers, numbers + n, numbers + 2 * n,
		numbers + 3 * n + 1};

	if (find_parents(&t)) {
		chain_members(&t);
		for (int i = t.first[t.n]; i >= 0; i = t.next[i])
			members++;
		j->root = new_root(b, no_name, g->min_subgroup, members, &g->constraint);
		levels = grow(&t, j->root);
		if (!has_pod_sets(j->root))
			add_default(b, j, g->min_member);
	} else {
		/* The original keeps the default tree. */
		warn_input(b->w, j->key,
			"sub-groups of one name or with a missing parent: the pod group counts as one with minimum 1");
		j->root = new_root(b, no_name, -1, 0, NULL);
		add_default(b, j, 1);
	}
	free(numbers);
	return levels;
}

bool build_tree(struct build *b, struct job *j)
{
	const struct pod_group_object *g = j->object;
	struct str no_name = objects_intern(b->o, STR(""));

	if (!g->n_subgroups) { /* the usual case */
		j->root = new_root(b, no_name, g->min_subgroup, 0, &g->constraint);
		add_default(b, j, g->min_member);
		j->pod_sets = j->root->pod_sets;
		j->n_pod_sets = 1;
		return true;
	}
	if (make_tree(b, j, no_name) > TREE_DEPTH_MAX)
		return error_set(b->e, SNAP_LIMIT, "sub-groups are nested too deep",
			"more than %d levels in " STR_FMT, TREE_DEPTH_MAX, STR_ARG(j->key));
	list_pod_sets(b, j);
	return true;
}

/* ---- aliases of topology levels ---- */

static void resolve(const struct topology_object *t, struct str *level)
{
	for (int i = 0; i < t->n_levels; i++)
		if (t->levels[i].alias.n && str_same(t->levels[i].alias, *level)) {
			*level = t->levels[i].label;
			return;
		}
}

static void resolve_constraint(const struct map *topologies, struct topology_constraint *c)
{
	const struct topology_object *t = c->topology.n ? map_get(topologies, c->topology) : NULL;

	if (!t)
		return;
	resolve(t, &c->required);
	resolve(t, &c->preferred);
}

/* Resolves each set once, because the label of one alias may be another alias. */
static void resolve_sets(const struct map *topologies, struct sub_group *s)
{
	resolve_constraint(topologies, &s->constraint);
	for (int i = 0; i < s->n_sets; i++)
		resolve_sets(topologies, s->sets[i]);
	for (int i = 0; i < s->n_pod_sets; i++)
		resolve_constraint(topologies, &s->pod_sets[i]->constraint);
}

void build_aliases(struct build *b)
{
	struct map topologies = {0};

	for (int i = 0; i < b->o->topologies.n; i++)
		map_put(&topologies, b->o->topologies.items[i]->meta.name, NULL)->value =
			b->o->topologies.items[i];
	for (int i = 0; topologies.count && i < b->c->n_jobs; i++)
		resolve_sets(&topologies, b->c->jobs[i]->root);
	map_free(&topologies);
}
