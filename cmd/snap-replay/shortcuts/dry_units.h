/* What dry runs keep of jobs and pods from one search of an action to the next: what a job loses as
 * a dry job, its unit once it has lost that, how that was read, its place among the dry jobs, and
 * which pods can take part.
 *
 * Claim. What is kept is what reading it anew would give, but for stale bookings, which are noted
 *   anew for each search.
 * Why. That of a job depends on the statuses of its own pods and on what the objects say, which
 *   stays. job_set_status notes the job in cluster.job_changed: a job that has another mark there
 *   than before is read anew. Jobs that lose pods only to be read have their old marks afterwards,
 *   with the old statuses: dry_run_restore_pods. What a node accepted of a pod changes with the
 *   pod's status only. That of a pod depends on the objects alone.
 *   A place among other jobs depends only on the two jobs' own pods, as the order of jobs does
 *   (pending_jobs.h): so jobs that stay keep their order, and the others are put in. How many fixed
 *   jobs of its leaf come before a job is counted again if these changed (fixed_leaf.version).
 *   Whether a job may be a dry job also depends on its unit cache, which is looked at each time. A
 *   kept one has no Pending pod, so the search's reversibility does not matter (reversible_victim).
 * Needs. Nobody looks at the marks while jobs are read. Classes have the same numbers in each
 *   search: node_ledger_numbers_last. Classes and nodes of pods that are not read any more do no
 *   harm: ledgers have more classes, and look at more nodes.
 * Guard. bounds_kept.lasting: no pod has claims or inter-pod terms; else nothing is kept. Places:
 *   no booking may be lost: keeps_places in dry_run_kept.c. A partly running job has none: it was
 *   never read whole with the pods that it has.
 * Test. tests/unit/snap-replay/test_bounds_kept.c; --exhaustive. */
#ifndef SNAP_DRY_UNITS_H
#define SNAP_DRY_UNITS_H
#include "shortcuts/dry_run_private.h"

struct fixed_jobs;
struct dry_unit {      /* of a job */
	uint64_t mark; /* cluster.job_changed at the last look */
	/* The one pod that the job loses first, while its gang stays; NULL: it loses all. */
	struct task *surplus;
	struct task_list pods; /* the unit; n = 0: the job takes no part in dry runs */
	bool has_surplus, has_pods, has_read; /* they are known; has_read: dry_units.jobs */
	bool has_place;                       /* it is in dry_units.order; has_read is set */
	int fixed_before;                     /* that of its walk_job */
	uint64_t leaf_version;                /* fixed_leaf.version of its leaf then */
};
struct dry_units {
	const struct cluster *c;
	struct arena *arena;
	struct dry_unit *of; /* by job index */
	/* By task index, if it is asked: the nodes that never refuse the pod, as bits; NULL: more
	 * than these and its request decides where it goes. */
	const uint64_t **nodes;
	uint64_t *asked; /* the set of tasks */
	/* By job index, with has_read: the job as it was read. Its pods are in pods, from
	 * first_pod of the job index on. */
	struct dry_job *jobs;
	struct dry_pod *pods;
	int *first_pod;
	int *pod_of;      /* by task index: its index in pods; -1: it is not there */
	uint64_t *staled; /* of pods: the set of those with a stale booking */
	/* What pods were read with: by class, what one requests; these classes; the nodes that one
	 * of the pods may go to, as bits. */
	const double **requests;
	int *classes, n_classes;
	uint64_t *reachable;
	struct job **order; /* those with has_place, in the order of scenario_walk_sort */
	int n_order;
};

struct dry_units *dry_units_new(const struct cluster *c, struct arena *a); /* in the arena */
/* Forgets what is kept of the job if its pods have changed since the last look. Call it before the
 * job loses pods to be read. */
struct dry_unit *dry_units_look(struct dry_units *u, const struct job *j);
/* Keeps a copy of the unit. */
void dry_units_keep(struct dry_units *u, const struct job *j, struct task_list unit);
/* Keeps the job, which is read, and its pods in r->pods, which are those of the unit. */
void dry_units_keep_read(struct dry_units *u, const struct dry_run *r, struct task_list unit,
	const struct dry_job *dry);
/* Notes in the kept pods which of them have stale bookings in this search. */
void dry_units_note_stale(struct dry_units *u, const struct bounds *f);

#endif
