/* The scenario search: finds a set of victims that makes room for one pending job (rules/04 4).
 * Actions call it.
 *
 * solver.c runs probes for the first 1, 2, 4, ... tasks of the unit, generator by generator. The
 * generator's accumulator (accumulator.c) grows a scenario by victims (victim_walk.c). Whenever the
 * filters accept the scenario (filters.c), the generator (node_local_greedy.c, multi_node_gang.c)
 * proposes scenarios with all or some of these victims. simulate.c tries one proposal on the
 * session. scenario.h has what these files share; questions.h has the questions to the short cuts.
 */
#ifndef SNAP_SEARCH_H
#define SNAP_SEARCH_H
#include "session/place/placement.h"
#include "session/walk/queue_walk.h"
#include "solvers/budget.h"
#include "session/units.h"

enum search_reason {         /* why a search or a probe ended (rules/04 4) */
	SEARCH_SOLVED,       /* a scenario succeeded, and its statement is open */
	SEARCH_EXHAUSTED,    /* the unit is empty, or all generators are done or out of time */
	SEARCH_NO_GENERATOR, /* no plugin registered a generator */
	SEARCH_DEADLINE,     /* the job's time is over; the action ends */
	SEARCH_NOT_ATTEMPTED /* the same, before the first probe */
};

/* The proof that a scenario fails, or the answer to a whole probe; README.md has an index. */
enum bound {
	BOUND_NONE,
	INFEASIBLE_CAPACITY,
	INFEASIBLE_PACKING,
	INFEASIBLE_PROTECTED,
	INFEASIBLE_UNITS,
	INFEASIBLE_DRY_RUN,
	INFEASIBLE_UNFAIR,
	INFEASIBLE_EARLY, /* found while the simulation runs */
	INFEASIBLE_PROBE, /* no scenario of the probe is proposed, unless a victim is exempt */
	DEFICIT_PROBE,    /* only scenarios that can make up for the deficit are proposed */
	BOUNDS
};
/* What may at most happen to the pods of a victim job, if validate is to accept the scenario.
 * MAY_BE_LOST: they stay evicted. MUST_RETURN: they move. UNTOUCHABLE: nothing, not even an
 * eviction. */
enum victim_fate { MAY_BE_LOST, MUST_RETURN, UNTOUCHABLE };

enum filter { FILTER_NODE_AFFINITIES, FILTER_TOPOLOGY_GPUS, FILTER_IDLE_GPUS, FILTERS };
struct questions;
struct visited_scenario;
struct visited { /* a set of scenarios, a hash table; solvers/visited.c */
	struct visited_scenario *items;
	size_t n, cap; /* cap: 0 or a power of two */
};
/* Scratch memory of simulate.c, kept from one scenario to the next. */
struct simulation_scratch {
	int cap;                         /* of victims, by_job, added and groups */
	struct task **victims, **by_job; /* by_job: the victims sorted by job */
	const struct batch **order;      /* potential batches in random order */
	int cap_order;
	struct node **added; /* victims' nodes that were not in the probe's set */
	struct scenario_victims *groups;
	int *group_of;     /* by job index: the index of its entry in groups; -1: no victim job */
	struct node **set; /* the nodes of the simulation; capacity: all nodes */
};
struct search_counts {                        /* of one search, or of one generator in it */
	long proposed, duplicates, simulated; /* duplicates: proposals that were tried before */
	long bounds[BOUNDS];                  /* scenarios, or probes, to which a bound applied */
	/* Simulations in which the preemptor found no place, and those that a validator refused. */
	long preemptor_failed, refused;
	long filtered[FILTERS]; /* accumulated scenarios that the filter rejected */
};
struct generator_counts {
	const char *name;
	struct search_counts counts;
};
struct search {
	/* in: set by the action, which owns what is pointed to */
	struct session *session;
	struct job *job;    /* the session's pending job */
	const char *action; /* its name */
	bool *feasible;     /* by node index: nodes that every probe may use (rules/04 2) */
	/* True: the action accepts the simulated scenario (rules/04 9.5). */
	bool (*validate)(struct search *q, const struct scenario *s);
	/* Called before the victims of a simulation are evicted. NULL: nothing to be done. */
	void (*before_evictions)(struct search *q, struct task *const *victims, int n);
	/* What validate allows for a victim job, whatever the scenario. NULL: MAY_BE_LOST for all.
	 */
	enum victim_fate (*fate)(struct search *q, struct job *preemptor, struct job *victim);
	bool fate_by_queue; /* victim jobs of one queue have one fate, whatever the scenario */
	/* Hook reclaim_loss_room. NULL: nothing is known. */
	bool (*loss_room)(struct search *q, struct job *preemptor, struct job *victim,
		struct loss_room *room);
	/* Hook reclaim_refuses_gain. NULL: nothing is known. */
	bool (*refuses_gain)(struct search *q, struct job *preemptor, struct job *victim,
		const struct gain_losses *losses);
	/* The victim candidates of the present probe; valid until the next call. */
	struct job_list (*victims)(struct search *q);
	bool by_lot;                            /* they are drawn anew for each probe */
	const struct walk_options *victim_walk; /* for victim_walk_new */
	struct action_budget *budget;
	const struct questions *questions; /* NULL: no short cuts */
	void *memory;                      /* the result of questions.action_begins */
	void *ctx;                         /* for the action's functions */
	/* out */
	/* SEARCH_SOLVED: open, with the evictions and pipelines of the solution. */
	struct statement statement;
	/* SEARCH_SOLVED: the tasks that the solution evicts, then those that it moves; in arena. */
	struct task_list taken;
	struct search_counts counts;
	struct generator_counts generators[MAX_GENERATORS]; /* counts by generator that was tried */
	int n_generators;
	/* the search's own; all zero before search_run */
	struct arena arena; /* freed by search_free */
	struct simulation_scratch scratch;
	struct visited failed; /* scenarios that failed */
	uint64_t probes;       /* how many have begun */
};

/* Runs the search. *ok true: SEARCH_SOLVED, and the caller commits q->statement. *ok false with
 * SEARCH_SOLVED: a leak (rules/04 10); the caller leaves the statement in effect and forgets it. */
enum search_reason search_run(struct search *q, bool *ok);
/* Frees the memory of the search. Operations of the statement stay in effect. */
void search_free(struct search *q);
/* Adds sign times the counts of `more`. */
void search_counts_add(struct search_counts *c, const struct search_counts *more, int sign);
/* A copy of j's unit, in the arena: simulations overwrite the list of session_tasks_to_allocate. */
struct task_list search_unit(struct search *q, struct job *j);

#endif
