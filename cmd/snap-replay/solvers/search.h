/* The scenario search: a set of victims that makes room for one pending job (rules/04 4). Actions
 * ask; nothing else does.
 *
 * solver.c probes with 1, 2, 4, ... tasks of the unit and each generator; a generator
 * (node_local_greedy.c, multi_node_gang.c) takes victims (victim_walk.c) into its accumulator
 * (accumulator.c), which filters (filters.c) judge; simulate.c tries one scenario on the session.
 */
#ifndef SNAP_SEARCH_H
#define SNAP_SEARCH_H
#include "session/place/placement.h"
#include "session/walk/queue_walk.h"
#include "solvers/budget.h"
#include "session/units.h"

enum search_reason {
	SEARCH_SOLVED,
	SEARCH_EXHAUSTED,
	SEARCH_NO_GENERATOR,
	SEARCH_DEADLINE,
	SEARCH_NOT_ATTEMPTED
};

/* How a scenario, or a whole probe, is known to fail without simulating it (questions.h). */
enum bound {
	BOUND_NONE,
	INFEASIBLE_CAPACITY,
	INFEASIBLE_PACKING,
	INFEASIBLE_PROTECTED,
	INFEASIBLE_DRY_RUN,
	INFEASIBLE_EARLY, /* known in the middle of its simulation */
	INFEASIBLE_PROBE, /* whole probes: no scenario of it was proposed, */
	DEFICIT_PROBE,    /* or only those that could make up for the deficit */
	BOUNDS
};
enum scenario_end {
	SCENARIO_SEEN,      /* it was a duplicate */
	SCENARIO_SKIPPED,   /* a bound said that it fails */
	SCENARIO_EMPTY,     /* it had no victim, or one that cannot be evicted */
	SCENARIO_NO_PLACE,  /* the preemptor found none */
	SCENARIO_REFUSED,   /* by the validators */
	SCENARIO_CUT_SHORT, /* fails_already */
	SCENARIO_SOLVED,
};
/* What may become of a victim in a scenario that is accepted. */
enum victim_fate { MAY_GO, MUST_RETURN, UNTOUCHABLE };

enum filter { FILTER_NODE_AFFINITIES, FILTER_TOPOLOGY_GPUS, FILTER_IDLE_GPUS, FILTERS };
static inline uint64_t hash_mix(uint64_t x)
{
	x += UINT64_C(0x9e3779b97f4a7c15);
	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}
struct questions;
struct visited_scenario;
struct visited { /* a set; solvers/visited.c */
	struct visited_scenario *items;
	size_t n, cap;
	int *scratch, cap_scratch;
};
/* Memory of simulate.c, kept from one scenario to the next. */
struct simulation_room {
	int cap; /* of the next four */
	struct task **victims, **by_job;
	const struct batch **order;
	int cap_order;
	struct node **added;
	struct scenario_victims *groups;
	int *group_of; /* by job index; -1: no victim of this scenario */
	struct node **set;
};
struct search_counts {                        /* of one job's search */
	long proposed, duplicates, simulated; /* simulated: those without a bound */
	long bounds[BOUNDS];
	long preemptor_failed, refused; /* how simulations ended: no place for the preemptor; the
					   validators said no */
	long filtered[FILTERS]; /* states that a filter held back, so that they were not proposed */
};
struct generator_counts {
	const char *name;
	struct search_counts counts;
};
#define MAX_GENERATORS 8
struct search {
	/* in */
	struct session *session;
	struct job *job; /* pending, of the session */
	const char *action;
	bool *feasible; /* by node index; owned by the caller */
	bool (*validate)(struct search *q, const struct scenario *s);
	enum victim_fate (*fate)(struct search *q, struct job *preemptor,
		struct job *victim); /* as validate has it; NULL: all may go */
	struct job_list (*victims)(struct search *
			q); /* all jobs that may be, in this probe; valid until it is asked again */
	const struct walk_options *victim_walk;
	struct str (*eviction_text)(
		struct search *q, const struct task *victim); /* in the session's arena */
	struct action_budget *budget;
	const struct questions *questions; /* NULL: nobody is asked */
	void *memory;                      /* what action_begins returned */
	void *ctx;                         /* the action's own */
	/* out: when solved, an open statement with evictions and pipelines, which the action
	 * commits or forgets */
	struct statement statement;
	struct task_list victims_found; /* gone, then moved; in arena */
	struct search_counts counts;
	struct generator_counts generators[MAX_GENERATORS]; /* the same, apart */
	int n_generators;
	/* the search's own */
	struct arena arena; /* lives as long as the search of this job */
	struct simulation_room room;
	struct visited failed; /* scenarios that failed */
	uint64_t probes;       /* begun so far */
};

/* The answer; *ok false with SEARCH_SOLVED is the original's leak (rules/04 10): the
 * statement stays in effect and is lost. */
enum search_reason search_run(struct search *q, bool *ok);
void search_free(struct search *q); /* not the statement's effects */
/* What j wants placed. A copy: the job's own list is dropped, and its memory used again, while
 * scenarios are tried. */
struct task_list search_unit(struct search *q, struct job *j);

/* One probe's set of nodes, by node index. */
struct probe_nodes {
	bool *in;
	uint64_t *bits; /* the same */
	int n;
};

struct batch {           /* tasks of one victim job that entered a scenario together */
	struct job *job; /* of the session */
	struct task **tasks;
	int n, job_index; /* job->index, which is asked for when the job is not at hand */
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
	bool repeat; /* for is_repeat; potential may be left empty then */
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
/* The next accepted state, which keeps growing later; NULL: none. advance: at least one more batch
 * than now. */
struct proposal *accumulator_next(struct accumulator *a, bool advance);
void accumulator_free(struct accumulator *a);

/* solvers/filters.c */
struct filters;
struct filters *filters_new(
	struct search *q, const struct proposal *p, const struct probe_nodes *nodes);
bool filters_accept(struct filters *f, const struct proposal *p);
double task_need(const struct task *t);  /* GPUs asked for; 0 for a gpu-memory request */
double task_freed(const struct task *t); /* GPUs held on its node */
double node_avail(const struct session *s, const struct node *n);
bool filters_greedy(const double *required, int n_required, const double *holders,
	int n_holders); /* both descending */

/* Generators: one per probe. next returns NULL when there are no more; a proposal is valid until
 * the next call. */
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
 * added. may_end_early: fails_already is asked. */
enum scenario_end simulate(struct search *q, const struct proposal *p, struct probe_nodes *nodes,
	bool may_end_early, struct solution *out);
/* The jobs that take their turn in a simulation, in the order of their turns: those of the session
 * with a Pending task, the victims' jobs, and the preemptor in place of its original. */
struct walk *simulation_walk(struct search *q, const struct scenario *s);
/* Is it a job of the scenario's, the preemptor or one of victims? */
bool simulation_involves(const struct search *q, const struct scenario *s, const struct job *j);

/* solvers/visited.c: the proposals that are remembered as failed. */
uint64_t tasks_hash(struct task *const *tasks, int n);
bool visited_has(struct search *q, const struct proposal *p);
void visited_add(struct search *q, const struct proposal *p);
void visited_free(struct visited *set);

#endif
