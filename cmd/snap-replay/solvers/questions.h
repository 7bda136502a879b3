/* The table of questions: functions that the search calls and the short cuts implement.
 *
 * An answer saves work and changes no decision. The table may be NULL, and so may each entry: the
 * search then does the work itself. native.c stores a table in session.questions: that of
 * shortcuts/shortcuts.c or, for --exhaustive, that of shortcuts/prove.c. The latter saves no work:
 * it compares the answers of the former with what happens. */
#ifndef SNAP_QUESTIONS_H
#define SNAP_QUESTIONS_H
#include "solvers/scenario.h"

struct forecast {
	enum bound bound;   /* why the scenario fails; BOUND_NONE: simulate it */
	bool may_end_early; /* the simulation is to call fails_already */
	/* The preemptor and all victims that must return will find a place. For prove.c only. */
	bool all_return;
	/* Nothing is known before the assumed scenarios are settled: call settle for all of them,
	 * then forecast again. */
	bool waits;
};

struct cursor; /* a position in the victim sequence: shortcuts/victim_sequence.c */

struct questions {
	/* Begin and end of an action. action_begins returns search.memory of the action's searches;
	 * action_ends frees it. */
	void *(*action_begins)(struct session *s);
	void (*action_ends)(void *memory);
	void (*search_begins)(struct search *q);
	/* undone: none of the search's operations is in effect. */
	void (*search_ends)(struct search *q, bool undone);

	/* At least all jobs whose pod groups name the queue that the search's job is in, in the
	 * order of cluster.jobs. */
	struct job_list (*jobs_of_queue)(struct search *q);

	/* By job index: numbers of queues. Of the jobs with one number the victim filter of reclaim
	 * need be asked for one only. -1: the job has none. NULL: nothing is known. */
	const int *(*alike_victims)(struct search *q);

	/* Called first for each probe. True: it is known to find nothing, and is not run. */
	bool (*probe_known)(struct search *q);
	/* Begin and end of a probe; the end is called for one that is known, too. True: all
	 * scenarios of the probe fail, and none is proposed. The probe ends all the same. */
	bool (*probe_begins)(
		struct search *q, struct job *preemptor, const struct batches *recorded);
	void (*probe_ends)(struct search *q);

	/* A state is an accumulator's scenario that the filters accept. True: every scenario with
	 * victims of the state fails. Called once per state, in order. */
	bool (*state_fails)(struct search *q, const struct proposal *state);
	/* True: the scenario that NodeLocalGreedy makes of the state for the node with this index
	 * fails, and is not made. */
	bool (*node_fails)(struct search *q, const struct proposal *state, int node);
	/* p is a scenario that NodeLocalGreedy makes of the last state. True: it fails, and is not
	 * proposed. */
	bool (*choice_fails)(struct search *q, const struct proposal *p);

	/* Called first for each proposal. True: the probe proposed it before. False: unknown. */
	bool (*is_repeat)(struct search *q, const struct proposal *p);
	/* Called for each proposal that is not a duplicate, before its simulation. The scenario may
	 * be *assumed* to fail, with a bound, before that is known. */
	struct forecast (*forecast)(
		struct search *q, const struct proposal *p, const struct probe_nodes *nodes);
	/* The first assumed scenario of which it is known by now that it may succeed. all: finds
	 * that out of each. NULL: there is none. Simulate it at once, then call scenario_finished
	 * and settled, which, if it is solved, takes back what was counted, and added to
	 * search.failed, behind it. */
	const struct proposal *(*settle)(
		struct search *q, const struct probe_nodes *nodes, bool all);
	void (*settled)(struct search *q, bool solved);
	/* Called in a simulation that may end early, after an attempt to place one victim job. The
	 * n victims are all those of that job. True: the scenario fails. */
	bool (*fails_already)(struct search *q, struct task *const *victims, int n);
	/* Called last for each proposal. */
	void (*scenario_finished)(
		struct search *q, const struct proposal *p, enum scenario_end end);

	/* The victims of an accumulator, in place of victim_walk.h. victims_begin: a cursor before
	 * the first batch of these candidates; recorded as for victim_walk_take, it must live as
	 * long as the cursor. victims_next: as victim_walk_take; call it only if victims_over is
	 * false. victims_end: call it for every cursor. */
	struct cursor *(*victims_begin)(
		struct search *q, struct job_list candidates, const bool *recorded);
	bool (*victims_over)(const struct cursor *c);
	bool (*victims_next)(struct cursor *c, struct batch *out);
	void (*victims_end)(struct cursor *c);

	/* The jobs of simulation_walk for scenario s, in order; those for which simulation_involves
	 * is false may be missing. scenario_begins false: unknown, the search uses simulation_walk.
	 */
	bool (*scenario_begins)(struct search *q, const struct scenario *s);
	struct job *(*next_scenario_job)(struct search *q); /* NULL: none is left */

	/* The picks (proposals) that MultiNodeGang makes of the state. picks_begin false: unknown.
	 * A pick is valid until the next call of next_pick. It may be unlisted until forecast has
	 * answered BOUND_NONE. */
	bool (*picks_begin)(
		struct search *q, const struct proposal *state, const struct probe_nodes *nodes);
	struct proposal *(*next_pick)(struct search *q); /* NULL: none is left */
};

/* The entry of the search's table of questions; NULL: there is none. */
#define QUESTION(q, entry) ((q)->questions ? (q)->questions->entry : NULL)

#endif
