/* Dry runs ahead; see dry_ahead.h. The tasks are a queue in a ring: those that were not asked for
 * yet, oldest first. The oldest ones are done or running, the others wait. */
#include "shortcuts/dry_ahead.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "common/mem.h"
#include "session/bits.h"
#include "shortcuts/scout.h"
#include "shortcuts/turn_bound.h"
#include "solvers/searches.h"

enum { TASKS_PER_THREAD = 8, STACK = 256 * 1024 };
enum task_state { TASK_WAITS, TASK_RUNS, TASK_DONE };
struct dry_task {
	enum task_state state;
	uint64_t *chosen;
	double *spare;
	int n_victim_jobs;
	struct dry_result result;
};
struct worker {
	struct dry_ahead *ahead;
	struct dry_lane *lane; /* in the search's arena */
	pthread_t thread;
};
struct dry_ahead {
	/* Of the main thread; constant while a task runs. */
	struct worker *workers;
	int n_workers;
	struct scout *scout;
	const struct dry_run *run; /* that the lanes are copies of; NULL: no task is valid */
	struct search *search;     /* whose arena has the lanes; NULL: there are none */
	uint64_t *nodes, *usable;  /* as in dry_input, of all tasks */
	int *slots, n_slots, node_blocks;
	/* Under the lock. */
	pthread_mutex_t lock;
	pthread_cond_t more, done; /* a task waits, or stop; a task is done */
	struct dry_task *ring;
	unsigned cap, first, next, end; /* task i is ring[i % cap]; next: the first that waits */
	int running;                    /* tasks that workers run */
	bool stop;
};

static struct dry_task *task_at(const struct dry_ahead *a, unsigned i)
{
	return &a->ring[i % a->cap];
}

static struct dry_input input_of(const struct dry_ahead *a, const struct dry_task *t)
{
	return (struct dry_input){.chosen = t->chosen,
		.n_victim_jobs = t->n_victim_jobs,
		.nodes = a->nodes,
		.usable = a->usable,
		.spare = t->spare,
		.slots = a->slots,
		.n_slots = a->n_slots};
}

static struct dry_result run(
	const struct dry_ahead *a, struct dry_lane *lane, const struct dry_task *t)
{
	const struct dry_input in = input_of(a, t);

	return dry_lane_run(lane, &in);
}

/* Runs the oldest task that waits. Call it with the lock, which is released meanwhile. */
static void run_next(struct dry_ahead *a, struct dry_lane *lane)
{
	struct dry_task *t = task_at(a, a->next++);
	struct dry_result result;

	t->state = TASK_RUNS;
	pthread_mutex_unlock(&a->lock);
	result = run(a, lane, t);
	pthread_mutex_lock(&a->lock);
	t->result = result;
	t->state = TASK_DONE;
}

static void *work(void *of)
{
	struct worker *w = of;
	struct dry_ahead *a = w->ahead;

	pthread_mutex_lock(&a->lock);
	while (!a->stop) {
		if (a->next == a->end) {
			pthread_cond_wait(&a->more, &a->lock);
			continue;
		}
		a->running++;
		run_next(a, w->lane);
		a->running--;
		pthread_cond_signal(&a->done);
	}
	pthread_mutex_unlock(&a->lock);
	return NULL;
}

/* ---- begin and end ---- */

/* Where the system refuses a thread, the others do the work. */
static void start_workers(struct dry_ahead *a, int n)
{
	pthread_attr_t small;
	sigset_t all, before;

	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, STACK);
	sigfillset(&all); /* signals are the main thread's */
	pthread_sigmask(SIG_SETMASK, &all, &before);
	for (int i = 0; i < n; i++) {
		struct worker *w = &a->workers[a->n_workers];

		w->ahead = a;
		if (pthread_create(&w->thread, &small, work, w) != 0)
			break;
		a->n_workers++;
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&small);
}

static struct dry_ahead *dry_ahead_new(const struct session *s)
{
	struct dry_ahead *a = xcalloc(1, sizeof *a);
	int threads = s->searches->threads, slots = s->c->slots.count;

	a->cap = (unsigned)threads * TASKS_PER_THREAD;
	a->ring = xcalloc(a->cap, sizeof *a->ring);
	for (unsigned i = 0; i < a->cap; i++) {
		a->ring[i].chosen =
			xcalloc((size_t)bit_blocks(s->c->n_jobs), sizeof *a->ring[i].chosen);
		a->ring[i].spare = xcalloc((size_t)slots, sizeof *a->ring[i].spare);
	}
	a->node_blocks = bit_blocks(s->c->n_nodes);
	a->nodes = xcalloc((size_t)a->node_blocks, sizeof *a->nodes);
	a->usable = xcalloc((size_t)a->node_blocks, sizeof *a->usable);
	a->slots = xcalloc((size_t)slots, sizeof *a->slots);
	pthread_mutex_init(&a->lock, NULL);
	pthread_cond_init(&a->more, NULL);
	pthread_cond_init(&a->done, NULL);
	a->workers = xcalloc((size_t)threads, sizeof *a->workers);
	start_workers(a, threads - 1);
	return a;
}

void dry_ahead_forget(struct dry_ahead *a)
{
	if (!a)
		return;
	pthread_mutex_lock(&a->lock);
	a->next = a->end;
	while (a->running)
		pthread_cond_wait(&a->done, &a->lock);
	a->first = a->end;
	pthread_mutex_unlock(&a->lock);
	scout_free(a->scout);
	a->scout = NULL;
	a->run = NULL;
}

void dry_ahead_search_ends(struct dry_ahead *a)
{
	dry_ahead_forget(a);
	if (a)
		a->search = NULL;
}

