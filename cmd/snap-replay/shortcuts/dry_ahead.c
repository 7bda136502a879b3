#include "shortcuts/dry_ahead.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "common/grow.h"
#include "common/mem.h"
#include "model/bits.h"
#include "shortcuts/known_failures.h"
#include "shortcuts/shortcuts.h"
#include "solvers/searches.h"

/* WORTH: in a search with fewer dry runs the thread is not waked. WAKE: it sleeps until so many dry
 * runs are due, or the search waits for one. */
enum { WINDOW = 64, WAKE = 4, WORTH = 32, STACK = 1 << 20, DEPTH_MOST = 1000 };

struct due { /* a place in the window */
	struct assumed assumed;
	struct dry_run *of;
	struct dry_input in;
	struct dry_result result;
	bool over; /* guarded by lock: result is set */
	/* What the search had counted before it, and how many failed scenarios it knew. */
	struct search_counts counts;
	size_t n_failed;
	/* Memory of in and assumed. */
	uint64_t *chosen, *must, *stale, *usable;
	double *spare;
	int cap_chosen, cap_must, cap_stale, cap_usable, cap_spare;
};
struct dry_ahead {
	struct due *window; /* scenario number i is at i % WINDOW */
	/* Of the search's thread. */
	long first;                  /* number of the first one that was not settled */
	long n;                      /* number of the next one */
	struct search_counts before; /* those of the search before the present simulation */
	int runs;                    /* due in this search */
	pthread_t thread;
	enum { NOT_STARTED, RUNS, REFUSED } state;
	/* Guarded by lock. Of the numbers from next to end - 1 the dry run is due, and nobody makes
	 * it: the second thread takes the first one, the search, while it waits, the last one. */
	pthread_mutex_t lock;
	pthread_cond_t work, progress;
	long next, end;
	bool asleep, waited_for, paused, running, quits;
};

struct dry_ahead *dry_ahead_new(void)
{
	struct dry_ahead *d = xcalloc(1, sizeof *d);

	d->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	d->work = d->progress = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
	return d;
}

/* ---- the second thread ---- */

static void tell_progress(struct dry_ahead *d)
{
	if (d->waited_for)
		pthread_cond_signal(&d->progress);
}

/* The lock is held. False: it is to end. */
static bool wait_for_work(struct dry_ahead *d)
{
	while ((d->next == d->end || d->paused) && !d->quits) {
		d->asleep = true;
		pthread_cond_wait(&d->work, &d->lock);
	}
	d->asleep = false;
	return !d->quits;
}

/* The lock is held before and afterwards. */
static void run(struct dry_ahead *d, struct due *one, struct dry_lane *lane)
{
	pthread_mutex_unlock(&d->lock);
	one->result = dry_lane_run(lane, &one->in);
	pthread_mutex_lock(&d->lock);
	one->over = true;
}

static void *make_dry_runs(void *of)
{
	struct dry_ahead *d = of;

	pthread_mutex_lock(&d->lock);
	while (wait_for_work(d)) {
		struct due *one = &d->window[d->next++ % WINDOW];

		d->running = true;
		run(d, one, one->of->second);
		d->running = false;
		tell_progress(d);
	}
	pthread_mutex_unlock(&d->lock);
	return NULL;
}

/* A walk over deeper queues needs more than the thread's stack. */
static bool is_deep(const struct cluster *c)
{
	for (int i = 0; i < c->n_queues; i++) {
		int depth = 0;

		for (const struct queue *q = c->queues[i]; q; q = q->parent)
			if (depth++ == DEPTH_MOST)
				return true;
	}
	return false;
}

/* All but those that the thread itself causes. */
static sigset_t signals(void)
{
	static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
	sigset_t set;

	sigfillset(&set);
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		sigdelset(&set, own[i]);
	return set;
}

/* Signals go to the first thread. The stack is small, because it counts as memory that the program
 * needs (--max-memory). */
