/* The batches of a list by job.
 *
 * Claim. next_batch_in gives every potential batch of a proposal whose job is in a set, each once.
 * Why. Jobs in the set that have a batch in the list at all are few; the batches of a job are a
 *   chain, from the last one to the first one, and proposal.numbers tells which of them are in.
 * Needs. The chains have all batches of proposal.among.
 * Guard. proposal.by_job is NULL for other lists: then all batches are looked at.
 * Test. tests/unit/snap-replay/test_batches_by_job.c. */
#ifndef SNAP_BATCHES_BY_JOB_H
#define SNAP_BATCHES_BY_JOB_H
#include "solvers/scenario.h"

/* All zero bytes: not made. Numbers are 1 + a number of a batch; 0: none. */
struct batches_by_job {
	uint64_t *jobs; /* the set of jobs with a batch */
	int n_jobs;     /* of the cluster */
	int *last;      /* by job index: the number of the last batch; valid if it is in jobs */
	int *before;    /* by number of a batch, from 0: that of the batch of its job before it */
	int n, cap;     /* how many batches are in */
};
/* Removes all batches. Memory is kept. */
void batches_by_job_clear(struct batches_by_job *k, int n_jobs);
/* The next batch is one of this job. */
void batches_by_job_add(struct batches_by_job *k, int job);
void batches_by_job_free(struct batches_by_job *k);

/* All zero bytes: before the first batch. */
struct batch_cursor {
	int job, number;
};
/* The next potential batch of p, which may be unlisted, whose job is in the set, in any order;
 * NULL: none is left. The job of the last one may be taken out of the set meanwhile. */
const struct batch *next_batch_in(
	const struct proposal *p, const uint64_t *jobs, struct batch_cursor *at);

#endif
