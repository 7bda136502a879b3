/* The scenario search: finds a set of victims that makes room for one pending job (rules/04 4).
 * Actions call it.
 *
 * solver.c runs probes for the first 1, 2, 4, ... tasks of the unit, generator by generator. A
 * generator (node_local_greedy.c, multi_node_gang.c) takes victims (victim_walk.c) into its
 * accumulator (accumulator.c), passes the states that the filters accept (filters.c), and proposes
 * scenarios. simulate.c tries one scenario on the session. What these files share is in scenario.h;
 * what they may ask of short cuts is in questions.h. */
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

/* Which proof says that a scenario, or a whole probe, fails (questions.h). ORDER bound: the names
 * in report/search_event.c have the same order. */
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
/* What may become of a victim in a scenario that is accepted. */
enum victim_fate { MAY_GO, MUST_RETURN, UNTOUCHABLE };

enum filter { FILTER_NODE_AFFINITIES, FILTER_TOPOLOGY_GPUS, FILTER_IDLE_GPUS, FILTERS };
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
	long proposed, duplicates, simulated; /* simulated: those that no bound excluded */
	long bounds[BOUNDS];
	long preemptor_failed, refused; /* how simulations ended: no place for the preemptor; the
					   validators refused */
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
	/* What validate allows to become of the victim in every scenario. NULL: MAY_GO. */
	enum victim_fate (*fate)(struct search *q, struct job *preemptor, struct job *victim);
	/* The candidates of the present probe; valid until the next call. */
	struct job_list (*victims)(struct search *q);
	const struct walk_options *victim_walk;
	struct str (*eviction_text)(
		struct search *q, const struct task *victim); /* in the session's arena */
	struct action_budget *budget;
	const struct questions *questions; /* NULL: no short cuts */
	void *memory;                      /* of the short cuts: questions.action_begins */
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

#endif
