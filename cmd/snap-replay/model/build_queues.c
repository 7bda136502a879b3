/* Queues and their hierarchy (kai/01 section 9, kai/05 section 3). */
#include "build.h"

#include <stdlib.h>

#include "common/mem.h"

static void set_resource(struct queue *q, enum slot slot, const struct queue_resource *r, double unit)
{
	q->quota[slot] = unit > 1 ? (r->quota * unit > -1 ? r->quota * unit : -1) : r->quota;
	q->limit[slot] = unit > 1 ? (r->limit * unit > -1 ? r->limit * unit : -1) : r->limit;
	q->weight[slot] = r->over_quota_weight;
}

static struct queue *new_queue(struct build *b, const struct queue_object *object)
{
	struct queue *q = ARENA_NEW(&b->c->arena, struct queue);

	q->object = object;
	q->name = object->meta.name;
	q->display_name = object->display_name.n ? object->display_name : q->name;
	q->priority = object->priority;
	q->creation = object->meta.creation;
	set_resource(q, SLOT_CPU, &object->cpu, 1);
	set_resource(q, SLOT_MEMORY, &object->memory, 1000000); /* megabytes */
	set_resource(q, SLOT_GPU, &object->gpu, 1);
	return q;
}

static struct queue *default_queue(struct build *b)
{
	struct queue *q = ARENA_NEW(&b->c->arena, struct queue);

	q->name = q->display_name = objects_intern(b->o, STR("default"));
	q->priority = 100;
	q->creation = b->c->now;
	for (int i = 0; i < 3; i++) {
		q->quota[i] = q->limit[i] = -1;
		q->weight[i] = 1;
	}
	return q;
}

/* Snapshot order, the synthetic one first; queue_by_name finds them. */
static struct queue **collect(struct build *b, int *n)
{
	struct queue **all = xcalloc((size_t)b->o->queues.n + 1, sizeof(struct queue *));
	bool full = b->o->params.full_hierarchy;

	*n = 0;
	if (!full)
		all[(*n)++] = default_queue(b);
	for (int i = 0; i < b->o->queues.n; i++) {
		const struct queue_object *object = b->o->queues.items[i];

		if (in_shard(&b->o->params, &object->meta.labels) && (full || object->parent.n))
			all[(*n)++] = new_queue(b, object);
	}
	for (int i = 0; i < *n; i++)
		map_put(&b->c->queue_by_name, all[i]->name, NULL)->value = all[i];
	return all;
}

static struct str parent_name(const struct build *b, const struct queue *q)
{
	if (b->o->params.full_hierarchy)
		return q->object->parent;
	return q->object ? STR("default") : (struct str){0};
}

/* Marks: 0 not looked at, 1 on the way up from somewhere, 2 kept, 3 gone. */
static int settle(struct build *b, struct queue *q, int *marks)
{
	if (marks[q->index])
		return marks[q->index];
	/* Up the chain by loop, not recursion: hostile input may be deep. */
	for (struct queue *up = q;; up = up->parent) {
		struct str name = parent_name(b, up);

		if (marks[up->index] == 1) {
			error_set(b->e, SNAP_INPUT, "the queues form a cycle", "queue " STR_FMT " is its own ancestor", STR_ARG(up->name));
			return 0;
		}
		if (marks[up->index] || !name.n || !(up->parent = map_get(&b->c->queue_by_name, name))) {
			int result = marks[up->index] ? marks[up->index] : name.n ? 3 : 2;

			if (!marks[up->index] && result == 3)
				warn_odd(b->w, up->name, "a queue's parent is missing: it is left out with all below it");
			for (struct queue *down = q; down != up; down = down->parent)
				marks[down->index] = result;
			marks[up->index] = result;
			return result;
		}
		marks[up->index] = 1;
	}
}

static int by_name(const void *l, const void *r)
{
	return str_cmp((*(struct queue *const *)l)->name, (*(struct queue *const *)r)->name);
}

static void link_children(struct build *b, struct queue **all, int n)
{
	for (int i = 0; i < n; i++)
		if (all[i]->parent)
			all[i]->parent->n_children++;
	for (int i = 0; i < n; i++) {
		all[i]->children = ARENA_ARRAY(&b->c->arena, (size_t)all[i]->n_children + 1, struct queue *);
		all[i]->n_children = 0;
	}
	for (int i = 0; i < n; i++) {
		struct queue *p = all[i]->parent;

		if (p)
			p->children[p->n_children++] = all[i];
	}
}

static bool set_depth(struct build *b, struct queue *q)
{
	q->depth = 0;
	for (const struct queue *up = q->parent; up && q->depth <= TREE_DEPTH_MAX; up = up->parent)
		q->depth++;
	return q->depth <= TREE_DEPTH_MAX ||
	       error_set(b->e, SNAP_INPUT, "the queues are nested too deep", "more than %d levels", TREE_DEPTH_MAX);
}

static bool finish(struct build *b, struct queue **all, int n)
{
	struct cluster *c = b->c;

	link_children(b, all, n);
	map_free(&c->queue_by_name);
	c->queues = ARENA_ARRAY(&c->arena, (size_t)n, struct queue *);
	c->n_queues = n;
	if (n)
		memcpy(c->queues, all, (size_t)n * sizeof(struct queue *));
	qsort(c->queues, (size_t)n, sizeof *c->queues, by_name);
	for (int i = 0; i < n; i++) {
		struct queue *q = c->queues[i];

		q->index = i;
		if (!set_depth(b, q))
			return false;
		c->n_leaf_queues += q->n_children == 0;
		map_put(&c->queue_by_name, q->name, NULL)->value = q;
	}
	return true;
}

bool build_queues(struct build *b)
{
	int n, kept = 0;
	struct queue **all = collect(b, &n);
	int *marks = xcalloc((size_t)n + 1, sizeof *marks);
	bool ok = true;

	for (int i = 0; i < n; i++) {
		all[i]->index = i;
		if (!b->o->params.full_hierarchy && i && str_eq(all[i]->name, STR("default")))
			ok = error_set(b->e, SNAP_INPUT, "a queue named default has a parent", "without fullHierarchyFairness it would be its own parent");
	}
	for (int i = 0; ok && i < n; i++)
		ok = settle(b, all[i], marks) != 0;
	if (ok) {
		for (int i = 0; i < n; i++)
			if (marks[i] == 2)
				all[kept++] = all[i];
		ok = finish(b, all, kept);
	}
	free(marks);
	free(all);
	return ok;
}
