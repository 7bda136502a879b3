/* The state of dry runs, shared by dry_run.c (runs one scenario) and dry_run_jobs.c (reads the jobs
 * before the first run for a preemptor). All arrays are in the search's arena. A *position* is an
 * index in dry_run.jobs, which are in the order of scenario_walk_sort. */
#ifndef SNAP_DRY_RUN_PRIVATE_H
#define SNAP_DRY_RUN_PRIVATE_H
#include "shortcuts/dry_run.h"
#include "shortcuts/node_ledger.h"
#include "shortcuts/scenario_walk.h"
#include "session/units.h"

/* A node that still books a pod which the session has moved to another node. If a simulation
 * chooses this node for the pod, the pod stays on the other node, whose free amounts are not tested
 * (rules/04 9.3). */
struct stale_booking {
	int node;
	const struct stale_booking *next; /* of the same pod; NULL: none */
};
struct dry_pod { /* a pod of a dry job, or of the preemptor's unit */
	/* Of a victim, before the scenario: */
	int node;
	bool pipelined;
	const struct stale_booking *stale; /* the pod's first stale booking; NULL: none */
	/* Of all pods: */
	int class;                /* the pod's class in the node ledger: node_ledger_class */
	const uint64_t *eligible; /* the nodes that never refuse the pod, as bits */
};
enum return_rule { RETURN_UNKNOWN, RETURN_OPTIONAL, RETURN_REQUIRED };
struct dry_job { /* a job whose pods are evicted together and placed together */
	/* Its pods: dry_run.pods[first] to [first + n - 1], in the order of placing. n = 0: the job
	 * takes no part in dry runs. */
	int n, first;
	struct job *job;
	const struct queue *queue;    /* job->queue, kept here to save a cache miss */
	double amount[3];             /* the sum of the pods' requests: CPU, memory, GPUs */
	enum return_rule must_return; /* RETURN_REQUIRED: if the job stays evicted, the run fails */
};
struct dry_run {
	/* Valid for this preemptor and this value of shortcuts.generation. */
	const struct job *preemptor; /* NULL: nothing is valid */
	long generation;
	bool possible; /* false: no scenario of the preemptor can be dry-run */
	/* The walk's fixed jobs are those with a Pending pod, without the preemptor. Its other
	 * jobs, by position, are the preemptor and the jobs that may be dry jobs. */
	struct scenario_walk *walk;
	struct node_ledger *nodes;
	struct queue_ledger *queues;
	struct dry_job *jobs;     /* by position */
	struct walk_job *in_walk; /* the same jobs for the walk */
	int *position;            /* by job index; -1: the job takes no part as a victim */
	int preemptor_position;
	struct dry_pod *pods;
	int n_pods;
	const struct stale_booking **first_stale; /* by task index; NULL: none */
	/* The evictions in the ledgers' start amounts. They are kept from one scenario to the next,
	 * because most of the victims are the same. */
	uint64_t *evicted; /* by position, as bits */
	int blocks;        /* the length of evicted and chosen, in 64-bit blocks */
	int *evictions;    /* by node index: how many pods were evicted from it */
	/* The present scenario. */
	int *n_evicted;                  /* by position: how many pods of the job are victims */
	int *victim_jobs, n_victim_jobs; /* the positions where n_evicted is not 0 */
	uint64_t *chosen;                /* the same positions, as bits */
	uint64_t *node_set;              /* the nodes that the scenario may use, as bits */
	double *spare;                   /* as bounds.spare, less what was placed so far */
	struct walk_job *walk_jobs;      /* the scenario's jobs, by position */
	int *walk_positions;             /* their positions */
	int *placed;                     /* the nodes of the job that is being placed, pod by pod */
};

/* Reads all jobs for this preemptor and its unit, and sets possible. The session is the same
 * afterwards. Call it before the first dry run for a preemptor, and whenever shortcuts.generation
 * has changed. */
void dry_run_prepare(struct search *q, struct bounds *f, struct dry_run *r, struct job *preemptor,
	struct task_list unit);

#endif
