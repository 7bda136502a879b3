#include "shortcuts/scenario_walk.h"

#include <math.h>
#include <stdlib.h>

#include "common/mem.h"
#include "model/job.h"
#include "shortcuts/request_classes.h"
#include "session/orders.h"
#include "session/units.h"
#include "session/walk/queue_heap.h"

/* Jobs of one leaf queue in the order of jobs. */
struct sequence {
	const struct walk_job *jobs;
	int n;
	int next; /* the first that was not popped */
	/* The indexes of the jobs with a smaller rank than all jobs before them. While the queue
	 * heap is filled by rank, the best job pushed so far is always one of these: the ranks fall
	 * from one to the next, so it is the first that was pushed. */
	int *records;
	int n_records;
	int pushed; /* while filling: records[pushed] and those behind it were pushed */
};
struct walk_queue { /* a queue in the walk */
	struct queue_entry entry;
	struct queue *queue;
	struct queue_sort_key key;
	bool has_key;            /* key is that of the queue's amounts and next job */
	unsigned char key_class; /* the next job's request class then */
	/* The queue stays in slot 0 with each next job whose key is no greater than stay_key; if
	 * stays_with, with each whose request is no greater than stay_request. False for a queue
	 * that is not there. */
	bool stays, stays_with;
	struct queue_sort_key stay_key;
	double stay_request[3];
	/* of a leaf: */
	struct sequence fixed, others;
	bool fixed_next; /* the next job is a fixed one */
};
_Static_assert(offsetof(struct walk_queue, entry) == 0, "a heap holds entries");
/* Keys are kept for the first request classes: a queue is compared again and again with its next
 * jobs, and most queues have the same amounts in one scenario after the other. */
enum { KEPT_CLASSES = 16 };
struct kept_key {
	uint64_t version; /* of the queue in the ledger; 0: no key yet */
	struct queue_sort_key key;
};
struct scenario_walk {
	struct session *session;
	const struct queue_ledger *ledger;
	struct heap roots;
	struct walk_queue *queues; /* by queue index */
	struct kept_key *kept;     /* by queue index and request class; of ledger */
	struct walk_queue *
		*in_order; /* the leaves that have fixed jobs, by the first rank of these */
	int n_in_order;
	/* scratch: the leaves that have jobs; those where another job than a fixed one has the
	 * first rank */
	struct walk_queue **leaves, **moved;
	struct walk_job *fixed;        /* by queue, then in the order of jobs */
	double (*requests)[3];         /* by index in fixed */
	int *fixed_records, *records;  /* memory of the sequences' records */
	const struct walk_job *others; /* of the scenario */
	struct request_classes classes;
	int rank; /* while filling: the jobs up to this rank were pushed; else -1 */
	struct watched_turn *watched; /* NULL: none is */
	bool reached;                 /* in this walk: watched.most */
};

/* A heap that never grows beyond n items. */
static struct heap heap_of(struct arena *a, int n)
{
	return (struct heap){(void **)ARENA_ARRAY(a, (size_t)n, void *), 0, n};
}

struct scenario_walk *scenario_walk_new(struct session *s, struct arena *a)
{
	struct scenario_walk *w = ARENA_NEW(a, struct scenario_walk);
	size_t jobs = (size_t)s->c->n_jobs, queues = (size_t)s->c->n_queues;

	w->session = s;
	w->rank = -1;
	w->roots = heap_of(a, s->c->n_queues);
	w->queues = ARENA_ARRAY(a, queues, struct walk_queue);
	w->kept = ARENA_ARRAY(a, queues * KEPT_CLASSES, struct kept_key);
	w->in_order = ARENA_ARRAY(a, queues, struct walk_queue *);
	w->leaves = ARENA_ARRAY(a, queues, struct walk_queue *);
	w->moved = ARENA_ARRAY(a, queues, struct walk_queue *);
	w->fixed = ARENA_ARRAY(a, jobs, struct walk_job);
	w->requests = arena_zalloc(a, jobs, sizeof *w->requests);
	w->fixed_records = ARENA_ARRAY(a, jobs, int);
	w->records = ARENA_ARRAY(a, jobs, int);
	for (int i = 0; i < s->c->n_queues; i++) {
		struct queue *q = s->c->queues[i];

		w->queues[i].queue = q;
		w->queues[i].entry.parent = q->parent ? &w->queues[q->parent->index].entry : NULL;
		w->queues[i].entry.is_leaf = !q->n_children;
		w->queues[i].entry.heap = heap_of(a, q->n_children);
	}
	return w;
}