static bool create(struct dry_ahead *d)
{
	sigset_t blocked = signals(), before;
	pthread_attr_t small;
	bool created;

	if (pthread_attr_init(&small))
		return false;
	pthread_attr_setstacksize(&small, STACK);
	pthread_sigmask(SIG_BLOCK, &blocked, &before);
	created = !pthread_create(&d->thread, &small, make_dry_runs, d);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&small);
	return created;
}

static void start(struct dry_ahead *d, const struct cluster *c)
{
	d->window = xcalloc(WINDOW, sizeof *d->window);
	d->state = !is_deep(c) && create(d) ? RUNS : REFUSED;
}

static void stop(struct dry_ahead *d)
{
	pthread_mutex_lock(&d->lock);
	d->quits = true;
	pthread_cond_signal(&d->work);
	pthread_mutex_unlock(&d->lock);
	pthread_join(d->thread, NULL);
}

void dry_ahead_free(struct dry_ahead *d)
{
	if (d->state == RUNS)
		stop(d);
	for (int i = 0; i < WINDOW && d->window; i++) {
		free(d->window[i].chosen);
		free(d->window[i].must);
		free(d->window[i].stale);
		free(d->window[i].usable);
		free(d->window[i].spare);
		free(d->window[i].assumed.proposal.potential.items);
	}
	free(d->window);
	free(d);
}

/* ---- what is assumed ---- */

/* Nothing but its decisions and counts tells of a search. */
static bool may_assume(const struct search *q)
{
	const struct session *s = q->session;

	return s->searches->threads > 1 && !s->exhaustive && !s->trace.tracer &&
		s->log.verbosity < 0 && s->searches->budget.mode == BUDGET_OFF &&
		!s->c->dice.thrown;
}

bool dry_ahead_serves(struct dry_ahead *d, const struct search *q)
{
	if (!may_assume(q) || (d->runs++ < WORTH && !q->session->searches->always_ahead))
		return false;
	if (d->state == NOT_STARTED)
		start(d, q->session->c);
	return d->state == RUNS && d->n - d->first < WINDOW;
}

void dry_ahead_search_ends(struct dry_ahead *d)
{
	d->runs = 0;
}

#define COPY(to, cap, from, n) \
	do { \
		ARRAY_RESERVE(to, n, cap); \
		if (n) \
			memcpy(to, from, (size_t)(n) * sizeof *(to)); \
	} while (0)

static void copy_input(struct due *one, const struct dry_input *in, int n_nodes)
{
	COPY(one->chosen, one->cap_chosen, in->chosen, one->of->blocks);
	if (in->must)
		COPY(one->must, one->cap_must, in->must, one->of->blocks);
	if (in->stale)
		COPY(one->stale, one->cap_stale, in->stale, one->of->blocks);
	COPY(one->usable, one->cap_usable, in->usable, bit_blocks(n_nodes));
	COPY(one->spare, one->cap_spare, in->spare, in->n_slots);
	one->in = *in;
	one->in.chosen = one->chosen;
	one->in.must = in->must ? one->must : NULL;
	one->in.stale = in->stale ? one->stale : NULL;
	one->in.usable = one->usable;
	one->in.spare = one->spare;
}

static void copy_proposal(struct assumed *a, const struct proposal *p)
{
	struct batches kept = a->proposal.potential;

	COPY(kept.items, kept.cap, p->potential.items, p->potential.n);
	a->proposal = *p;
	a->proposal.potential.items = kept.items;
	a->proposal.potential.cap = kept.cap;
	a->proposal.among = NULL;
	a->proposal.numbers = NULL;
	a->proposal.by_job = NULL;
	a->proposal.distinct = false;
}

