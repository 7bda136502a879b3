/* The state of a scenario walk, shared by scenario_walk.c (its jobs and its start),
 * scenario_walk_pop.c (what comes next) and walk_bundles.c. The functions are inline, so that the
 * compiler puts the comparison of queues into the loops of heaps. */
#ifndef SNAP_SCENARIO_WALK_PRIVATE_H
#define SNAP_SCENARIO_WALK_PRIVATE_H
#include <limits.h>

#include "session/walk/queue_heap.h"
#include "shortcuts/request_classes.h"
#include "shortcuts/scenario_walk.h"
#include "shortcuts/walk_bundles.h"
#include "shortcuts/walk_inert.h"
#include "shortcuts/walk_row.h"
#include "session/units.h"

struct walk_request { /* CPU, memory, GPUs */
	double of[3];
};
/* Jobs of one leaf queue in the order of jobs. */
struct sequence {
	const struct walk_job *jobs;
	const struct walk_request *most; /* of fixed jobs: walk_find_most */
	int n;
	int next; /* the first that was not popped */
	/* Of fixed jobs: the index of the first twin that was not popped or passed over; or of one
	 * before that, until choose_next. INT_MAX: none is left. */
	int next_twin;
	/* The indexes of the jobs with a smaller rank than all jobs before them. While the queue
	 * heap is filled by rank, the best job pushed so far is always one of these: the ranks fall
	 * from one to the next, so it is the first that was pushed. */
	const int *records;
	int n_records;
	int pushed; /* while filling: records[pushed] and those behind it were pushed */
	const struct walk_job *recorded; /* what the records are indexes of; of a leaf: jobs */
	int first_rank;                  /* the smallest; -1: it has no jobs */
};
static const struct sequence no_jobs = {.next_twin = INT_MAX, .first_rank = -1};
struct walk_queue { /* a queue in the walk */
	struct queue_entry entry;
	struct queue *queue;
	struct queue_sort_key key;
	bool has_key;            /* key is that of the queue's amounts and next job */
	unsigned char key_class; /* the next job's request class then */
	/* Of a queue in slot 0: the one below it that it is compared with; NULL: not known. It
	 * stays there with each next job whose request is no greater than stay_request; nothing is
	 * known of greater ones. That is what is left of bound: given is the most that the queue
	 * has got since that was found. */
	struct walk_queue *rival;
	double stay_request[3];
	struct queue_bound bound;
	double given[3];
	bool busy;     /* the scenario has other jobs in it or below it */
	int left;      /* how many of these were not popped */
	bool left_out; /* walk_inert.h */
	/* of a leaf, or of a bundle (walk_bundles.h): */
	struct sequence fixed, others;
	bool fixed_next;      /* the next job is a fixed one */
	int popped;           /* of a leaf: scratch of scenario_walk_passed; else 0 */
	int position;         /* of its first fixed job among those of all leaves; -1: none */
	struct bundle bundle; /* of an inner queue */
};
_Static_assert(offsetof(struct walk_queue, entry) == 0, "a heap holds entries");
/* Keys are kept for the first request classes: a queue is compared again and again with its next
 * jobs, and most queues have the same amounts in one scenario after the other. */
enum { KEPT_CLASSES = 16 };
struct kept_key {
	uint64_t version; /* of the queue in the ledger; 0: no key yet */
	struct queue_sort_key key;
	const double *request; /* of scenario_walk.last: that of the fixed job; else NULL */
};
enum walk_order { ORDER_UNKNOWN, ORDER_TOTAL, ORDER_PARTIAL };
struct scenario_walk {
	struct session *session;
	struct arena *arena; /* of bundles */
	const struct queue_ledger *ledger;
	struct heap roots;
	struct walk_queue *within; /* all other jobs that are left are below it; NULL: no such */
	/* The same when more than one such job was left; what is beside it was not followed. */
	struct walk_queue *followed;
	struct walk_row row;
	struct walk_queue *last_leaf; /* that gave the last other job, outside of rows */
	bool may_narrow;              /* a job was popped since that was looked at */
	bool may_leave_out;           /* there may be more inert queues (walk_inert.h) */
	int left;                     /* other jobs that were not popped */
	struct walk_queue *queues;    /* by queue index */
	struct kept_key *kept;        /* by queue index and request class; of ledger */
	struct kept_key *last;        /* by queue index: with the last fixed job of another class */
	struct walk_queue **tops;     /* those without a queue above */
	int n_tops;
	bool of_one; /* fixed jobs are those below one queue, for scenario_walk_follow */
	/* By queue index: that of the queues directly below it; behind all: that of tops. */
	enum walk_order *orders;
	/* By position: the leaf, or the bundle, that comes there; valid where `taken` has a bit:
	 * another job than a fixed one is not its first. */
	uint64_t *taken;
	struct walk_queue **at;
	int n_positions;
	/* scratch: the leaves and bundles of the walk; those where another job has the first rank;
	 * all queues to be cleared */
	struct walk_queue **leaves, **moved, **used;
	int n_leaves, n_moved, n_used;
	int *records;                  /* memory of the records of the scenario's jobs */
	const struct walk_job *others; /* of the scenario */
	struct request_classes classes;
	int rank; /* while filling: the jobs up to this rank were pushed; else -1 */
	struct watched_turn *watched; /* NULL: none is */
	bool reached;                 /* in this walk: watched.most */
	/* The same: a next job of watched.top whose request is no greater is not it. */
	double unwatched[3];
};

