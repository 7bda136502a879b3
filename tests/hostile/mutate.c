#include "tests/hostile/mutate.h"
#include <stdio.h>
#include <stdlib.h>
#include "tests/hostile/tree.h"
#include "tests/hostile/values.h"

enum { MOST_MEMORY = 1 << 23, MOST_CHANGES = 4 };

struct mutation {
	struct tree tree, donor;
	struct node **by_path; /* the nodes of tree but for the root, sorted */
	int n;
	uint64_t random;
};

typedef void change(struct mutation *m, struct node *n);

static int below(struct mutation *m, int n)
{
	return random_below(&m->random, n);
}

static struct node *new_text(struct mutation *m, struct str text)
{
	return tree_node(&m->tree, JSON_END, text);
}

static int compare_paths(const void *a, const void *b)
{
	const struct node *x = *(struct node *const *)a, *y = *(struct node *const *)b;

	return x->path < y->path ? -1 : x->path > y->path;
}

static int compare_nodes(const void *a, const void *b)
{
	const struct node *x = *(struct node *const *)a, *y = *(struct node *const *)b;
	int by_path = compare_paths(a, b);

	return by_path ? by_path : x->number - y->number;
}

/* ---- which node ---- */

/* Of all paths that there are, one, then one of its nodes: a field that one pod has is as likely as
 * one that all pods have. */
static struct node *any_node(struct mutation *m)
{
	int at = below(m, m->n), first, last;

	if (below(m, 4)) { /* else in proportion */
		uint64_t wanted = next_random(&m->random);

		at = 0;
		for (int high = m->n; at < high;) {
			int middle = at + (high - at) / 2;

			if (m->by_path[middle]->path < wanted)
				at = middle + 1;
			else
				high = middle;
		}
		at %= m->n;
	}
	for (first = at; first > 0 && m->by_path[first - 1]->path == m->by_path[at]->path; first--)
		;
	for (last = at + 1; last < m->n && m->by_path[last]->path == m->by_path[at]->path; last++)
		;
	return m->by_path[first + below(m, last - first)];
}

/* One for which good says yes; NULL: not found in some tries. */
static struct node *some_node(struct mutation *m, bool good(const struct node *))
{
	for (int i = 0; i < 50; i++) {
		struct node *n = any_node(m);

		if (good(n))
			return n;
	}
	return NULL;
}

static bool is_string(const struct node *n)
{
	return n->type == JSON_STRING;
}

static bool is_box(const struct node *n)
{
	return n->type == JSON_OBJECT || n->type == JSON_ARRAY;
}

static bool is_element_with_name(const struct node *n)
{
	return n->type == JSON_OBJECT && !n->key.n &&
		(tree_member(n, "metadata") || tree_member(n, "name"));
}

static struct node *list_of(struct mutation *m, const char *kind)
{
	struct node *list = tree_member(tree_member(m->tree.root, "rawObjects"), kind);

	return list && list->type == JSON_ARRAY && list->n_kids ? list : NULL;
}

/* ---- changes ---- */

static void drop(struct mutation *m, struct node *n)
{
	(void)m;
	tree_remove(n);
}

static void to_null(struct mutation *m, struct node *n)
{
	tree_replace(n, new_text(m, STR("null")));
}

static void to_any(struct mutation *m, struct node *n)
{
	tree_replace(n, new_text(m, hostile_any(&m->tree.arena, &m->random)));
}

/* Of its own kind, as far as that can be seen. */
static void to_odd(struct mutation *m, struct node *n)
{
	struct str v;

	if (n->type == JSON_NUMBER)
		v = hostile_number(&m->random);
	else if (n->type == JSON_TRUE || n->type == JSON_FALSE)
		v = n->type == JSON_TRUE ? STR("false") : STR("true");
	else if (n->type != JSON_STRING)
		v = is_box(n) && below(m, 2) ? n->type == JSON_OBJECT ? STR("{}") : STR("[]")
					     : hostile_any(&m->tree.arena, &m->random);
	else if (n->text.n > 19 && n->text.p[5] == '-' && n->text.p[11] == 'T')
		v = hostile_time(&m->random);
	else if (n->text.n > 2 && (is_digit(n->text.p[1]) || below(m, 4) == 0))
		v = hostile_quantity(&m->random);
	else
		v = hostile_string(&m->tree.arena, &m->random);
	tree_replace(n, new_text(m, v));
}

