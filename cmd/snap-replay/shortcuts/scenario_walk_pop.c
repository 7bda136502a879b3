/* What comes next in a scenario walk; see scenario_walk.h. */
#include <math.h>

#include "shortcuts/scenario_walk_private.h"

/* ---- what is watched ---- */

void scenario_walk_watch(struct scenario_walk *w, struct watched_turn *watched)
{
	w->watched = watched;
}

/* The first top queue may have any key; the others are heaps. */
static bool others_are_heaps(struct scenario_walk *w)
{
	const struct heap *h = &w->roots;

	for (int i = 3; i < h->n; i++)
		if (queue_before(w, h->items[i], h->items[(i - 1) / 2]))
			return false;
	return true;
}

/* With the watched key and request the first top queue stays before all others. */
static bool stays_first(struct scenario_walk *w)
{
	const struct heap *h = &w->roots;
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

/* The leaf, below the first top queue, is about to give a job. Of the jobs below watched.top only
 * the preemptor is not inert. */
static void watch(struct scenario_walk *w, const struct walk_queue *leaf)
{
	struct watched_turn *t = w->watched;
	struct walk_queue *first = w->roots.items[0];

	if (w->reached || !t || t->differs || first->queue != t->top)
		return;
	make_key(w, first);
	w->reached = !queue_sort_key_order(&first->key, &t->most);
	if (w->reached)
		t->differs = !others_are_heaps(w) || !stays_first(w);
	else
		t->differs = !leaf->fixed_next && !next_of(&leaf->others)->inert;
}

/* ---- popping ---- */

static bool no_greater(const double *request, const double *than)
{
	return request[0] <= than[0] && request[1] <= than[1] && request[2] <= than[2];
}

/* The queue in slot 0 was compared with those below it; is_first: it is still there. */
static void note_compared(struct scenario_walk *w, struct walk_queue *q, bool is_first)
{
	q->stays = is_first;
	if (!is_first)
		return;
	make_key(w, q);
	q->stay_key = q->key;
	q->stays_with = w->ledger->ops->grows(w->ledger, q->queue);
	memcpy(q->stay_request, request_of(w, next_job(w, q)), sizeof q->stay_request);
}

static bool stays_known(struct scenario_walk *w, struct walk_queue *q)
{
	if (!q->stays)
		return false;
	if (q->stays_with && no_greater(request_of(w, next_job(w, q)), q->stay_request))
		return true;
	make_key(w, q);
	return queue_sort_key_order(&q->key, &q->stay_key) <= 0;
}

/* The heap from which the walk goes on. */
static struct heap *first_heap(struct scenario_walk *w)
{
	return w->within ? &w->within->entry.heap : &w->roots;
}

/* As queue_heap_first, but that a queue which is known to stay in slot 0, or is alone there, is not
 * compared again. */
static struct walk_queue *first_leaf(struct scenario_walk *w)
{
	struct heap *h = first_heap(w);

	for (;;) {
		struct walk_queue *q = h->items[0];

		if (q->entry.dirty && h->n > 1 && !stays_known(w, q)) {
			heap_fix_first(h, queue_before, w);
			q->entry.dirty = false;
			note_compared(w, q, h->items[0] == q);
			continue;
		}
		q->entry.dirty = false;
		if (q->entry.is_leaf)
			return q;
		h = &q->entry.heap;
	}
}

/* As queue_heap_pop_leaf. inert: the job that the leaf gave. */
static void pop_leaf(struct scenario_walk *w, struct walk_queue *leaf, bool inert)
{
	struct walk_queue *q =
		(struct walk_queue *)queue_heap_pop_leaf(&w->roots, &leaf->entry, queue_before, w);
	/* of those above it, too */
	unsigned char class = q && inert ? next_job(w, q)->request_class : NO_CLASS;

	for (; q; q = (struct walk_queue *)q->entry.parent) {
		q->has_key = q->has_key && class != NO_CLASS && q->key_class == class;
		q->stays &= inert;
	}
}

/* How many fixed jobs of the leaf come before its next other job. */
static int fixed_in_a_row(const struct walk_queue *leaf)
{
	const struct walk_job *other = next_of(&leaf->others);

	return other && other->fixed_before < leaf->fixed.n ? other->fixed_before : leaf->fixed.n;
}

/* With a next job whose request is no greater than *most, the leaf and the queues above it are
 * known to stay first. False: of some of them nothing is known. */
static bool stay_request(
	const struct scenario_walk *w, const struct walk_queue *leaf, double most[3])
{
	most[0] = most[1] = most[2] = INFINITY;
	for (const struct walk_queue *q = leaf; q != w->within;
		q = (struct walk_queue *)q->entry.parent) {
		const struct heap *h = q->entry.parent ? &q->entry.parent->heap : &w->roots;

		if (h->n == 1)
			continue;
		if (!q->stays || !q->stays_with)
			return false;
		for (int i = 0; i < 3; i++)
			most[i] = q->stay_request[i] < most[i] ? q->stay_request[i] : most[i];
	}
	return true;
}

/* Pops the fixed jobs of the first leaf as long as it and the queues above it are known to stay
 * first. */
static void pop_fixed(struct scenario_walk *w, struct walk_queue *leaf)
{
	struct sequence *fixed = &leaf->fixed;
	double most[3];
	int end = fixed_in_a_row(leaf);

	if (!stay_request(w, leaf, most))
		end = fixed->next;
	fixed->next++;
	while (fixed->next < end && no_greater(fixed->jobs[fixed->next].request, most))
		fixed->next++;
	choose_next(leaf);
	pop_leaf(w, leaf, true);
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

static bool is_watched(const struct scenario_walk *w)
{
	return w->watched && w->watched->top && !w->watched->differs && !w->reached;
}

/* Goes on below the queue that has all other jobs that are left. */
static void narrow(struct scenario_walk *w)
{
	struct walk_queue *only;

	while (w->left && !is_watched(w) && !(w->within && w->within->entry.is_leaf) &&
		(only = only_busy(w)))
		w->within = only;
}

/* Pops the next other job, which is the first one of this leaf. */
static const struct walk_job *pop_other(struct scenario_walk *w, struct walk_queue *leaf)
{
	const struct walk_job *j = &leaf->others.jobs[leaf->others.next++];

	w->left--;
	for (struct walk_queue *q = leaf; q; q = (struct walk_queue *)q->entry.parent)
		q->left--;
	if (leaf == w->within || !w->left)
		return j;
	choose_next(leaf);
	pop_leaf(w, leaf, j->inert);
	narrow(w);
	return j;
}

static struct walk_queue *next_leaf(struct scenario_walk *w)
{
	struct walk_queue *leaf;

	if (w->within && w->within->entry.is_leaf)
		return w->within;
	for (;;) {
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
		const struct walk_job *j = pop_other(w, next_leaf(w));

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

struct own_turn scenario_walk_follow(struct scenario_walk *w)
{
	struct walk_queue *top = w->roots.items[0], *leaf,
			  *own = &w->queues[w->others[0].job->queue->index];
	struct own_turn t = {.next_at = -1, .leads = leads(own)};

	for (int at = 0;; at++) {
		if (t.next_at < 0 && !own->fixed_next)
			t.next_at = at;
		make_key(w, top);
		if (!at || queue_sort_key_order(&t.most, &top->key) < 0) {
			t.most = top->key;
			t.most_at = at;
			memcpy(t.request, request_of(w, next_job(w, top)), sizeof t.request);
		}
		leaf = first_leaf(w);
		if (!leaf->fixed_next)
			return t;
		leaf->fixed.next++;
		choose_next(leaf);
		pop_leaf(w, leaf, true);
	}
}