void dry_ahead_free(struct dry_ahead *a)
{
	if (!a)
		return;
	dry_ahead_forget(a);
	pthread_mutex_lock(&a->lock);
	a->stop = true;
	pthread_cond_broadcast(&a->more);
	pthread_mutex_unlock(&a->lock);
	for (int i = 0; i < a->n_workers; i++)
		pthread_join(a->workers[i].thread, NULL);
	pthread_cond_destroy(&a->more);
	pthread_cond_destroy(&a->done);
	pthread_mutex_destroy(&a->lock);
	for (unsigned i = 0; i < a->cap; i++) {
		free(a->ring[i].chosen);
		free(a->ring[i].spare);
	}
	free(a->ring);
	free(a->nodes);
	free(a->usable);
	free(a->slots);
	free(a->workers);
	free(a);
}

/* ---- tasks ---- */

static bool same_input(
	const struct dry_ahead *a, const struct dry_run *r, const struct dry_input *in)
{
	size_t nodes = (size_t)a->node_blocks * sizeof *a->nodes;

	return a->run == r && memcmp(a->nodes, in->nodes, nodes) == 0 &&
		memcmp(a->usable, in->usable, nodes) == 0;
}

/* Prepares for tasks with the input's nodes and slots. */
static void begin(
	struct dry_ahead *a, struct search *q, const struct dry_run *r, const struct dry_input *in)
{
	dry_ahead_forget(a);
	for (int i = 0; i < a->n_workers; i++) {
		if (a->search != q)
			a->workers[i].lane = dry_lane_new(q, r);
		dry_lane_copy(a->workers[i].lane, r->lane, q);
	}
	a->search = q;
	a->run = r;
	memcpy(a->nodes, in->nodes, (size_t)a->node_blocks * sizeof *a->nodes);
	memcpy(a->usable, in->usable, (size_t)a->node_blocks * sizeof *a->usable);
	memcpy(a->slots, in->slots, (size_t)in->n_slots * sizeof *a->slots);
	a->n_slots = in->n_slots;
}

/* The task at the end of the queue becomes the dry run of p. False: p gets none, or is known to
 * fail. */
static bool prepare_task(struct dry_ahead *a, struct search *q, struct bounds *f,
	const struct proposal *p, const double *spare)
{
	struct dry_task *t = task_at(a, a->end);

	struct dry_input in;

	memcpy(t->spare, spare, (size_t)a->n_slots * sizeof *t->spare);
	t->state = TASK_WAITS;
	if (!dry_run_scenario(q, f, f->dry_run, p, t->chosen, &t->n_victim_jobs))
		return false;
	in = input_of(a, t);
	return !turn_bound_refutes(f->dry_run->turns, &in);
}

/* Fills the ring, unless half of it is full. Only the main thread moves first and end. */
static void look_ahead(
	struct dry_ahead *a, struct search *q, struct bounds *f, const struct probe_nodes *nodes)
{
	const struct proposal *p;

	if (a->end - a->first > a->cap / 2)
		return;
	if (!a->scout)
		a->scout = scout_new(q);
	scout_begin(a->scout, f, nodes);
	while (a->end - a->first < a->cap && (p = scout_next(a->scout))) {
		if (!prepare_task(a, q, f, p, scout_spare(a->scout)))
			continue;
		pthread_mutex_lock(&a->lock);
		a->end++;
		pthread_cond_signal(&a->more);
		pthread_mutex_unlock(&a->lock);
	}
}

static bool is_task(const struct dry_ahead *a, const struct dry_task *t, const struct dry_run *r,
	const struct dry_input *in)
{
	return t->n_victim_jobs == in->n_victim_jobs &&
		memcmp(t->spare, in->spare, (size_t)a->n_slots * sizeof *t->spare) == 0 &&
		memcmp(t->chosen, in->chosen, (size_t)r->blocks * sizeof *t->chosen) == 0;
}

/* Drops the tasks before i, once they do not run any more. Call it with the lock. */
static void drop_before(struct dry_ahead *a, unsigned i)
{
	for (; a->first != i; a->first++) {
		if (a->next == a->first)
			a->next++;
		while (task_at(a, a->first)->state == TASK_RUNS)
			pthread_cond_wait(&a->done, &a->lock);
	}
}

/* Until the task is done, the main thread helps with those that wait. */
static struct dry_result take(struct dry_ahead *a, struct dry_lane *lane, unsigned i)
{
	struct dry_task *t = task_at(a, i);

	pthread_mutex_lock(&a->lock);
	drop_before(a, i);
	while (t->state != TASK_DONE)
		if (a->next != a->end)
			run_next(a, lane);
		else
			pthread_cond_wait(&a->done, &a->lock);
	a->first++;
	pthread_mutex_unlock(&a->lock);
	return t->result;
}

static void drop_oldest(struct dry_ahead *a)
{
	pthread_mutex_lock(&a->lock);
	if (a->first != a->end)
		drop_before(a, a->first + 1);
	pthread_mutex_unlock(&a->lock);
}

bool dry_ahead_result(struct search *q, struct bounds *f, const struct dry_input *in,
	const struct probe_nodes *nodes, struct dry_result *result)
{
	struct shortcuts *m = shortcuts_of(q);
	struct dry_ahead *a;

	if (q->session->searches->threads < 2 || !m->picks)
		return false;
	if (!m->ahead)
		m->ahead = dry_ahead_new(q->session);
	a = m->ahead;
	if (!same_input(a, f->dry_run, in))
		begin(a, q, f->dry_run, in);
	look_ahead(a, q, f, nodes);
	for (unsigned i = a->first; i != a->end; i++)
		if (is_task(a, task_at(a, i), f->dry_run, in)) {
			*result = take(a, f->dry_run->lane, i);
			return true;
		}
	drop_oldest(a);
	return false;
}