static void odd_key(struct mutation *m, struct node *n)
{
	if (n->key.n)
		n->key = hostile_string(&m->tree.arena, &m->random);
}

/* Twice in its object, the second time with another value, or twice in its list. */
static void twice(struct mutation *m, struct node *n)
{
	int at = tree_place(n);

	if (at < 0)
		return;
	struct node *copy = tree_copy(&m->tree, n);
	tree_insert(&m->tree, n->parent, at + below(m, n->parent->n_kids - at + 1), n->key, copy);
	if (n->key.n)
		to_odd(m, copy);
}

static void wrap(struct mutation *m, struct node *n)
{
	static const int depths[] = {1, 2, 20, 100, 400, 520, 10000};
	int depth = depths[below(m, 7)];
	bool object = below(m, 2);
	struct strbuf text = {0};

	for (int i = 0; i < depth; i++)
		strbuf_addz(&text, object ? "{\"a\":" : "[");
	strbuf_addz(&text, "null");
	for (int i = 0; i < depth; i++)
		strbuf_addc(&text, object ? '}' : ']');
	tree_replace(n, new_text(m, arena_str(&m->tree.arena, strbuf_str(&text))));
	strbuf_free(&text);
}

static void many(struct mutation *m, struct node *n)
{
	static const int counts[] = {3, 20, 100, 1000};
	struct node *box = is_box(n) ? n : n->parent;
	int count = counts[below(m, 4)];
	struct node *first = box->n_kids ? box->kids[below(m, box->n_kids)] : NULL;
	bool copies = first && below(m, 2);
	struct str v = below(m, 2) ? STR("{}") : hostile_any(&m->tree.arena, &m->random);

	for (int i = 0; i < count; i++) {
		char key[32];

		snprintf(key, sizeof key, "\"k%d\"", i);
		struct node *kid = copies ? tree_copy(&m->tree, first) : new_text(m, v);
		struct str name = box->type == JSON_OBJECT ? arena_str(&m->tree.arena, str_of(key))
							   : (struct str){0};
		tree_insert(&m->tree, box, box->n_kids, name, kid);
		if (m->tree.arena.total > MOST_MEMORY) /* copies of copies */
			break;
	}
}

static void swap(struct mutation *m, struct node *n)
{
	struct node *other = NULL;

	for (int i = 0; i < 50 && (!other || other == n || !str_eq(other->key, n->key)); i++)
		other = any_node(m);
	if (!other || tree_place(n) < 0 || tree_place(other) < 0)
		return;
	struct node *a = tree_copy(&m->tree, n), *b = tree_copy(&m->tree, other);
	tree_replace(n, b);
	tree_replace(other, a);
}

/* A text of one place in another: names that are no longer one object's, references to the wrong
 * kind or to themselves. */
static void refer(struct mutation *m, struct node *n)
{
	struct node *from = some_node(m, is_string),
		    *to = is_string(n) ? n : some_node(m, is_string);

	if (from && to)
		tree_replace(to, tree_copy(&m->tree, from));
}

/* A field of the donor's objects in an object of the same path. */
static void graft(struct mutation *m, struct node *n)
{
	(void)n;
	for (int i = 0; i < 200 && m->donor.n_all > 1; i++) {
		const struct node *from = m->donor.all[1 + below(m, m->donor.n_all - 1)];
		struct node key = {.path = from->parent->path}, *wanted = &key;
		struct node **host = bsearch(
			&wanted, m->by_path, (size_t)m->n, sizeof *m->by_path, compare_paths);

		if (!host || (*host)->type != from->parent->type)
			continue;
		struct node *kid = tree_copy(&m->tree, from);
		tree_insert(&m->tree, *host, below(m, (*host)->n_kids + 1), kid->key, kid);
		return;
	}
}

/* ---- circles and chains ---- */

/* object.spec.KEY or, without a spec, object.KEY becomes text. */
static void set_in_spec(struct mutation *m, struct node *object, const char *key, struct str text)
{
	struct node *spec = tree_member(object, "spec");
	struct node *at = spec ? spec : object, *old = tree_member(at, key);

	if (old)
		tree_replace(old, new_text(m, text));
	else if (at->type == JSON_OBJECT && !at->text.n)
		tree_insert(&m->tree, at, at->n_kids, tree_quoted(&m->tree, str_of(key)),
			new_text(m, text));
}

static struct str name_of(const struct node *object)
{
	struct node *name = tree_member(tree_member(object, "metadata"), "name");

	return name && name->text.n ? name->text : STR("\"a\"");
}

