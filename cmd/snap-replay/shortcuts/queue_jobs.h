/* The jobs by queue, found once for an action.
 *
 * Claim. All jobs whose pod groups name the same queue as the preemptor's are among those of its
 *   queue.
 * Why. The name decides which queue a job is in, and no job changes its queue.
 * Test. tests/unit/snap-replay/test_queue_jobs.c. */
#ifndef SNAP_QUEUE_JOBS_H
#define SNAP_QUEUE_JOBS_H
#include "session/session.h"

struct queue_jobs; /* by malloc */

struct queue_jobs *queue_jobs_new(const struct session *s);
void queue_jobs_free(struct queue_jobs *m); /* takes NULL, too */
/* The jobs of the queue, in the order of cluster.jobs. */
struct job_list queue_jobs_of(const struct queue_jobs *m, const struct queue *q);

#endif
