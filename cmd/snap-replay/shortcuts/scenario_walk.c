/* The jobs of a scenario walk, and its start; see scenario_walk.h. */
#include "shortcuts/scenario_walk_private.h"

#include <stdlib.h>

#include "model/bits.h"
#include "model/job.h"
#include "shortcuts/fixed_jobs.h"
#include "session/orders.h"

/* A heap that never grows beyond n items. */
static struct heap heap_of(struct arena *a, int n)
{
	return (struct heap){(void **)ARENA_ARRAY(a, (size_t)n, void *), 0, n};
}

struct scenario_walk *scenario_walk_new(struct session *s, struct arena *a)
{
	struct scenario_walk *w = ARENA_NEW(a, struct scenario_walk);
	size_t jobs = (size_t)s->c->n_jobs + 2, queues = (size_t)s->c->n_queues;

	w->session = s;
	w->rank = -1;
	w->roots = heap_of(a, s->c->n_queues);
	w->queues = ARENA_ARRAY(a, queues, struct walk_queue);
	w->kept = ARENA_ARRAY(a, queues * KEPT_CLASSES, struct kept_key);
	w->last = ARENA_ARRAY(a, queues, struct kept_key);
	w->arena = a;
	w->tops = ARENA_ARRAY(a, queues, struct walk_queue *);
	w->orders = ARENA_ARRAY(a, queues + 1, enum walk_order);
	w->at = ARENA_ARRAY(a, queues, struct walk_queue *);
	w->taken = ARENA_ARRAY(a, (size_t)bit_blocks(s->c->n_queues), uint64_t);
	w->used = ARENA_ARRAY(a, queues, struct walk_queue *);
	w->leaves = ARENA_ARRAY(a, queues, struct walk_queue *);
	w->moved = ARENA_ARRAY(a, queues, struct walk_queue *);
	w->records = ARENA_ARRAY(a, jobs, int);
	for (int i = 0; i < s->c->n_queues; i++) {
		struct queue *q = s->c->queues[i];

		w->queues[i].queue = q;
		w->queues[i].entry.parent = q->parent ? &w->queues[q->parent->index].entry : NULL;
		w->queues[i].entry.is_leaf = !q->n_children;
		if (!q->parent)
			w->tops[w->n_tops++] = &w->queues[i];
		w->queues[i].entry.heap = heap_of(a, q->n_children);
	}
	return w;
}

/* ---- jobs ---- */

void scenario_walk_sort(const struct scenario_walk *w, struct job **jobs, int n)
{
	fixed_jobs_sort(w->session, jobs, n);
}

