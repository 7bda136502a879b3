/* What comes next in a scenario walk; see scenario_walk.h. */
#include <math.h>

#include "shortcuts/scenario_walk_private.h"

/* ---- what is watched ---- */

void scenario_walk_watch(struct scenario_walk *w, struct watched_turn *watched)
{
	w->watched = watched;
}

/* With the watched key and request the first queue stays before all others. */
static bool stays_first(struct scenario_walk *w)
{
	const struct heap *h = watched_heap(w);
	const struct watched_turn *t = w->watched;

	for (int i = 1; i < h->n && i < 3; i++) {
		struct walk_queue *one = h->items[i];
		int order;

		make_key(w, one);
		order = queue_sort_key_order(&t->most, &one->key);
		if (order > 0 ||
			(!order &&
				!w->ledger->ops->before(w->ledger, t->top, one->queue, t->request,
					request_of(w, next_job(w, one)))))
			return false;
	}
	return true;
}

static bool no_greater(const double *request, const double *than)
{
	return request[0] <= than[0] && request[1] <= than[1] && request[2] <= than[2];
}

/* The first queue, which has a key, is watched.top. */
static void find_unwatched(struct scenario_walk *w, struct walk_queue *first)
{
	const struct watched_turn *t = w->watched;
	struct queue_bound bound;

	if (queue_sort_key_order(&first->key, &t->most) < 0 &&
		w->ledger->ops->below(w->ledger, first->queue, &first->key, &t->most, &bound))
		memcpy(w->unwatched, bound.most, sizeof bound.most);
}

/* The key with which watched.top is compared, if it stands first: first_leaf may then choose
 * another job below it. */
static void key_before(struct scenario_walk *w)
{
	if (is_watched(w))
		make_key(w, watched_heap(w)->items[0]);
}

/* The leaf, below the first queue, is about to give a job. Of the jobs below watched.top only the
 * preemptor is not inert. */
static void watch(struct scenario_walk *w, const struct walk_queue *leaf)
{
	struct watched_turn *t = w->watched;
	struct walk_queue *first;

	if (!is_watched(w))
		return;
	first = watched_heap(w)->items[0];
	if (first->queue != t->top)
		return;
	make_key(w, first);
	w->reached = !queue_sort_key_order(&first->key, &t->most);
	if (w->reached)
		t->differs = !others_are_heaps(w, watched_heap(w)) || !stays_first(w);
	else
		t->differs = !leaf->fixed_next && !next_of(&leaf->others)->inert;
	find_unwatched(w, first);
}

/* ---- staying in slot 0 ---- */

static void forget_stays(struct walk_queue *q)
{
	q->stay_request[0] = q->stay_request[1] = q->stay_request[2] = -1;
}

/* A job that is not inert was popped below the queue in slot 0, which will get the job's request at
 * most. Its rival stays as it is. */
static void lower_stays(
	const struct scenario_walk *w, struct walk_queue *q, const struct walk_job *popped)
{
	bool within = w->ledger->ops->allocate && popped->request && q->stay_request[0] >= 0;

	for (int i = 0; i < 3 && within; i++) {
		q->given[i] += popped->request[i];
		q->stay_request[i] = q->bound.most[i] - q->given[i];
		within = q->given[i] <= q->bound.more[i];
	}
	if (!within)
		forget_stays(q);
}

/* As heap_fix_first chooses it. */
static void find_rival(struct scenario_walk *w, const struct heap *h, struct walk_queue *q)
{
	if (q->rival)
		return;
	q->rival = h->items[h->n > 2 && queue_before(w, h->items[2], h->items[1]) ? 2 : 1];
	make_key(w, q->rival);
	forget_stays(q);
}

/* The queue in slot 0 of the heap, which has others, stays there with this next job, for its key is
 * smaller. False: heap_fix_first is to decide. */
