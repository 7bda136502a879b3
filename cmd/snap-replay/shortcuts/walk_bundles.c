#include "shortcuts/scenario_walk_private.h"

#include <stdlib.h>

enum { WORTH_WALKS = 8 }; /* to make all bundles costs about as much as some walks */
struct push {             /* while filling: the next job of a child may change */
	int rank;
	struct walk_queue *child;
};

static struct walk_queue *child_of(struct scenario_walk *w, const struct walk_queue *q, int i)
{
	return &w->queues[q->queue->children[i]->index];
}

static uint64_t version_of(const struct scenario_walk *w, const struct walk_queue *q)
{
	return w->ledger->ops->version(w->ledger, q->queue);
}

static int by_rank(const void *a, const void *b)
{
	const struct push *l = a, *r = b;

	return (l->rank > r->rank) - (l->rank < r->rank);
}

/* The children as leaves, and room for the sequence. */
static int open_children(struct scenario_walk *w, struct walk_queue *q)
{
	int records = 0;

	q->fixed = no_jobs;
	for (int i = 0; i < q->queue->n_children; i++) {
		struct walk_queue *child = child_of(w, q, i);

		clear_queue(child);
		child->entry.is_leaf = true;
		q->fixed.n += child->fixed.n;
		records += child->fixed.n_records;
	}
	return records;
}

static int list_pushes(struct scenario_walk *w, const struct walk_queue *q, struct push *pushes)
{
	int n = 0;

	for (int i = 0; i < q->queue->n_children; i++) {
		struct walk_queue *child = child_of(w, q, i);
		const struct sequence *s = &child->fixed;

		for (int k = 0; k < s->n_records; k++)
			pushes[n++] = (struct push){s->recorded[s->records[k]].rank, child};
	}
	qsort(pushes, (size_t)n, sizeof *pushes, by_rank);
	return n;
}

/* Fills the heap of q, and notes its next job after each push, the last one first. A push changes
 * it to the pushed job or not at all, so ranks fall. */
static void fill(struct scenario_walk *w, struct walk_queue *q, const struct push *pushes, int n)
{
	struct walk_job *jobs = q->bundle.recorded;
	int *records = q->bundle.records;

	for (int i = 0; i < n; i++) {
		struct queue_entry *child = &pushes[i].child->entry;

		w->rank = pushes[i].rank;
		if (!child->linked) {
			child->linked = child->dirty = true;
			heap_push(&q->entry.heap, child, queue_before, w);
		}
		jobs[n - 1 - i] = *next_job(w, q);
		records[i] = i;
	}
	w->rank = -1;
	q->fixed.recorded = jobs;
	q->fixed.records = records;
	q->fixed.n_records = n;
	q->fixed.first_rank = n ? pushes[0].rank : -1;
}

/* Compares the queue in slot 0 of the heap as long as it is dirty. */
static void settle(struct scenario_walk *w, struct heap *h)
{
	struct walk_queue *q;

	while ((q = h->items[0])->entry.dirty) {
		heap_fix_first(h, queue_before, w);
		q->entry.dirty = false;
	}
}

int walk_bundle_leaf(const struct walk_queue *q, int i)
{
	return q->queue->n_children ? q->bundle.leaves[i] : q->queue->index;
}

/* Takes all jobs out of the heap of q, and notes which is next before each. */
static void drain(struct scenario_walk *w, struct walk_queue *q)
{
	struct walk_job *jobs = q->bundle.jobs;
	struct heap *h = &q->entry.heap;

	for (int i = 0; i < q->queue->n_children; i++)
		choose_next(child_of(w, q, i));
	for (int i = 0; i < q->fixed.n; i++) {
		struct walk_queue *child;

		jobs[i] = *next_job(w, q);
		settle(w, h);
		child = h->items[0];
		q->bundle.leaves[i] = walk_bundle_leaf(child, child->fixed.next);
		child->fixed.next++;
		choose_next(child);
		child->has_key = false;
		child->entry.dirty = true;
		if (child->entry.empty)
			heap_pop(h, queue_before, w);
	}
	walk_find_most(q->bundle.most, jobs, q->fixed.n);
	q->fixed.jobs = jobs;
	q->fixed.most = q->bundle.most;
}

static void reserve(struct scenario_walk *w, struct bundle *b, int jobs, int records)
{
	if (b->jobs)
		return;
	b->jobs = ARENA_ARRAY(w->arena, (size_t)jobs, struct walk_job);
	b->recorded = ARENA_ARRAY(w->arena, (size_t)records, struct walk_job);
	b->records = ARENA_ARRAY(w->arena, (size_t)records, int);
	b->most = ARENA_ARRAY(w->arena, (size_t)jobs, struct walk_request);
	b->leaves = ARENA_ARRAY(w->arena, (size_t)jobs, int);
	b->pushes = ARENA_ARRAY(w->arena, (size_t)records, struct push);
}

static void make_bundle(struct scenario_walk *w, struct walk_queue *q)
{
	struct push *pushes;
	int n;

	for (int i = 0; i < q->queue->n_children; i++) {
		struct walk_queue *child = child_of(w, q, i);

		if (child->queue->n_children && !walk_bundle(w, child))
			return;
	}
	n = open_children(w, q);
	reserve(w, &q->bundle, q->fixed.n, n);
	pushes = q->bundle.pushes;
	fill(w, q, pushes, list_pushes(w, q, pushes));
	drain(w, q);
	for (int i = 0; i < q->queue->n_children; i++)
		clear_queue(child_of(w, q, i));
	q->bundle.version = version_of(w, q);
	clear_queue(q);
}

/* The queue has had this version in so many walks that a bundle is worth it. */
static bool is_worth_it(struct bundle *b, uint64_t version)
{
	if (b->seen != version)
		b->times = 0;
	b->seen = version;
	return ++b->times > WORTH_WALKS;
}

bool walk_bundle(struct scenario_walk *w, struct walk_queue *q)
{
	uint64_t version = version_of(w, q);

	if (q->bundle.version != version && is_worth_it(&q->bundle, version))
		make_bundle(w, q);
	q->entry.is_leaf = q->bundle.version == version;
	return q->entry.is_leaf;
}
