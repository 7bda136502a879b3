/* The order of the jobs in dry runs: where one of them stands that has lost its pods, and how the
 * others make a place for it. */
#include "session/orders.h"
#include "shortcuts/dry_run_private.h"

enum losing { LOSES_NOTHING, LOSES_ALL, LOSES_RECORDED };

/* `other`, which loses that first, comes before j, which has lost its pods or is the preemptor. */
static bool comes_before(struct search *q, struct dry_run *r, struct job *other, enum losing what,
	const struct job *j)
{
	int n = r->evicted.n;
	bool before;

	if (other->queue != j->queue)
		return other->queue->index < j->queue->index;
	if (what == LOSES_RECORDED)
		dry_run_evict_recorded(q, r, other);
	else if (what == LOSES_ALL)
		dry_run_evict_pods(q, &r->evicted, other);
	before = session_job_less(q->session, other, j);
	dry_run_restore_pods(q, &r->evicted, n);
	return before;
}

/* The same of the job at that position. */
static bool precedes(struct search *q, struct dry_run *r, int position, const struct job *j)
{
	struct job *other = r->in_walk[position].job;

	if (dry_run_is_recorded(r, other))
		return comes_before(q, r, other, LOSES_RECORDED, j);
	return comes_before(
		q, r, other, position == r->preemptor_position ? LOSES_NOTHING : LOSES_ALL, j);
}

int dry_run_find_place(struct search *q, struct dry_run *r, int free, const struct job *j)
{
	int low = 0, high = r->n_jobs - 1;

	while (low < high) {
		int middle = low + (high - low) / 2;

		if (precedes(q, r, middle + (middle >= free), j))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void dry_run_put(
	struct dry_run *r, int at, const struct dry_job *job, const struct walk_job *in_walk)
{
	r->jobs[at] = *job;
	r->in_walk[at] = *in_walk;
	r->in_walk[at].request = r->jobs[at].amount;
	r->position[in_walk->job->index] = at;
	r->job_index[at] = in_walk->job->index;
}

static void move_job(struct dry_run *r, int from, int to)
{
	int *position = &r->position[r->in_walk[from].job->index], before = *position;

	dry_run_put(r, to, &r->jobs[from], &r->in_walk[from]);
	if (from != r->preemptor_position)
		return;
	*position = before; /* that of a victim */
	r->preemptor_position = to;
}

void dry_run_make_place(struct dry_run *r, int free, int at)
{
	for (; free < at; free++)
		move_job(r, free + 1, free);
	for (; free > at; free--)
		move_job(r, free - 1, free);
}

/* How many of the first n jobs come before j. */
static int count_before(
	struct search *q, struct dry_run *r, struct job *const *jobs, int n, const struct job *j)
{
	int low = 0;

	while (low < n) {
		int middle = low + (n - low) / 2;

		if (comes_before(q, r, jobs[middle], LOSES_ALL, j))
			low = middle + 1;
		else
			n = middle;
	}
	return low;
}

void dry_run_merge(struct search *q, struct dry_run *r, struct job **jobs, int n,
	struct job *const *in, int n_in)
{
	for (int i = n_in - 1, end = n; i >= 0; i--) {
		int at = count_before(q, r, jobs, end, in[i]);

		memmove(&jobs[at + i + 1], &jobs[at], (size_t)(end - at) * sizeof *jobs);
		jobs[at + i] = in[i];
		end = at;
	}
}
