#include "shortcuts/search_record.h"

#include <string.h>

void record_clear(struct search_record *r)
{
	r->bytes.len = r->solution.len = r->at = 0;
	r->solved = false;
}

void record_free(struct search_record *r)
{
	strbuf_free(&r->bytes);
	strbuf_free(&r->solution);
	*r = (struct search_record){0};
}

/* ---- to write ---- */

static void put(struct strbuf *to, int n)
{
	strbuf_add(to, (const char *)&n, sizeof n);
}

void record_solution(struct search_record *r, const struct proposal *p)
{
	r->solution.len = 0;
	r->solved = true;
	put(&r->solution, p->potential.n);
	for (int i = 0; i < p->potential.n; i++) {
		const struct batch *b = &p->potential.items[i];

		put(&r->solution, b->job_index);
		put(&r->solution, b->n);
		for (int k = 0; k < b->n; k++)
			put(&r->solution, b->tasks[k]->index);
	}
}

void record_probe(struct search_record *r, const struct search_counts *counts)
{
	strbuf_add(&r->bytes, (const char *)counts, sizeof *counts);
	put(&r->bytes, r->solved);
	if (r->solved)
		strbuf_addstr(&r->bytes, strbuf_str(&r->solution));
	r->solved = false;
}

/* ---- to read ---- */

static bool take(struct search_record *r, void *to, size_t n)
{
	if (r->bytes.len - r->at < n)
		return false;
	memcpy(to, r->bytes.s + r->at, n);
	r->at += n;
	return true;
}

/* A number from 0 to below end. */
static bool take_number(struct search_record *r, int end, int *n)
{
	return take(r, n, sizeof *n) && *n >= 0 && *n < end;
}

static bool take_batch(struct search_record *r, struct search *q, struct batches *to)
{
	const struct cluster *c = q->session->c;
	struct batch b = {0};
	int n;

	if (!take_number(r, c->n_jobs, &b.job_index))
		return false;
	b.job = c->jobs[b.job_index];
	if (!take_number(r, b.job->n_tasks + 1, &n))
		return false;
	b.tasks = ARENA_ARRAY(&q->arena, (size_t)n, struct task *);
	for (int i; b.n < n; b.tasks[b.n++] = &c->tasks[i])
		if (!take_number(r, c->n_tasks, &i) || c->tasks[i].job != b.job)
			return false;
	b.hash = tasks_hash(b.tasks, b.n);
	batches_add(q, to, b);
	return true;
}

enum probe_end record_take(struct search_record *r, struct search *q, struct search_counts *counts,
	struct batches *potential)
{
	int solved, n;

	if (!take(r, counts, sizeof *counts) || !take_number(r, 2, &solved))
		return PROBE_UNKNOWN;
	if (!solved)
		return PROBE_FAILS;
	if (!take_number(r, q->session->c->n_tasks + 1, &n))
		return PROBE_UNKNOWN;
	*potential = (struct batches){0};
	for (int i = 0; i < n; i++)
		if (!take_batch(r, q, potential))
			return PROBE_UNKNOWN;
	return PROBE_SUCCEEDS;
}
