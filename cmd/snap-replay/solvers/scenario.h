/* Scenarios, and what the files of the search share. Memory that a function returns is in the
 * search's arena, unless its comment says otherwise. */
#ifndef SNAP_SCENARIO_H
#define SNAP_SCENARIO_H
#include "model/bits.h"
#include "solvers/search.h"
#include "solvers/sum_digest.h"

enum scenario_end {         /* how a proposed scenario ended */
	SCENARIO_SEEN,      /* not simulated: the search has tried it before */
	SCENARIO_SKIPPED,   /* not simulated: a bound proves that it fails */
	SCENARIO_EMPTY,     /* it has no victim, or one that cannot be evicted */
	SCENARIO_NO_PLACE,  /* the preemptor found no place */
	SCENARIO_REFUSED,   /* a validator refused it */
	SCENARIO_CUT_SHORT, /* questions.fails_already stopped the simulation */
	SCENARIO_SOLVED,
	SCENARIO_LATE /* not simulated: one that was assumed to fail before is solved */
};

/* The nodes that a probe may place on. */
struct probe_nodes {
	bool *in;       /* by node index */
	uint64_t *bits; /* the same set as bits */
	int n;          /* the number of nodes of the cluster */
};

struct batch {           /* tasks of one victim job that entered a scenario together */
	struct job *job; /* the session's job, not a clone */
	struct task **tasks;
	int n, job_index;         /* job_index: job->index, kept here to save a cache miss */
	struct sum_digest digest; /* of the tasks */
	/* Of a recorded batch: by task, the copy's memory of claims (solvers/recorded_claims.h).
	 * NULL: the tasks have no claims, or are no copies. */
	const struct task_claims **claims;
};
struct batches {
	struct batch *items;
	int n, cap;
	int n_tasks;              /* the sum over the batches */
	struct sum_digest digest; /* the same */
};
struct proposal {                 /* a scenario to be simulated, or that of an accumulator */
	struct job *preemptor;    /* the partial job of the probe */
	struct task_list pending; /* the preemptor's unit */
	struct batches recorded, potential;
	/* NULL: not known. Else potential has the batches of this list whose numbers are set in
	 * numbers; the list is of the accumulator of the probe. */
	const struct batches *among;
	const uint64_t *numbers;
	const struct batches_by_job *by_job; /* of among (shortcuts/batches_by_job.h); or NULL */
	int pick;    /* of a pick: its number in its state, from 0; of others 0 */
	bool repeat; /* the probe proposed it before; false: unknown */
	/* A pick that is given by among and numbers: of potential, all is set but items, which is
	 * NULL (prefix_picks.h). */
	bool unlisted;
	/* None of its potential batches has a task that stands twice in it, in an earlier batch of
	 * among, or in a recorded one. false: unknown. */
	bool distinct;
};
/* The potential batches of p, which may be unlisted, in any order: the next one; NULL: none is
 * left. *at: 0 for the first one. */
static inline const struct batch *next_potential(const struct proposal *p, int *at)
{
	const struct batches *list = p->among ? p->among : &p->potential;
	int i = p->among ? bit_next(p->numbers, *at, list->n) : *at;

	*at = i + 1;
	return i < list->n ? &list->items[i] : NULL;
}

/* Appends a batch, whose tasks are not copied. */
void batches_add(struct search *q, struct batches *b, struct batch one);
/* True: a batch is of the job. */
static inline bool batches_have_job(const struct batches *b, const struct job *j)
{
	for (int i = 0; i < b->n; i++)
		if (b->items[i].job == j)
			return true;
	return false;
}

/* solvers/partial_job.c. The partial job (rules/04 5): a clone of j with its active allocated tasks
 * and the n tasks of part, with smaller minimums where tasks are missing. */
struct job *partial_job(struct search *q, struct job *j, struct task *const *part, int n);
/* A clone of j, in the arena, with the given tasks and j's minimums. j may be a clone itself. */
struct job *clone_job(
	const struct session *s, struct arena *a, struct job *j, struct task *const *tasks, int n);

/* solvers/accumulator.c: grows one scenario batch by batch (rules/04 6). */
struct accumulator;
struct accumulator *accumulator_new(struct search *q, struct job *preemptor,
	const struct batches *recorded, struct job_list victims, const struct probe_nodes *nodes);
/* Grows the scenario until the filters accept it; NULL: no victims are left. The same object each
 * time: the next call changes it. advance false, for the first call: the scenario without potential
 * victims may be returned. */
struct proposal *accumulator_next(struct accumulator *a, bool advance);
void accumulator_free(struct accumulator *a);

/* solvers/filters.c (rules/04 7). p is the accumulator's scenario, which only grows. */
struct filters;
struct filters *filters_new(
	struct search *q, const struct proposal *p, const struct probe_nodes *nodes);
bool filters_accept(struct filters *f, const struct proposal *p);
/* All three in GPUs, fractions included. */
double task_need(const struct task *t);  /* what the task requests; 0 for a gpu-memory request */
double task_freed(const struct task *t); /* what the task holds on its node */
double node_avail(const struct session *s, const struct node *n); /* idle and releasing */
/* True: each requirement finds a holder, in the greedy way of rules/04 7.4. Both lists descend. */
bool filters_greedy(const double *required, int n_required, const double *holders, int n_holders);

/* A generator (rules/04 8). build makes its state for one probe. next returns a proposal, valid
 * until the next call, or NULL after the last. */
struct generator {
	const char *name;
	void *(*build)(struct search *q, struct job *preemptor, const struct batches *recorded,
		const struct probe_nodes *nodes);
	struct proposal *(*next)(void *state);
	void (*free)(void *state);
};
extern const struct generator node_local_greedy, multi_node_gang;
/* For NodeLocalGreedy: the index of the task's node; the number of nodes if it is outside the
 * session. */
int victim_node(const struct search *q, const struct task *t);

/* solvers/simulate.c */
struct solution {
	struct task_list victims; /* tasks that stay evicted, then tasks that were moved */
	struct batches batches;   /* the recorded victims of the next probe */
	struct node **nodes;      /* by index in victims: the node before the eviction */
};
void simulation_scratch_free(struct search *q);
/* Tries the scenario p on the session (rules/04 9). SCENARIO_SOLVED: *out is set, q->statement is
 * open, and *nodes has grown by the victims' nodes. Any other end: the simulation is undone.
 * may_end_early: call questions.fails_already. */
enum scenario_end simulate(struct search *q, const struct proposal *p, struct probe_nodes *nodes,
	bool may_end_early, struct solution *out);
/* A walk, which the caller frees, over the jobs of a simulation (rules/04 9.3): jobs with a Pending
 * task, the victims' jobs, and the preemptor in place of its original. */
struct walk *simulation_walk(struct search *q, const struct scenario *s);
/* True: j is the preemptor or a victim job of s, the scenario that is being simulated. */
bool simulation_involves(const struct search *q, const struct scenario *s, const struct job *j);

/* solvers/visited.c: search.failed, the scenarios of this search that failed. */
bool visited_has(const struct search *q, const struct proposal *p);
void visited_add(struct search *q, const struct proposal *p);
/* Forgets all but the first n that were added. */
void visited_keep(struct visited *set, size_t n);
void visited_free(struct visited *set);

#endif
