#include "shortcuts/fixed_jobs.h"

#include <stdlib.h>

#include "common/mem.h"
#include "model/bits.h"
#include "session/orders.h"
#include "session/units.h"

struct fixed_jobs *fixed_jobs_new(struct session *s, uint64_t *versions)
{
	struct fixed_jobs *f = xcalloc(1, sizeof *f);
	size_t jobs = (size_t)s->c->n_jobs, blocks = (size_t)bit_blocks(s->c->n_jobs);

	f->session = s;
	f->versions = versions;
	f->jobs = xcalloc(jobs, sizeof *f->jobs);
	f->records = xcalloc(jobs, sizeof *f->records);
	f->requests = xcalloc(jobs, sizeof *f->requests);
	f->changed = xcalloc(jobs, sizeof(struct job *));
	f->incoming = xcalloc(jobs, sizeof(struct job *));
	f->in = xcalloc(blocks, sizeof *f->in);
	f->is_changed = xcalloc(blocks, sizeof *f->is_changed);
	f->leaves = xcalloc((size_t)s->c->n_queues, sizeof *f->leaves);
	for (int i = 0; i < s->c->n_jobs; i++) /* as much space as the leaf has jobs */
		if (s->c->jobs[i]->queue)
			f->leaves[s->c->jobs[i]->queue->index].first++;
	for (int i = 0, next = 0; i < s->c->n_queues; i++) {
		int space = f->leaves[i].first;

		f->leaves[i].first = next;
		next += space;
	}
	return f;
}

void fixed_jobs_free(struct fixed_jobs *f)
{
	free(f->jobs);
	free(f->records);
	free(f->requests);
	free(f->changed);
	free(f->incoming);
	free(f->in);
	free(f->is_changed);
	free(f->leaves);
	free(f);
}

/* ---- the order ---- */

static int by_queue(const void *a, const void *b)
{
	const struct job *l = *(struct job *const *)a, *r = *(struct job *const *)b;

	if (l->queue->index != r->queue->index)
		return l->queue->index < r->queue->index ? -1 : 1;
	return (l->fill_rank > r->fill_rank) - (l->fill_rank < r->fill_rank);
}

void fixed_jobs_sort(struct session *s, struct job **jobs, int n)
{
	qsort(jobs, (size_t)n, sizeof *jobs, by_queue);
	for (int i = 0, end = 0; i < n; i = end) {
		while (end < n && jobs[end]->queue == jobs[i]->queue)
			end++;
		session_sort_jobs(s, &jobs[i], end - i);
	}
}

/* ---- changes ---- */

static void note_change(struct fixed_jobs *f, struct job *j)
{
	if (bit_is_set(f->is_changed, j->index))
		return;
	bit_set(f->is_changed, j->index);
	f->changed[f->n_changed++] = j;
}

void fixed_jobs_put(struct fixed_jobs *f, struct job *j)
{
	bit_set(f->in, j->index);
	note_change(f, j);
}

void fixed_jobs_drop(struct fixed_jobs *f, struct job *j)
{
	if (!bit_is_set(f->in, j->index))
		return;
	bit_clear(f->in, j->index);
	note_change(f, j);
}

static struct fixed_leaf *leaf_of(const struct fixed_jobs *f, const struct job *j)
{
	return &f->leaves[j->queue->index];
}

/* Takes out all jobs that were put or dropped. */
static void take_out(const struct fixed_jobs *f, struct fixed_leaf *leaf)
{
	struct walk_job *jobs = &f->jobs[leaf->first];
	int n = 0;

	for (int i = 0; i < leaf->n; i++)
		if (!bit_is_set(f->is_changed, jobs[i].job->index))
			jobs[n++] = jobs[i];
	leaf->n = n;
}

static struct walk_job member(struct fixed_jobs *f, struct job *j)
{
	double *request = f->requests[j->index];

	session_request_vector(f->session, j, false);
	memcpy(request, j->unit_sums, sizeof j->unit_sums);
	return (struct walk_job){.job = j,
		.request = request,
		.rank = j->fill_rank,
		.inert = true,
		.request_class = request_class_of(&f->classes, request)};
}

/* How many of the first n jobs go before j. */
static int place_of(struct session *s, const struct walk_job *jobs, int n, const struct job *j)
{
	int low = 0;

	while (low < n) {
		int middle = low + (n - low) / 2;

		if (session_job_less(s, jobs[middle].job, j))
			low = middle + 1;
		else
			n = middle;
	}
	return low;
}

/* Puts in n jobs of the leaf, which are in the order of jobs: from the last to the first, as each
 * makes room for those before it. */
static void put_in(struct fixed_jobs *f, struct fixed_leaf *leaf, struct job *const *in, int n)
{
	struct walk_job *jobs = &f->jobs[leaf->first];

	for (int i = n - 1, end = leaf->n; i >= 0; i--) {
		int at = place_of(f->session, jobs, end, in[i]);

		memmove(&jobs[at + i + 1], &jobs[at], (size_t)(end - at) * sizeof *jobs);
		jobs[at + i] = member(f, in[i]);
		end = at;
	}
	leaf->n += n;
}

static void read_leaf(struct fixed_jobs *f, struct fixed_leaf *leaf)
{
	const struct walk_job *jobs = &f->jobs[leaf->first];
	int *records = &f->records[leaf->first], least = -1;

	leaf->stale = false;
	leaf->version = ++*f->versions;
	leaf->n_records = 0;
	for (int i = 0; i < leaf->n; i++) {
		if (least >= 0 && jobs[i].rank >= least)
			continue;
		least = jobs[i].rank;
		records[leaf->n_records++] = i;
	}
}

void fixed_jobs_settle(struct fixed_jobs *f)
{
	struct job **in = f->incoming;
	int n = 0;

	for (int i = 0; i < f->n_changed; i++) {
		struct job *j = f->changed[i];

		if (!leaf_of(f, j)->stale)
			take_out(f, leaf_of(f, j));
		leaf_of(f, j)->stale = true;
		if (bit_is_set(f->in, j->index))
			in[n++] = j;
	}
	fixed_jobs_sort(f->session, in, n);
	for (int i = 0, end = 0; i < n; i = end) {
		while (end < n && in[end]->queue == in[i]->queue)
			end++;
		put_in(f, leaf_of(f, in[i]), &in[i], end - i);
	}
	for (int i = 0; i < f->n_changed; i++) {
		bit_clear(f->is_changed, f->changed[i]->index);
		if (leaf_of(f, f->changed[i])->stale)
			read_leaf(f, leaf_of(f, f->changed[i]));
	}
	f->n_changed = 0;
}

int fixed_jobs_first_rank(const struct fixed_jobs *f, const struct queue *q)
{
	const struct fixed_leaf *leaf = &f->leaves[q->index];

	return leaf->n ? f->jobs[leaf->first + f->records[leaf->first + leaf->n_records - 1]].rank
		       : -1;
}