static bool stays(struct scenario_walk *w, const struct heap *h, struct walk_queue *q,
	const struct walk_job *j)
{
	struct queue_sort_key key;

	find_rival(w, h, q);
	if (no_greater(request_of(w, j), q->stay_request))
		return true;
	key = key_with(w, q->queue, j);
	if (queue_sort_key_order(&key, &q->rival->key) >= 0)
		return false;
	if (w->ledger->ops->below(w->ledger, q->queue, &key, &q->rival->key, &q->bound)) {
		memcpy(q->stay_request, q->bound.most, sizeof q->stay_request);
		memset(q->given, 0, sizeof q->given);
	}
	return true;
}

/* As queue_heap_first, but that a queue which stays in slot 0 is not moved there and back, and that
 * one which is alone there is not compared. */
static struct walk_queue *first_leaf(struct scenario_walk *w)
{
	struct heap *h = first_heap(w);
	const struct walk_job *j = next_job(w, h->items[0]);

	for (;;) {
		struct walk_queue *q = h->items[0];

		if (q->entry.dirty && h->n > 1 && !stays(w, h, q, j)) {
			heap_fix_first(h, queue_before, w);
			q->rival = NULL;
			q->entry.dirty = false;
			j = next_job(w, h->items[0]);
			continue;
		}
		q->entry.dirty = false;
		if (q->entry.is_leaf)
			return q;
		h = &q->entry.heap;
	}
}

/* ---- popping ---- */

void walk_pop_leaf(struct scenario_walk *w, struct walk_queue *leaf, const struct walk_job *popped)
{
	struct walk_queue *q =
		(struct walk_queue *)queue_heap_pop_leaf(&w->roots, &leaf->entry, queue_before, w);
	/* of those above it, too */
	unsigned char class = q && popped->inert ? next_job(w, q)->request_class : NO_CLASS;

	for (; q; q = (struct walk_queue *)q->entry.parent) {
		q->has_key = q->has_key && class != NO_CLASS && q->key_class == class;
		if (!popped->inert)
			lower_stays(w, q, popped);
	}
}

/* How many fixed jobs of the leaf come before its next other job. */
static int fixed_in_a_row(const struct walk_queue *leaf)
{
	const struct walk_job *other = next_of(&leaf->others);

	return other && other->fixed_before < leaf->fixed.n ? other->fixed_before : leaf->fixed.n;
}

/* The leaf and the queues above it stay first with this next job. Sets most: nor do they move with
 * one whose request is no greater. */
static bool all_stay(
	struct scenario_walk *w, struct walk_queue *leaf, const struct walk_job *j, double most[3])
{
	most[0] = most[1] = most[2] = INFINITY;
	for (struct walk_queue *q = leaf; q && q != w->within;
		q = (struct walk_queue *)q->entry.parent) {
		const struct heap *h = q->entry.parent ? &q->entry.parent->heap : &w->roots;

		if (h->n == 1)
			continue;
		if (!stays(w, h, q, j))
			return false;
		for (int i = 0; i < 3; i++)
			most[i] = q->stay_request[i] < most[i] ? q->stay_request[i] : most[i];
	}
	return true;
}

/* The walk is watched, and the next job of the first leaf may be what it waits for. */
static bool is_to_be_seen(const struct scenario_walk *w, const struct walk_job *j)
{
	const struct walk_queue *first;

	if (!is_watched(w))
		return false;
	first = watched_heap(w)->items[0];
	return first->queue == w->watched->top && !no_greater(j->request, w->unwatched);
}

/* No fixed job that is left in the leaf requests more of anything than that. */
static bool all_may_go(
	const struct scenario_walk *w, const struct walk_queue *leaf, const double most[3])
{
	const double *request = leaf->fixed.most[leaf->fixed.next].of;
	const struct walk_job greatest = {.request = request};

	return no_greater(request, most) && !is_to_be_seen(w, &greatest);
}

/* Pops the fixed jobs of the first leaf as long as it and the queues above it stay first. most is
 * found for the second job. With a job that requests more they may stay first, too: that is left to
 * next_leaf, which compares them next. */
