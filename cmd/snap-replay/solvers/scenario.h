/* Scenarios, and what the files of the search share. */
#ifndef SNAP_SCENARIO_H
#define SNAP_SCENARIO_H
#include "solvers/search.h"

enum scenario_end {
	SCENARIO_SEEN,      /* it was a duplicate */
	SCENARIO_SKIPPED,   /* a bound proves that it fails */
	SCENARIO_EMPTY,     /* it had no victim, or one that cannot be evicted */
	SCENARIO_NO_PLACE,  /* the preemptor found none */
	SCENARIO_REFUSED,   /* by the validators */
	SCENARIO_CUT_SHORT, /* fails_already */
	SCENARIO_SOLVED,
};
static inline uint64_t hash_mix(uint64_t x)
{
	x += UINT64_C(0x9e3779b97f4a7c15);
	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

/* One probe's set of nodes, by node index. */
struct probe_nodes {
	bool *in;
	uint64_t *bits; /* the same */
	int n;
};

struct batch {           /* tasks of one victim job that entered a scenario together */
	struct job *job; /* of the session */
	struct task **tasks;
	int n, job_index; /* job->index: reading it here saves a look into the job */
	uint64_t hash;    /* of the tasks, in any order: tasks_hash */
};
struct batches {
	struct batch *items;
	int n, cap;
	int n_tasks;   /* of all */
	uint64_t hash; /* the sum of theirs */
};
struct proposal {
	struct job *preemptor; /* partial clone */
	struct task_list pending;
	struct batches recorded, potential;
	bool repeat; /* set by questions.next_pick; potential may then be empty */
};

void batches_add(struct search *q, struct batches *b, struct batch one);

/* solvers/partial_job.c */
struct job *partial_job(struct search *q, struct job *j, struct task *const *part, int n);
/* A clone of j (session's job or clone) in the arena, with the given tasks, minimums kept. */
struct job *clone_job(
	const struct session *s, struct arena *a, struct job *j, struct task *const *tasks, int n);

/* solvers/accumulator.c: grows one scenario batch by batch. */
struct accumulator;
struct accumulator *accumulator_new(struct search *q, struct job *preemptor,
	const struct batches *recorded, struct job_list victims, const struct probe_nodes *nodes);
/* The next state that the filters accept; NULL: none. The next call changes it. advance: with at
 * least one batch more than now. */
struct proposal *accumulator_next(struct accumulator *a, bool advance);
void accumulator_free(struct accumulator *a);

/* solvers/filters.c */
struct filters;
struct filters *filters_new(
	struct search *q, const struct proposal *p, const struct probe_nodes *nodes);
bool filters_accept(struct filters *f, const struct proposal *p);
double task_need(const struct task *t);  /* GPUs requested; 0 for a gpu-memory request */
double task_freed(const struct task *t); /* GPUs held on its node */
double node_avail(const struct session *s, const struct node *n);
bool filters_greedy(const double *required, int n_required, const double *holders,
	int n_holders); /* both descending */

/* Generators: build makes the state of one probe. next returns a proposal, valid until the next
 * call, or NULL after the last. */
struct generator {
	const char *name;
	void *(*build)(struct search *q, struct job *preemptor, const struct batches *recorded,
		const struct probe_nodes *nodes);
	struct proposal *(*next)(void *state);
	void (*free)(void *state);
};
extern const struct generator node_local_greedy, multi_node_gang;

/* solvers/simulate.c */
struct solution {
	struct task_list victims; /* gone, then moved */
	struct batches batches;   /* what the next probe records */
	struct node **nodes;      /* of victims, before the evictions */
};
void simulation_room_free(struct search *q);
/* Solved: q->statement is open, victims and batches are in the arena, and nodes keep what was
 * added. may_end_early: fails_already is called. */
enum scenario_end simulate(struct search *q, const struct proposal *p, struct probe_nodes *nodes,
	bool may_end_early, struct solution *out);
/* The jobs that take their turn in a simulation, in the order of their turns: those of the session
 * with a Pending task, the victims' jobs, and the preemptor in place of its original. */
struct walk *simulation_walk(struct search *q, const struct scenario *s);
/* True: the job is the preemptor, or a victim's, of the scenario that is simulated. */
bool simulation_involves(const struct search *q, const struct scenario *s, const struct job *j);

/* solvers/visited.c: the scenarios of this search that failed. tasks_hash does not depend on the
 * order of the tasks. */
uint64_t tasks_hash(struct task *const *tasks, int n);
bool visited_has(struct search *q, const struct proposal *p);
void visited_add(struct search *q, const struct proposal *p);
void visited_free(struct visited *set);

#endif