/* ---- jobs ---- */

static int by_queue(const void *a, const void *b)
{
	const struct job *l = *(struct job *const *)a, *r = *(struct job *const *)b;

	if (l->queue->index != r->queue->index)
		return l->queue->index < r->queue->index ? -1 : 1;
	return (l->fill_rank > r->fill_rank) - (l->fill_rank < r->fill_rank);
}

void scenario_walk_sort(const struct scenario_walk *w, struct job **jobs, int n)
{
	qsort(jobs, (size_t)n, sizeof *jobs, by_queue);
	for (int i = 0, end = 0; i < n; i = end) {
		while (end < n && jobs[end]->queue == jobs[i]->queue)
			end++;
		session_sort_jobs(w->session, &jobs[i], end - i);
	}
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

struct walk_job scenario_walk_job(
	struct scenario_walk *w, struct job *j, const double *request, bool inert)
{
	return (struct walk_job){.job = j,
		.request = request,
		.rank = j->fill_rank,
		.fixed_before = count_fixed_before(w, j),
		.inert = inert,
		.request_class = request ? request_class_of(&w->classes, request) : NO_CLASS};
}

/* Hands each leaf its part of the jobs, which are sorted by queue. */
static void split(struct scenario_walk *w, const struct walk_job *jobs, int n, int *records,
	struct sequence *(*sequence_of)(struct walk_queue *q))
{
	for (int i = 0, end = 0; i < n; i = end) {
		const struct queue *queue = jobs[i].job->queue;
		struct sequence *q = sequence_of(&w->queues[queue->index]);

		*q = (struct sequence){.jobs = &jobs[i]};
		q->records = records + i;
		for (; end < n && jobs[end].job->queue == queue; end++) {
			int last = q->n_records ? q->jobs[q->records[q->n_records - 1]].rank : -1;

			if (last < 0 || jobs[end].rank < last)
				q->records[q->n_records++] = end - i;
		}
		q->n = end - i;
		q->pushed = q->n_records;
	}
}

static struct sequence *fixed_of(struct walk_queue *q)
{
	return &q->fixed;
}

static struct sequence *others_of(struct walk_queue *q)
{
	return &q->others;
}

/* ---- which leaf has its first job when ---- */

static int first_rank(const struct sequence *q)
{
	return q->n_records ? q->jobs[q->records[q->n_records - 1]].rank : -1;
}

/* True: no fixed job of the leaf comes before its first other one. */
static bool other_is_first(const struct walk_queue *q)
{
	int fixed = first_rank(&q->fixed), other = first_rank(&q->others);

	return other >= 0 && (fixed < 0 || other < fixed);
}

/* -1: the queue has no jobs. */
static int first_rank_of(const struct walk_queue *q)
{
	return first_rank(other_is_first(q) ? &q->others : &q->fixed);
}

static int by_first_rank(const void *a, const void *b)
{
	int l = first_rank_of(*(struct walk_queue *const *)a),
	    r = first_rank_of(*(struct walk_queue *const *)b);

	return (l > r) - (l < r);
}

static void forget_keys(struct scenario_walk *w)
{
	memset(w->kept, 0, (size_t)w->session->c->n_queues * KEPT_CLASSES * sizeof *w->kept);
}

static void set_order(struct scenario_walk *w)
{
	w->n_in_order = 0;
	for (int i = 0; i < w->session->c->n_queues; i++) {
		w->queues[i].others = (struct sequence){0};
		if (w->queues[i].fixed.n)
			w->in_order[w->n_in_order++] = &w->queues[i];
	}
	qsort(w->in_order, (size_t)w->n_in_order, sizeof(struct walk_queue *), by_first_rank);
}

void scenario_walk_fix(struct scenario_walk *w, struct job *const *jobs, int n)
{
	struct job **sorted = xcalloc((size_t)n, sizeof(struct job *));

	for (int i = 0; i < w->session->c->n_queues; i++)
		w->queues[i].fixed = (struct sequence){0};
	w->classes.n = 0;
	forget_keys(w);
	for (int i = 0; i < n; i++)
		sorted[i] = jobs[i];
	scenario_walk_sort(w, sorted, n);
	for (int i = 0; i < n; i++) {
		session_request_vector(w->session, sorted[i], false);
		memcpy(w->requests[i], sorted[i]->unit_sums, sizeof w->requests[i]);
		w->fixed[i] = (struct walk_job){.job = sorted[i],
			.request = w->requests[i],
			.rank = sorted[i]->fill_rank,
			.inert = true,
			.request_class = request_class_of(&w->classes, w->requests[i])};
	}
	free(sorted);
	split(w, w->fixed, n, w->fixed_records, fixed_of);
	set_order(w);
}

void scenario_walk_share(struct scenario_walk *w, const struct scenario_walk *from)
{
	for (int i = 0; i < w->session->c->n_queues; i++)
		w->queues[i].fixed = from->queues[i].fixed;
	forget_keys(w);
	w->fixed = from->fixed;
	set_order(w);
}

/* ---- the order of queues ---- */

/* The best job pushed up to the present rank; NULL: none. */
static const struct walk_job *best_pushed(const struct scenario_walk *w, struct sequence *q)
{
	while (q->pushed > 0 && q->jobs[q->records[q->pushed - 1]].rank <= w->rank)
		q->pushed--;
	return q->pushed < q->n_records ? &q->jobs[q->records[q->pushed]] : NULL;
}

static const struct walk_job *next_of(const struct sequence *q)
{
	return q->next < q->n ? &q->jobs[q->next] : NULL;
}

static bool fixed_goes_first(
	const struct walk_queue *q, const struct walk_job *fixed, const struct walk_job *other)
{
	return fixed && (!other || fixed - q->fixed.jobs < other->fixed_before);
}

static const struct walk_job *next_job(struct scenario_walk *w, struct walk_queue *q)
{
	const struct walk_job *fixed, *other;

	while (!q->entry.is_leaf)
		q = q->entry.heap.items[0];
	if (w->rank < 0)
		return q->fixed_next ? next_of(&q->fixed) : next_of(&q->others);
	fixed = best_pushed(w, &q->fixed);
	other = best_pushed(w, &q->others);
	return fixed_goes_first(q, fixed, other) ? fixed : other;
}

static const double *request_of(const struct scenario_walk *w, const struct walk_job *j)
{
	if (j->request)
		return j->request;
	session_request_vector(w->session, j->job, false);
	return j->job->unit_sums;
}

static struct queue_sort_key key_with(
	const struct scenario_walk *w, const struct queue *q, const struct walk_job *j)
{
	const struct queue_ledger_ops *ops = w->ledger->ops;
	struct kept_key *kept;
	uint64_t version;

	if (j->request_class >= KEPT_CLASSES)
		return ops->sort_key(w->ledger, q, request_of(w, j));
	kept = &w->kept[q->index * KEPT_CLASSES + j->request_class];
	version = ops->version(w->ledger, q);
	if (kept->version != version)
		*kept = (struct kept_key){version, ops->sort_key(w->ledger, q, j->request)};
	return kept->key;
}

/* While filling, the next job may change without notice, so no key is kept. */
static void make_key(struct scenario_walk *w, struct walk_queue *q)
{
	const struct walk_job *j;

	if (q->has_key)
		return;
	j = next_job(w, q);
	q->key = key_with(w, q->queue, j);
	q->key_class = j->request_class;
	q->has_key = w->rank < 0;
}

static bool queue_before(void *ctx, void *pa, void *pb)
{
	struct scenario_walk *w = ctx;
	struct walk_queue *a = pa, *b = pb;
	int order;

	make_key(w, a);
	make_key(w, b);
	order = queue_sort_key_order(&a->key, &b->key);
	return order ? order < 0
		     : w->ledger->ops->before(w->ledger, a->queue, b->queue,
			       request_of(w, next_job(w, a)), request_of(w, next_job(w, b)));
}

/* ---- the start ---- */

/* The leaves with jobs, by their first rank. Returns their number. */
static int order_leaves(struct scenario_walk *w)
{
	int moved = 0, n = 0;

	for (int i = 0; i < w->session->c->n_queues; i++)
		if (other_is_first(&w->queues[i]))
			w->moved[moved++] = &w->queues[i];
	qsort(w->moved, (size_t)moved, sizeof *w->moved, by_first_rank);
	for (int i = 0, k = 0; i < w->n_in_order || k < moved;) {
		if (i < w->n_in_order && other_is_first(w->in_order[i]))
			i++; /* it is among the moved ones */
		else if (k == moved ||
			(i < w->n_in_order && by_first_rank(&w->in_order[i], &w->moved[k]) < 0))
			w->leaves[n++] = w->in_order[i++];
		else
			w->leaves[n++] = w->moved[k++];
	}
	return n;
}

static void clear_queue(struct walk_queue *q)
{
	q->entry.linked = q->entry.dirty = q->entry.empty = q->has_key = false;
	q->entry.heap.n = q->fixed.next = 0;
	q->stays = false;
	q->fixed.pushed = q->fixed.n_records;
	q->others = (struct sequence){0};
}

static void choose_next(struct walk_queue *q)
{
	const struct walk_job *fixed = next_of(&q->fixed), *other = next_of(&q->others);

	q->fixed_next = fixed_goes_first(q, fixed, other);
	q->entry.empty = !fixed && !other;
}

void scenario_walk_start(struct scenario_walk *w, const struct queue_ledger *ledger,
	const struct walk_job *jobs, int n)
{
	int leaves;

	if (w->ledger != ledger)
		forget_keys(w);
	w->ledger = ledger;
	w->others = jobs;
	w->roots.n = 0;
	w->reached = false;
	for (int i = 0; i < w->session->c->n_queues; i++)
		clear_queue(&w->queues[i]);
	split(w, jobs, n, w->records, others_of);
	leaves = order_leaves(w);
	for (int i = 0; i < leaves; i++) {
		w->rank = first_rank_of(w->leaves[i]);
		queue_heap_link(&w->roots, &w->leaves[i]->entry, queue_before, w);
	}
	w->rank = -1;
	for (int i = 0; i < leaves; i++)
		choose_next(w->leaves[i]);
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

		if (!one->entry.is_leaf)
			return false;
		make_key(w, one);
		if (queue_sort_key_order(&one->key, &above->key) < 0)
			return false;
	}
	return true;
}

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

/* As queue_heap_first, but that a queue which is known to stay in slot 0, or is alone there, is not
 * compared again. */
static struct walk_queue *first_leaf(struct scenario_walk *w)
{
	struct heap *h = &w->roots;

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
	for (const struct walk_queue *q = leaf; q; q = (struct walk_queue *)q->entry.parent) {
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

int scenario_walk_pop(struct scenario_walk *w)
{
	while (w->roots.n) {
		struct walk_queue *leaf = first_leaf(w);
		const struct walk_job *j;

		watch(w, leaf);
		if (leaf->fixed_next) {
			pop_fixed(w, leaf);
			continue;
		}
		j = &leaf->others.jobs[leaf->others.next++];
		choose_next(leaf);
		pop_leaf(w, leaf, j->inert);
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
