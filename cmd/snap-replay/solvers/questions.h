/* What the search may ask somebody who knows more than it does: the table of questions.
 *
 * Each entry of the table may be NULL, and so may the table: then the search works the answer out,
 * or does without. An answer saves work and changes no decision. The table is filled by
 * shortcuts/shortcuts.c; native.c plugs it in as session.questions. */
#ifndef SNAP_QUESTIONS_H
#define SNAP_QUESTIONS_H
#include "solvers/search.h"

struct forecast {
	enum bound bound;    /* why the scenario fails; BOUND_NONE: it must be simulated */
	bool may_end_early;  /* its simulation asks fails_already */
	bool nobody_is_lost; /* preemptor and victims that must return will find a place: not used
				by the search */
};

struct cursor; /* a position in a sequence of victims, see victims_begin */

struct questions {
	/* An action begins, and ends. What the first returns is search.memory of its searches. */
	void *(*action_begins)(struct session *s);
	void (*action_ends)(void *memory);
	/* undone: the search left nothing in effect. */
	void (*search_ends)(struct search *q, bool undone);

	/* A probe begins, and ends. True: none of its scenarios succeeds. */
	bool (*probe_begins)(
		struct search *q, struct job *preemptor, const struct batches *recorded);
	void (*probe_ends)(struct search *q);

	/* A state of the accumulator: true: no choice of its victims succeeds. Asked once for each
	 * state, in the order in which they come. */
	bool (*state_fails)(struct search *q, const struct proposal *state);
	/* One choice of a state's victims, before it is proposed: true: it fails. */
	bool (*choice_fails)(struct search *q, const struct proposal *p);

	/* Was this proposal handed out before in this probe? False: perhaps. */
	bool (*is_repeat)(struct search *q, const struct proposal *p);
	/* Asked before a new scenario is simulated; with a bound it is not. */
	struct forecast (*forecast)(
		struct search *q, const struct proposal *p, const struct probe_nodes *nodes);
	/* While a scenario is simulated that may end early, when one job's victims had their turn:
	 * true: it fails whatever comes. */
	bool (*fails_already)(struct search *q, struct task *const *victims, int n);
	/* Told of each proposal, whatever became of it. */
	void (*scenario_finished)(
		struct search *q, const struct proposal *p, enum scenario_end end);

	/* Which victims come next? For an accumulator without recorded victims: a position before
	 * the first of the candidates' batches. NULL: not known, a victim walk tells. */
	struct cursor *(*victims_begin)(struct search *q, struct job_list candidates);
	bool (*victims_over)(const struct cursor *c);
	struct batch (*victims_next)(struct cursor *c); /* there is one */
	void (*victims_end)(struct cursor *c);

	/* Whose turn is next in a simulation? False: not known, an ordinary walk tells. The jobs
	 * that come are those of simulation_walk (simulate.h), in the same order; jobs that are no
	 * part of the scenario may be left out. */
	bool (*turns_begin)(struct search *q, const struct scenario *s);
	struct job *(*next_turn)(struct search *q); /* NULL: none is left */

	/* Which of MultiNodeGang's picks of this state come next? False: not known. */
	bool (*picks_begin)(
		struct search *q, const struct proposal *state, const struct probe_nodes *nodes);
	/* NULL: none is left. One that is_repeat need not list its potential victims. */
	struct proposal *(*next_pick)(struct search *q);
};

/* The entry of the table, NULL if nobody knows. */
#define QUESTION(q, entry) ((q)->questions ? (q)->questions->entry : NULL)

#endif
