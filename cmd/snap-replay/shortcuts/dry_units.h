/* What dry runs keep of jobs and pods from one search of an action to the next: what a job loses as
 * a dry job, its unit once it has lost that, how that was read, and which pods can take part.
 *
 * Claim. What is kept is what reading it anew would give, but for stale bookings.
 * Why. That of a job depends on the statuses of its own pods and on what the objects say, which
 *   stays. job_set_status notes the job in cluster.job_changed: a job that has another mark there
 *   than before is read anew. Jobs that lose pods only to be read have their old marks afterwards,
 *   with the old statuses: dry_run_restore_pods. What a node accepted of a pod changes with the
 *   pod's status only. That of a pod depends on the objects alone.
 * Needs. Nobody looks at the marks while jobs are read. Classes have the same numbers in each
 *   search: node_ledger_numbers_last.
 * Guard. bounds_kept.lasting: no pod has claims or inter-pod terms; else nothing is kept.
 * Test. tests/unit/snap-replay/test_bounds_kept.c; --exhaustive. */
#ifndef SNAP_DRY_UNITS_H
#define SNAP_DRY_UNITS_H
#include "session/units.h"

struct dry_pod;
struct dry_unit {      /* of a job */
	uint64_t mark; /* cluster.job_changed at the last look */
	/* The one pod that the job loses first, while its gang stays; NULL: it loses all. */
	struct task *surplus;
	struct task_list pods; /* the unit; n = 0: the job takes no part in dry runs */
	struct dry_pod *read;  /* by pod of the unit: as it was read, without stale bookings */
	double amount[3];      /* dry_job.amount */
	bool accepted;         /* dry_job.accepted */
	bool has_surplus, has_pods, has_read; /* they are known */
};
struct dry_units {
	const struct cluster *c;
	struct arena *arena;
	struct dry_unit *of; /* by job index */
	/* By task index, if it is asked: the nodes that never refuse the pod, as bits; NULL: more
	 * than these and its request decides where it goes. */
	const uint64_t **nodes;
	uint64_t *asked; /* the set of tasks */
	/* By class of the pods in dry_unit.read: what such a pod requests. */
	const double **requests;
};

struct dry_units *dry_units_new(const struct cluster *c, struct arena *a); /* in the arena */
/* Forgets what is kept of the job if its pods have changed since the last look. Call it before the
 * job loses pods to be read. */
struct dry_unit *dry_units_look(struct dry_units *u, const struct job *j);
/* Keeps a copy of the unit. */
void dry_units_keep(struct dry_units *u, const struct job *j, struct task_list unit);

#endif
