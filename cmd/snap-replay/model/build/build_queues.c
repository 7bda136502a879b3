/* Queues and their hierarchy (rules/01 9, rules/05 3). */
#include "model/build/build.h"

#include <stdlib.h>

#include "common/doubts.h"
#include "common/mem.h"

static void set_resource(
	struct queue *q, enum slot slot, const struct queue_resource *r, double unit)
{
	q->quota[slot] = unit > 1 ? (r->quota * unit > -1 ? r->quota * unit : -1) : r->quota;
	q->limit[slot] = unit > 1 ? (r->limit * unit > -1 ? r->limit * unit : -1) : r->limit;
	q->weight[slot] = r->over_quota_weight;
}

static struct str queue_label(struct build *b, const struct queue *q)
{
	if (str_eq(q->display_name, q->name))
		return q->name;
	strbuf_clear(&b->text);
	strbuf_addf(&b->text, STR_FMT " (" STR_FMT ")", STR_ARG(q->display_name), STR_ARG(q->name));
	return arena_str(&b->c->arena, strbuf_str(&b->text));
}

static struct queue *new_queue(struct build *b, const struct queue_object *object)
{
	struct queue *q = ARENA_NEW(&b->c->arena, struct queue);

	q->object = object;
	q->name = object->meta.name;
	q->display_name = object->display_name.n ? object->display_name : q->name;
	q->label = queue_label(b, q);
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

	q->name = q->display_name = q->label = objects_intern(b->o, STR("default"));
	q->priority = 100;
	q->creation = b->c->now;
	for (int i = 0; i < 3; i++) {
		q->quota[i] = q->limit[i] = -1;
		q->weight[i] = 1;
	}
	return q;
}

/* Makes the session's queues, in snapshot order behind the synthetic one, and fills queue_by_name.
 * The caller frees the array. */
static struct queue **collect(struct build *b, int *n)
{
	bool full = b->o->params.full_hierarchy;
	struct queue **all = xcalloc((size_t)b->o->queues.n + !full, sizeof(struct queue *));

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

/* Sets cut[i + 1] for one queue i of each cycle, so that every walk up ends. */
static void cut_cycles(struct build *b, struct queue **all, int n, bool *cut)
{
	uint32_t *up = xcalloc((size_t)n + 1, sizeof *up);

	for (int i = 0; i < n; i++) {
		struct str name = parent_name(b, all[i]);
		const struct queue *parent = name.n ? map_get(&b->c->queue_by_name, name) : NULL;

		up[i + 1] = parent ? (uint32_t)parent->index + 1 : 0;
	}
	find_cycles(up, (uint32_t)n, cut);
	for (int i = 1; i <= n; i++)
		if (cut[i])
			warn_doubt(b->w, all[i - 1]->name,
				"snap-inspect --check names the queues of the cycle",
				DOUBT_QUEUE_CYCLE);
	free(up);
}

/* Of a queue: not resolved; all queues above it exist; one is missing; one is in a cycle. Only
 * COMPLETE queues are kept. */
enum lineage { UNRESOLVED, COMPLETE, ORPHANED, IN_CYCLE };

static enum lineage resolve_lineage(
	struct build *b, struct queue *q, enum lineage *lineages, const bool *cut)
{
	enum lineage lineage = UNRESOLVED;
	struct queue *top = q;

	/* Up the chain by loop, not recursion: hostile input may be deep. */
	for (; (lineage = lineages[top->index]) == UNRESOLVED; top = top->parent) {
		struct str name = parent_name(b, top);

		if (cut[top->index + 1])
			lineage = IN_CYCLE;
		else if (!name.n)
			lineage = COMPLETE;
		else if (!(top->parent = map_get(&b->c->queue_by_name, name)))
			lineage = ORPHANED;
		if (lineage != UNRESOLVED)
			break;
	}
	if (lineage == ORPHANED && lineages[top->index] == UNRESOLVED)
		warn_doubt(b->w, top->name, SEE_CHECK,
			"a queue's parent is missing: " DOUBT_PARENT_MISSING);
	for (struct queue *down = q; down != top; down = down->parent)
		lineages[down->index] = lineage;
	return lineages[top->index] = lineage;
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
		all[i]->children =
			ARENA_ARRAY(&b->c->arena, (size_t)all[i]->n_children, struct queue *);
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
		error_set(b->e, SNAP_LIMIT, "the queues are nested too deep", "more than %d levels",
			TREE_DEPTH_MAX);
}

/* The original subtracts priorities where it divides fair shares (rules/11 4), which can overflow
 * 64 bits. */
static void doubt_priorities(struct build *b)
{
	const struct queue *low = NULL, *high = NULL;
	int64_t gap;

	for (int i = 0; i < b->c->n_queues; i++) {
		const struct queue *q = b->c->queues[i];

		low = !low || q->priority < low->priority ? q : low;
		high = !high || q->priority > high->priority ? q : high;
	}
	if (low && __builtin_sub_overflow(high->priority, low->priority, &gap))
		warn_doubt(b->w, high->name, "",
			"the priority of this queue is so far above that of " STR_FMT
			" that the scheduler mixes them up",
			STR_ARG(low->name));
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
	doubt_priorities(b);
	return true;
}

bool build_queues(struct build *b)
{
	int n, kept = 0;
	struct queue **all = collect(b, &n);
	enum lineage *lineages = xcalloc((size_t)n, sizeof *lineages);
	bool *cut = xcalloc((size_t)n + 1, sizeof *cut); /* cut[0]: see find_cycles */
	bool ok = true;

	for (int i = 0; i < n; i++) {
		all[i]->index = i;
		if (!b->o->params.full_hierarchy && i && str_eq(all[i]->name, STR("default")))
			ok = error_set(b->e, SNAP_INPUT, "a queue named default has a parent",
				"without fullHierarchyFairness it would be its own parent");
	}
	if (ok) {
		cut_cycles(b, all, n, cut);
		for (int i = 0; i < n; i++) {
			enum lineage lineage = resolve_lineage(b, all[i], lineages, cut);

			if (lineage == IN_CYCLE)
				map_put(&b->queues_in_cycle, all[i]->name, NULL)->value = all[i];
		}
		for (int i = 0; i < n; i++)
			if (lineages[i] == COMPLETE)
				all[kept++] = all[i];
		ok = finish(b, all, kept);
	}
	free(cut);
	free(lineages);
	free(all);
	return ok;
}
