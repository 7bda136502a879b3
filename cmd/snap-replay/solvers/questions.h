/* The table of questions: what the search asks its short cuts.
 *
 * An answer saves work and changes no decision. Each entry may be NULL, and so may the table: the
 * search then does the work itself. shortcuts/shortcuts.c fills a table; native.c stores it in
 * session.questions. shortcuts/prove.c fills another one for --exhaustive: it answers nothing, and
 * compares what the first table says with what happens. */
#ifndef SNAP_QUESTIONS_H
#define SNAP_QUESTIONS_H
#include "solvers/scenario.h"

struct forecast {
	enum bound bound;    /* why the scenario fails; BOUND_NONE: simulate it */
	bool may_end_early;  /* the simulation calls fails_already */
	bool nobody_is_lost; /* the preemptor and all victims that must return will find a place;
				prove.c compares it, the search does not use it */
};

struct cursor; /* a position in a sequence of victims: shortcuts/victim_sequence.c */

struct questions {
	/* Begin and end of an action. The result of the first is search.memory of its searches. */
	void *(*action_begins)(struct session *s);
	void (*action_ends)(void *memory);
	/* undone: nothing of the search is in effect. */
	void (*search_ends)(struct search *q, bool undone);

	/* Begin and end of a probe. True: all its scenarios fail; nothing is proposed. */
	bool (*probe_begins)(
		struct search *q, struct job *preemptor, const struct batches *recorded);
	void (*probe_ends)(struct search *q);

	/* True: no choice of the victims of this accumulator state succeeds. Called once per state,
	 * in the order of the states. */
	bool (*state_fails)(struct search *q, const struct proposal *state);
	/* True: this choice fails; it is not proposed. */
	bool (*choice_fails)(struct search *q, const struct proposal *p);

	/* Called first for each proposal. True: the probe proposed it before. False: unknown. */
	bool (*is_repeat)(struct search *q, const struct proposal *p);
	/* Called before a scenario is simulated, which a bound prevents. */
	struct forecast (*forecast)(
		struct search *q, const struct proposal *p, const struct probe_nodes *nodes);
	/* Called in a simulation that may end early, after the turn of one job of victims. True:
	 * the scenario fails. */
	bool (*fails_already)(struct search *q, struct task *const *victims, int n);
	/* Called last for each proposal. */
	void (*scenario_finished)(
		struct search *q, const struct proposal *p, enum scenario_end end);

	/* Which victims come next? For an accumulator without recorded victims: a cursor before the
	 * first batch of these candidates. NULL: unknown, the accumulator uses victim_walk.h. */
	struct cursor *(*victims_begin)(struct search *q, struct job_list candidates);
	bool (*victims_over)(const struct cursor *c);
	struct batch (*victims_next)(struct cursor *c); /* not over */
	void (*victims_end)(struct cursor *c);

	/* Whose turn is next in this simulation? False: unknown, simulation_walk is used. The
	 * answers are the jobs of simulation_walk in the same order; jobs that are not involved may
	 * be missing. */
	bool (*turns_begin)(struct search *q, const struct scenario *s);
	struct job *(*next_turn)(struct search *q); /* NULL: none is left */

	/* Which picks does MultiNodeGang make of this state? False: unknown. */
	bool (*picks_begin)(
		struct search *q, const struct proposal *state, const struct probe_nodes *nodes);
	struct proposal *(*next_pick)(struct search *q); /* NULL: none is left */
};

/* The entry of the search's table; NULL: none. */
#define QUESTION(q, entry) ((q)->questions ? (q)->questions->entry : NULL)

#endif
