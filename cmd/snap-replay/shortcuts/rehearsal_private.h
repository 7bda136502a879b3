/* What rehearsal.c (one scenario) and rehearsal_cast.c (who can take part in those of one
 * preemptor) share. */
#ifndef SNAP_REHEARSAL_PRIVATE_H
#define SNAP_REHEARSAL_PRIVATE_H
#include "shortcuts/ordered_walk.h"
#include "shortcuts/rehearsal.h"
#include "shortcuts/rehearsal_nodes.h"

struct role {                 /* a pod that is placed */
	int node;             /* that it is evicted from; -1: it is one of the preemptor's */
	bool pipelined;       /* before the scenario */
	int ghost;            /* the first of its ghosts; -1: none */
	int class;            /* of rehearsal_nodes */
	const uint64_t *able; /* nodes that do not refuse it */
};
enum return_duty { NOT_ASKED, NEED_NOT_RETURN, MUST };
struct ghost { /* a node that this session moved the pod from: it is still in the books there. Sent
		* there, it goes back to its present node, which is not asked whether it has room
		* (rules/04 9.3) */
	int node, next; /* next: of the same pod; -1: none */
};
struct actor {        /* a job whose pods leave and come back all at once */
	int n, first; /* its pods, in the order they are placed in, in rehearsal.roles; n = 0: no
			 actor */
	enum return_duty duty;
	struct job *job;
	const struct queue *queue; /* its queue: the job is far away */
	double amount[3];          /* what they ask for and hold: cpu, memory, GPUs */
};
struct rehearsal {
	struct rehearsal_nodes *nodes;
	const struct job *preemptor; /* that the rest is about; NULL: none */
	long disturbed;              /* search.disturbed when that was so */
	bool possible;
	/* Jobs that may walk, by place in the order of jobs (ordered_walk.h): the preemptor in
	 * place of its original, those who have a pod waiting, and those who could lose all. */
	struct ordered_walk *walk;
	struct queue_books *books;
	struct actor *actors; /* by place */
	int *place;           /* by job index; -1: no actor */
	int preemptor_place;
	struct role *roles;
	int n_roles;
	struct ghost *ghosts;
	int n_ghosts, cap_ghosts;
	int *first_ghost; /* by task index; -1: none */
	/* whose pods have left; kept from one rehearsal to the next, which mostly has the same
	 * victims but for a few */
	uint64_t *gone;   /* by place; in the books and the walk it is said, too */
	int words;        /* of it */
	int *left_behind; /* by node index: how many of them left it */
	/* of the present scenario */
	int *lost;             /* by place: how many pods are victims */
	int *losers, n_losers; /* places of the jobs that have some */
	uint64_t *want;        /* the same as bits */
	uint64_t *set;         /* nodes */
	double *spare;         /* as in struct foresight */
	int *placed;           /* where the roles of the job at hand went */
};

/* Before the first rehearsal for this preemptor, and the first one after a simulation that may have
 * left a trace; sets possible. */
void rehearsal_cast(struct search *q, struct foresight *f, struct rehearsal *r,
	struct job *preemptor, struct task_list unit);

#endif