/* Each of up to so many queues, from a random one on, becomes the child of the next, the last the
 * child of the first. */
static void queue_circle(struct mutation *m, struct node *n)
{
	struct node *queues = list_of(m, "queues");

	(void)n;
	if (!queues)
		return;
	int first = below(m, queues->n_kids),
	    length = 1 + below(m, queues->n_kids < 4 ? queues->n_kids : 4);
	for (int i = 0; i < length; i++) {
		const struct node *next = queues->kids[(first + (i + 1) % length) % queues->n_kids];

		set_in_spec(m, queues->kids[(first + i) % queues->n_kids], "parentQueue",
			name_of(next));
	}
}

/* A pod group gets sub-groups of which each is the parent of the next, or all of one circle. */
static void sub_group_chain(struct mutation *m, struct node *n)
{
	static const int lengths[] = {1, 2, 5, 50, 1000};
	struct node *groups = list_of(m, "podGroups");
	struct strbuf text = {0};
	int length = lengths[below(m, 5)], circle = below(m, 3);

	(void)n;
	if (!groups)
		return;
	strbuf_addc(&text, '[');
	for (int i = 0; i < length; i++) {
		strbuf_addf(&text, "%s{\"name\":\"s%d\",\"minMember\":%d", i ? "," : "", i,
			below(m, 3));
		if (i || circle == 1)
			strbuf_addf(&text, ",\"parent\":\"s%d\"", i ? i - 1 : length - 1);
		strbuf_addc(&text, '}');
	}
	strbuf_addc(&text, ']');
	set_in_spec(m, groups->kids[below(m, groups->n_kids)], "subGroups",
		arena_str(&m->tree.arena, strbuf_str(&text)));
	strbuf_free(&text);
}

/* An object owns another, or itself. */
static void owner(struct mutation *m, struct node *n)
{
	struct node *object = some_node(m, is_element_with_name),
		    *of = some_node(m, is_element_with_name);
	struct node *meta = tree_member(object, "metadata"),
		    *uid = tree_member(tree_member(of, "metadata"), "uid");
	struct strbuf text = {0};

	(void)n;
	if (!meta || meta->type != JSON_OBJECT || !of || meta->text.n)
		return;
	strbuf_addf(&text,
		"[{\"apiVersion\":\"scheduling.run.ai/v2alpha2\",\"kind\":\"PodGroup\",\"controller\":true,\"name\":" STR_FMT,
		STR_ARG(name_of(of)));
	strbuf_addf(&text, ",\"uid\":" STR_FMT "}]",
		STR_ARG(uid && uid->text.n ? uid->text : STR("\"\"")));
	tree_insert(&m->tree, meta, meta->n_kids, STR("\"ownerReferences\""),
		new_text(m, arena_str(&m->tree.arena, strbuf_str(&text))));
	strbuf_free(&text);
}

/* ---- all together ---- */

/* Mostly such as leave a snapshot that can be read: what is refused at the first field gets no
 * further. */
static change *const changes[] = {drop, drop, drop, to_null, to_any, to_odd, to_odd, to_odd, to_odd,
	to_odd, to_odd, odd_key, twice, twice, twice, wrap, many, many, swap, swap, swap, refer,
	refer, refer, graft, graft, graft, graft, queue_circle, sub_group_chain, owner};

static void index_nodes(struct mutation *m)
{
	m->n = m->tree.n_all - 1;
	m->by_path = arena_alloc(&m->tree.arena, (size_t)m->tree.n_all * sizeof *m->by_path);
	for (int i = 0; i < m->n; i++)
		m->by_path[i] = m->tree.all[i + 1];
	qsort(m->by_path, (size_t)(m->n > 0 ? m->n : 0), sizeof *m->by_path, compare_nodes);
}

bool mutate(
	struct str snapshot, struct str donor, uint64_t seed, struct strbuf *out, struct error *e)
{
	struct mutation m = {.random = seed};
	bool good = tree_read(&m.tree, snapshot, e) && tree_read(&m.donor, donor, e);

	if (good && m.tree.n_all > 1) {
		index_nodes(&m);
		for (int left = 1 + below(&m, MOST_CHANGES); left; left--)
			changes[below(&m, (int)(sizeof changes / sizeof *changes))](
				&m, any_node(&m));
	}
	if (good)
		tree_write(&m.tree, out);
	tree_free(&m.tree);
	tree_free(&m.donor);
	return good;
}