static void pop_fixed(struct scenario_walk *w, struct walk_queue *leaf)
{
	struct sequence *fixed = &leaf->fixed;
	int end = fixed_in_a_row(leaf);
	double most[3] = {-1, -1, -1};

	for (fixed->next++; fixed->next < end; fixed->next++) {
		const struct walk_job *j = &fixed->jobs[fixed->next];

		if (is_to_be_seen(w, j))
			break;
		if (no_greater(j->request, most))
			continue;
		if (most[0] >= 0 || !all_stay(w, leaf, j, most))
			break;
		if (all_may_go(w, leaf, most)) {
			fixed->next = end;
			break;
		}
	}
	choose_next(leaf);
	walk_pop_leaf(w, leaf, &fixed->jobs[fixed->next - 1]);
}

/* The queue of the heap below which all other jobs are that are left; NULL: no such. */
static struct walk_queue *only_busy(struct scenario_walk *w)
{
	const struct heap *h = first_heap(w);

	for (int i = 0; i < h->n; i++) {
		struct walk_queue *child = h->items[i];

		if (child->left)
			return child->left == w->left ? child : NULL;
	}
	return NULL;
}

/* Goes on below the queue that has all other jobs that are left. */
static void narrow(struct scenario_walk *w)
{
	struct walk_queue *only;

	while (w->left && !is_watched(w) && !(w->within && w->within->entry.is_leaf) &&
		(only = only_busy(w))) {
		w->within = only;
		w->may_leave_out = true;
		w->followed = w->left > 1 ? only : w->followed;
	}
}

/* Pops the next other job, which is the first one of this leaf. */
static const struct walk_job *pop_other(struct scenario_walk *w, struct walk_queue *leaf)
{
	const struct walk_job *j = &leaf->others.jobs[leaf->others.next++];

	w->left--;
	for (struct walk_queue *q = leaf; q; q = (struct walk_queue *)q->entry.parent)
		w->may_leave_out |= !--q->left;
	if (leaf == w->within || !w->left)
		return j;
	choose_next(leaf);
	walk_pop_leaf(w, leaf, j);
	w->may_narrow = true;
	if (leaf == w->last_leaf)
		walk_row_begin(w, leaf);
	w->last_leaf = leaf;
	return j;
}

static struct walk_queue *next_leaf(struct scenario_walk *w)
{
	struct walk_queue *leaf;

	if (w->may_narrow)
		narrow(w);
	if (w->may_leave_out)
		walk_leave_out_inert(w);
	if (w->within && w->within->entry.is_leaf)
		return w->within;
	for (;;) {
		key_before(w);
		leaf = first_leaf(w);
		watch(w, leaf);
		if (!leaf->fixed_next)
			return leaf;
		pop_fixed(w, leaf);
	}
}

int scenario_walk_pop(struct scenario_walk *w)
{
	while (w->left) {
		const struct walk_job *j = w->row.leaf ? walk_row_pop(w) : NULL;

		j = j ? j : pop_other(w, next_leaf(w));
		if (!j->inert)
			return (int)(j - w->others);
	}
	return -1;
}

/* ---- one job's way to its turn ---- */

static bool leads(const struct walk_queue *leaf)
{
	const struct walk_job *own = &leaf->others.jobs[0];

	for (int i = 0; i < own->fixed_before; i++)
		if (leaf->fixed.jobs[i].rank < own->rank)
			return false;
	return true;
}

struct own_turn scenario_walk_follow(struct scenario_walk *w, const struct queue *top)
{
	struct walk_queue *first = &w->queues[top->index], *leaf,
			  *own = &w->queues[w->others[0].job->queue->index];
	struct own_turn t = {.next_at = -1, .leads = leads(own)};

	for (int at = 0;; at++) {
		if (t.next_at < 0 && !own->fixed_next)
			t.next_at = at;
		make_key(w, first);
		if (!at || queue_sort_key_order(&t.most, &first->key) < 0) {
			t.most = first->key;
			t.most_at = at;
			memcpy(t.request, request_of(w, next_job(w, first)), sizeof t.request);
		}
		leaf = first_leaf(w);
		if (!leaf->fixed_next)
			return t;
		leaf->fixed.next++;
		choose_next(leaf);
		walk_pop_leaf(w, leaf, &leaf->fixed.jobs[leaf->fixed.next - 1]);
	}
}