void dry_ahead_assume(struct dry_ahead *d, struct search *q, struct dry_run *r,
	const struct dry_input *in, const struct proposal *p)
{
	struct due *one = &d->window[d->n++ % WINDOW];

	dry_run_make_second(q, r);
	one->of = r;
	one->over = false;
	one->counts = q->counts;
	one->n_failed = q->failed.n;
	copy_input(one, in, q->session->c->n_nodes);
	copy_proposal(&one->assumed, p);
	one->assumed.usable = one->usable;
	pthread_mutex_lock(&d->lock);
	if (d->next == d->end) /* the search may have made the last ones */
		d->next = d->n - 1;
	d->end = d->n;
	if (d->asleep && d->end - d->next >= WAKE)
		pthread_cond_signal(&d->work);
	pthread_mutex_unlock(&d->lock);
}

bool dry_ahead_is_empty(const struct dry_ahead *d)
{
	return d->first == d->n;
}

/* ---- what becomes of it ---- */

/* The lock is held. Makes a dry run that is due, or waits for the second thread. */
static void help(struct dry_ahead *d)
{
	struct due *last = &d->window[(d->end - 1) % WINDOW];

	if (d->next < d->end) {
		pthread_cond_signal(&d->work);
		d->end--;
		run(d, last, last->of->lane);
		return;
	}
	d->waited_for = true;
	pthread_cond_wait(&d->progress, &d->lock);
	d->waited_for = false;
}

/* True: the first dry run that was not settled is over. waits: helps until it is. */
static bool is_over(struct dry_ahead *d, bool waits)
{
	const struct due *first = &d->window[d->first % WINDOW];
	bool over;

	pthread_mutex_lock(&d->lock);
	while (waits && !first->over)
		help(d);
	over = first->over;
	pthread_mutex_unlock(&d->lock);
	return over;
}

static void pause_runs(struct dry_ahead *d)
{
	pthread_mutex_lock(&d->lock);
	d->paused = d->waited_for = true;
	while (d->running)
		pthread_cond_wait(&d->progress, &d->lock);
	d->waited_for = false;
	pthread_mutex_unlock(&d->lock);
}

static void resume_runs(struct dry_ahead *d)
{
	pthread_mutex_lock(&d->lock);
	d->paused = false;
	if (d->asleep && d->end > d->next)
		pthread_cond_signal(&d->work);
	pthread_mutex_unlock(&d->lock);
}

/* The scenario was counted as one that fails in its dry run: in the counts now, and in those kept
 * with the scenarios behind it. */
static void count_anew(struct dry_ahead *d, struct search *q)
{
	q->counts.bounds[INFEASIBLE_DRY_RUN]--;
	for (long i = d->first; i < d->n; i++)
		d->window[i % WINDOW].counts.bounds[INFEASIBLE_DRY_RUN]--;
}

const struct assumed *dry_ahead_settle(struct dry_ahead *d, struct search *q, bool all)
{
	while (d->first < d->n && is_over(d, all)) {
		struct due *one = &d->window[d->first++ % WINDOW];

		shortcuts_of(q)->turn.differs |= one->result.differs;
		if (one->result.by_turn)
			known_failures_add(shortcuts_of(q)->failures, &one->in, one->result.hidden);
		if (one->result.fails && !one->result.unordered)
			continue;
		pause_runs(d);
		count_anew(d, q);
		d->before = q->counts;
		return &one->assumed;
	}
	return NULL;
}

static void empty(struct dry_ahead *d)
{
	pthread_mutex_lock(&d->lock);
	d->next = d->end = d->first = d->n;
	pthread_mutex_unlock(&d->lock);
}

void dry_ahead_settled(struct dry_ahead *d, struct search *q, bool solved)
{
	const struct due *one = &d->window[(d->first - 1) % WINDOW];
	struct search_counts made = q->counts; /* by the simulation */

	search_counts_add(&made, &d->before, -1);
	for (long i = d->first; i < d->n; i++)
		search_counts_add(&d->window[i % WINDOW].counts, &made, 1);
	if (solved) {
		q->counts = one->counts;
		search_counts_add(&q->counts, &made, 1);
		visited_keep(&q->failed, one->n_failed);
		empty(d);
	}
	resume_runs(d);
}
