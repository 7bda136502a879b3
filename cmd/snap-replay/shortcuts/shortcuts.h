/* The tables of questions (solvers/questions.h) that native.c stores in session.questions, and
 * their memory. */
#ifndef SNAP_SHORTCUTS_H
#define SNAP_SHORTCUTS_H
#include "shortcuts/prove.h"
#include "shortcuts/scenario_walk.h"
#include "solvers/questions.h"

/* shortcuts has the answers. shortcuts_proved, for --exhaustive, saves no work: it compares these
 * answers with what happens, and warns where they are wrong. */
extern const struct questions shortcuts, shortcuts_proved;

struct victim_sequence;
struct repeated_searches;
struct bounds;
struct bounds_kept;
struct deficit;
struct prefix_picks;
struct scenario_jobs;
struct pending_jobs;
struct queue_jobs;
struct dry_ahead;
struct known_failures;
struct choices;
struct node_contributions;
struct shortcuts {                          /* search.memory; by malloc */
	struct victim_sequence *victims;    /* of the action */
	struct repeated_searches *repeated; /* the same */
	struct pending_jobs *pending;       /* the same */
	struct dry_ahead *dry_ahead;        /* the same */
	struct known_failures *failures;    /* the same */
	/* the same; NULL: not made yet */
	struct bounds_kept *kept;
	struct scenario_jobs *jobs;
	struct queue_jobs *by_queue;
	int *alike; /* alike_victims.h */
	bool alike_known;
	/* of the search */
	struct bounds *bounds;    /* in kept; NULL: not made yet */
	long generation;          /* the number of simulations that were not reversible */
	bool drifted;             /* one that is not among them left drift: repeated_victims.h */
	struct watched_turn turn; /* of the preemptors */
	struct choices *choices;  /* NULL: not made yet */
	struct node_contributions *on_nodes; /* the same */
	/* of the probe */
	const struct deficit *deficit; /* NULL: the probe has no deficit */
	struct contribution_sum {      /* over the first n potential batches of the accumulator */
		double most;           /* the sum of positive contributions */
		bool exempt;           /* the job of a batch is exempt */
		int n;
	} sum;
	struct prefix_picks *picks; /* NULL: not made yet */
	struct proof proof;         /* of shortcuts_proved */
};

static inline struct shortcuts *shortcuts_of(const struct search *q)
{
	return q->memory;
}

#endif