static int count_fixed_before(const struct scenario_walk *w, const struct job *j)
{
	const struct sequence *fixed = &w->queues[j->queue->index].fixed;
	int low = 0, high = fixed->n;

	while (low < high) {
		int middle = low + (high - low) / 2;

		if (session_job_less(w->session, fixed->jobs[middle].job, j))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct walk_job scenario_walk_job_at(
	struct scenario_walk *w, struct job *j, const double *request, int fixed_before)
{
	return (struct walk_job){.job = j,
		.request = request,
		.rank = j->fill_rank,
		.fixed_before = fixed_before,
		.request_class = request ? request_class_of(&w->classes, request) : NO_CLASS};
}

struct walk_job scenario_walk_job(
	struct scenario_walk *w, struct job *j, const double *request, bool inert)
{
	struct walk_job one = scenario_walk_job_at(w, j, request, count_fixed_before(w, j));

	one.inert = inert;
	return one;
}

static int first_rank(const struct sequence *q)
{
	return q->n_records ? q->recorded[q->records[q->n_records - 1]].rank : -1;
}

/* Hands each leaf its part of the jobs, which are sorted by queue. */
static void split(struct scenario_walk *w, const struct walk_job *jobs, int n)
{
	for (int i = 0, end = 0; i < n; i = end) {
		const struct queue *queue = jobs[i].job->queue;
		struct sequence *q = &w->queues[queue->index].others;
		int *records = w->records + i;

		*q = (struct sequence){.jobs = &jobs[i], .records = records, .recorded = &jobs[i]};
		for (; end < n && jobs[end].job->queue == queue; end++) {
			int last = q->n_records ? jobs[i + records[q->n_records - 1]].rank : -1;

			if (last < 0 || jobs[end].rank < last)
				records[q->n_records++] = end - i;
		}
		q->n = end - i;
		q->pushed = q->n_records;
		q->first_rank = first_rank(q);
		w->queues[queue->index].fixed.next_twin = find_twin(&w->queues[queue->index], 0);
	}
}

/* ---- which leaf has its first job when ---- */

/* True: no fixed job of the leaf comes before its first other one. */
static bool other_is_first(const struct walk_queue *q)
{
	int fixed = q->fixed.first_rank, other = q->others.first_rank;

	return other >= 0 && (fixed < 0 || other < fixed);
}

/* -1: the queue has no jobs. */
static int first_rank_of(const struct walk_queue *q)
{
	return other_is_first(q) ? q->others.first_rank : q->fixed.first_rank;
}

static int by_first_rank(const void *a, const void *b)
{
	int l = first_rank_of(*(struct walk_queue *const *)a),
	    r = first_rank_of(*(struct walk_queue *const *)b);

	return (l > r) - (l < r);
}

static void forget_keys(struct scenario_walk *w)
{
	size_t queues = (size_t)w->session->c->n_queues;

	memset(w->kept, 0, queues * KEPT_CLASSES * sizeof *w->kept);
	memset(w->last, 0, queues * sizeof *w->last);
}

/* The queues above come where their first leaf does. */
static void set_positions(struct scenario_walk *w, struct walk_queue *const *leaves, int n)
{
	for (int i = 0; i < w->session->c->n_queues; i++)
		w->queues[i].position = -1;
	for (int i = 0; i < n; i++)
		for (struct walk_queue *q = leaves[i]; q && q->position < 0;
			q = (struct walk_queue *)q->entry.parent)
			q->position = i;
	w->n_positions = n;
}

/* Nothing is known of bundles, and all queues are clear. */
static void set_order(struct scenario_walk *w)
{
	int n = 0;

	for (int i = 0; i < w->session->c->n_queues; i++) {
		struct walk_queue *q = &w->queues[i];

		clear_queue(q);
		q->bundle = (struct bundle){0};
		if (q->queue->n_children)
			q->fixed = no_jobs;
		else if (q->fixed.n)
			w->leaves[n++] = q;
	}
	qsort(w->leaves, (size_t)n, sizeof(struct walk_queue *), by_first_rank);
	set_positions(w, w->leaves, n);
	w->n_used = 0;
}

static const struct walk_request *most_of(struct arena *a, const struct walk_job *jobs, int n)
{
	struct walk_request *most = ARENA_ARRAY(a, (size_t)n, struct walk_request);

	walk_find_most(most, jobs, n);
	return most;
}

static bool is_below(const struct queue *q, const struct queue *top)
{
	while (top && q && q != top)
		q = q->parent;
	return q != NULL;
}

void scenario_walk_fix(struct scenario_walk *w, struct arena *a, const struct fixed_jobs *fixed,
	const struct queue *top)
{
	for (int i = 0; i < w->session->c->n_queues; i++) {
		const struct fixed_leaf *leaf = &fixed->leaves[i];

		w->queues[i].fixed = no_jobs;
		if (!leaf->n || !is_below(w->queues[i].queue, top))
			continue;
		w->queues[i].fixed = (struct sequence){.jobs = &fixed->jobs[leaf->first],
			.n = leaf->n,
			.records = &fixed->records[leaf->first],
			.n_records = leaf->n_records,
			.pushed = leaf->n_records,
			.recorded = &fixed->jobs[leaf->first],
			.most = most_of(a, &fixed->jobs[leaf->first], leaf->n)};
		w->queues[i].fixed.first_rank = first_rank(&w->queues[i].fixed);
	}
	w->arena = a;
	w->of_one = top != NULL;
	w->classes = fixed->classes;
	forget_keys(w);
	set_order(w);
}

void scenario_walk_share(struct scenario_walk *w, const struct scenario_walk *from, struct arena *a)
{
	w->arena = a;
	w->of_one = from->of_one;
	for (int i = 0; i < w->session->c->n_queues; i++)
		w->queues[i].fixed = from->queues[i].fixed;
	forget_keys(w);
	set_order(w);
}

/* ---- the start ---- */

/* The leaf with n other jobs, and the queues above it. */
static void make_busy(struct scenario_walk *w, struct walk_queue *q, int n)
{
	for (; q; q = (struct walk_queue *)q->entry.parent) {
		if (!q->busy)
			w->used[w->n_used++] = q;
		q->busy = true;
		q->left += n;
	}
}

static void take_others(struct scenario_walk *w, const struct walk_job *jobs, int n)
{
	w->others = jobs;
	split(w, jobs, n);
	w->left = n;
	w->within = w->followed = w->last_leaf = NULL;
	w->row.leaf = NULL;
	w->may_narrow = false;
	for (int i = 0, of_leaf; i < n; i += of_leaf) {
		struct walk_queue *leaf = &w->queues[jobs[i].job->queue->index];

		of_leaf = leaf->others.n;
		make_busy(w, leaf, of_leaf);
	}
}

static void take_leaf(struct scenario_walk *w, struct walk_queue *q)
{
	if (!q->busy)
		w->used[w->n_used++] = q;
	if (other_is_first(q))
		w->moved[w->n_moved++] = q;
	else if (q->position >= 0) {
		w->at[q->position] = q;
		bit_set(w->taken, q->position);
	}
}

/* Takes the leaves and bundles, from this queue downwards. */
static void take(struct scenario_walk *w, struct walk_queue *q)
{
	if (!q->queue->n_children || (!q->busy && walk_bundle(w, q))) {
		take_leaf(w, q);
		return;
	}
	if (!q->busy)
		w->used[w->n_used++] = q;
	for (int i = 0; i < q->queue->n_children; i++)
		take(w, &w->queues[q->queue->children[i]->index]);
}

/* By their first rank. */
static void order_leaves(struct scenario_walk *w)
{
	int n = w->n_positions;

	w->n_leaves = w->n_moved = 0;
	memset(w->taken, 0, (size_t)bit_blocks(n) * sizeof *w->taken);
	for (int i = 0; i < w->n_tops; i++)
		take(w, w->tops[i]);
	qsort(w->moved, (size_t)w->n_moved, sizeof *w->moved, by_first_rank);
	for (int i = bit_next(w->taken, 0, n), k = 0; i < n || k < w->n_moved;) {
		if (k == w->n_moved || (i < n && by_first_rank(&w->at[i], &w->moved[k]) < 0)) {
			w->leaves[w->n_leaves++] = w->at[i];
			i = bit_next(w->taken, i + 1, n);
		} else {
			w->leaves[w->n_leaves++] = w->moved[k++];
		}
	}
}

static void clear(struct scenario_walk *w)
{
	for (int i = 0; i < w->n_used; i++)
		clear_queue(w->used[i]);
	w->n_used = 0;
	w->roots.n = 0;
	w->reached = false;
	w->unwatched[0] = w->unwatched[1] = w->unwatched[2] = -1;
}

static void set_ledger(struct scenario_walk *w, const struct queue_ledger *ledger)
{
	if (w->ledger == ledger)
		return;
	w->ledger = ledger;
	forget_keys(w);
	for (int i = 0; i < w->session->c->n_queues; i++)
		w->queues[i].bundle = (struct bundle){0};
}

void scenario_walk_start(struct scenario_walk *w, const struct queue_ledger *ledger,
	const struct walk_job *jobs, int n)
{
	set_ledger(w, ledger);
	clear(w);
	take_others(w, jobs, n);
	order_leaves(w);
	for (int i = 0; i < w->n_leaves; i++) {
		w->rank = first_rank_of(w->leaves[i]);
		queue_heap_link(&w->roots, &w->leaves[i]->entry, queue_before, w);
	}
	w->rank = -1;
	for (int i = 0; i < w->n_leaves; i++)
		choose_next(w->leaves[i]);
	walk_leave_out_inert(w);
}

const struct walk_job *scenario_walk_fixed(
	const struct scenario_walk *w, const struct queue *leaf, int *n)
{
	*n = w->queues[leaf->index].fixed.n;
	return w->queues[leaf->index].fixed.jobs;
}

bool scenario_walk_in_order(struct scenario_walk *w, const struct queue *q)
{
	struct heap *h = q->parent ? &w->queues[q->parent->index].entry.heap : &w->roots;

	for (int i = 0; i < h->n; i++) {
		struct walk_queue *one = h->items[i], *above = h->items[i ? (i - 1) / 2 : 0];

		if (one->queue->n_children)
			return false;
		make_key(w, one);
		if (queue_sort_key_order(&one->key, &above->key) < 0)
			return false;
	}
	return true;
}

/* ---- what was popped ---- */

/* q: a bundle, of which n jobs were popped. */
static void count_popped(struct scenario_walk *w, const struct walk_queue *q, int n, int one)
{
	for (int i = 0; i < n; i++)
		w->queues[walk_bundle_leaf(q, i)].popped += one;
}

static void raise_to(int *passed, int popped)
{
	*passed = popped > *passed ? popped : *passed;
}

/* q: a leaf or a bundle of the walk. */
static void raise_passed(struct scenario_walk *w, const struct walk_queue *q, int *passed)
{
	bool followed =
		(!w->followed || is_below(q->queue, w->followed->queue)) && !walk_is_left_out(q);
	int n = followed ? q->fixed.next : q->fixed.n;

	if (!q->queue->n_children) {
		raise_to(&passed[q->queue->index], n);
		return;
	}
	count_popped(w, q, n, 1);
	for (int i = 0; i < n; i++) {
		int leaf = walk_bundle_leaf(q, i);

		raise_to(&passed[leaf], w->queues[leaf].popped);
	}
	count_popped(w, q, n, -1);
}

int scenario_walk_popped(const struct scenario_walk *w, const struct queue *leaf)
{
	return w->queues[leaf->index].fixed.next;
}

void scenario_walk_passed(struct scenario_walk *w, int *passed)
{
	for (int i = 0; i < w->n_leaves; i++)
		raise_passed(w, w->leaves[i], passed);
}