/* Behind the pop of a job of the leaf, as queue_heap_pop_leaf. popped: the job, which was the last
 * one that the leaf gave. */
void walk_pop_leaf(struct scenario_walk *w, struct walk_queue *leaf, const struct walk_job *popped);

/* ---- the order of queues ---- */

/* The best job pushed up to the present rank; NULL: none. */
static inline const struct walk_job *best_pushed(const struct scenario_walk *w, struct sequence *q)
{
	while (q->pushed > 0 && q->recorded[q->records[q->pushed - 1]].rank <= w->rank)
		q->pushed--;
	return q->pushed < q->n_records ? &q->recorded[q->records[q->pushed]] : NULL;
}

static inline const struct walk_job *next_of(const struct sequence *q)
{
	return q->next < q->n ? &q->jobs[q->next] : NULL;
}

static inline bool fixed_goes_first(
	const struct walk_queue *q, const struct walk_job *fixed, const struct walk_job *other)
{
	return fixed && (!other || fixed - q->fixed.jobs < other->fixed_before);
}

static inline const struct walk_job *next_job(struct scenario_walk *w, struct walk_queue *q)
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

static inline const double *request_of(const struct scenario_walk *w, const struct walk_job *j)
{
	if (j->request)
		return j->request;
	session_request_vector(w->session, j->job, false);
	return j->job->unit_sums;
}

/* Other jobs are not inert, or their request is not given. */
static inline bool is_fixed_job(const struct walk_job *j)
{
	return j->inert && j->request;
}

static inline struct queue_sort_key key_with(
	const struct scenario_walk *w, const struct queue *q, const struct walk_job *j)
{
	const struct queue_ledger_ops *ops = w->ledger->ops;
	bool rare = j->request_class >= KEPT_CLASSES;
	const double *request = rare ? j->request : NULL;
	struct kept_key *kept;
	uint64_t version;

	if (rare && !is_fixed_job(j))
		return ops->sort_key(w->ledger, q, request_of(w, j));
	kept = rare ? &w->last[q->index] : &w->kept[q->index * KEPT_CLASSES + j->request_class];
	version = ops->version(w->ledger, q);
	if (kept->version != version || kept->request != request)
		*kept = (struct kept_key){
			version, ops->sort_key(w->ledger, q, j->request), request};
	return kept->key;
}

/* While filling, the next job may change without notice, so no key is kept. */
static inline void make_key(struct scenario_walk *w, struct walk_queue *q)
{
	const struct walk_job *j;

	if (q->has_key)
		return;
	j = next_job(w, q);
	q->key = key_with(w, q->queue, j);
	q->key_class = j->request_class;
	q->has_key = w->rank < 0;
}

static inline bool queue_before(void *ctx, void *pa, void *pb)
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

static inline bool is_watched(const struct scenario_walk *w)
{
	return w->watched && w->watched->top && !w->watched->differs && !w->reached;
}

/* That of watched.top and its siblings. */
static inline const struct heap *watched_heap(const struct scenario_walk *w)
{
	const struct queue *above = w->watched->top->parent;

	return above ? &w->queues[above->index].entry.heap : &w->roots;
}

/* The heap from which the walk goes on. */
static inline struct heap *first_heap(struct scenario_walk *w)
{
	return w->within ? &w->within->entry.heap : &w->roots;
}

/* The first queue may have any key; the others are heaps. */
static inline bool others_are_heaps(struct scenario_walk *w, const struct heap *h)
{
	for (int i = 3; i < h->n; i++)
		if (queue_before(w, h->items[i], h->items[(i - 1) / 2]))
			return false;
	return true;
}

/* By index: the greatest requests of this job and those behind it. */
static inline void walk_find_most(struct walk_request *most, const struct walk_job *jobs, int n)
{
	for (int i = n - 1; i >= 0; i--)
		for (int k = 0; k < 3; k++)
			most[i].of[k] = i + 1 < n && most[i + 1].of[k] > jobs[i].request[k]
				? most[i + 1].of[k]
				: jobs[i].request[k];
}

/* ---- one queue ---- */

static inline void clear_queue(struct walk_queue *q)
{
	q->entry.linked = q->entry.dirty = q->entry.empty = q->has_key = q->busy = false;
	q->left_out = false;
	q->entry.is_leaf = !q->queue->n_children;
	q->entry.heap.n = q->fixed.next = q->left = 0;
	q->rival = NULL;
	q->fixed.next_twin = INT_MAX;
	q->fixed.pushed = q->fixed.n_records;
	q->others = no_jobs;
}

/* The index of the first fixed job from `from` on that is the twin of one of the scenario's jobs;
 * INT_MAX: none is. */
static inline int find_twin(const struct walk_queue *q, int from)
{
	int first = INT_MAX;

	for (int i = 0; i < q->others.n; i++) {
		int twin = q->others.jobs[i].twin - 1;

		first = twin >= from && twin < first ? twin : first;
	}
	return first;
}

static inline void pass_over_twins(struct walk_queue *q)
{
	while ((q->fixed.next_twin = find_twin(q, q->fixed.next)) == q->fixed.next)
		q->fixed.next++;
}

static inline void choose_next(struct walk_queue *q)
{
	const struct walk_job *fixed, *other;

	if (q->fixed.next_twin <= q->fixed.next)
		pass_over_twins(q);
	fixed = next_of(&q->fixed);
	other = next_of(&q->others);
	q->fixed_next = fixed_goes_first(q, fixed, other);
	q->entry.empty = !fixed && !other;
}

#endif
