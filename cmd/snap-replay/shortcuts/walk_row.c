#include <math.h>

#include "shortcuts/scenario_walk_private.h"

static double least(double a, double b)
{
	return a < b ? a : b;
}

/* False: a queue was not compared with its siblings. */
static bool find_bounds(const struct scenario_walk *w, struct walk_row *row)
{
	for (int i = 0; i < 3; i++)
		row->most[i] = row->more[i] = INFINITY;
	for (const struct walk_queue *q = row->leaf; q && q != w->within;
		q = (const struct walk_queue *)q->entry.parent) {
		const struct heap *h = q->entry.parent ? &q->entry.parent->heap : &w->roots;

		if (h->n == 1)
			continue;
		if (!q->rival)
			return false;
		for (int i = 0; i < 3; i++) {
			row->most[i] = least(row->most[i], q->stay_request[i]);
			row->more[i] = least(row->more[i], q->bound.more[i] - q->given[i]);
		}
	}
	return true;
}

void walk_row_begin(struct scenario_walk *w, struct walk_queue *leaf)
{
	struct walk_row row = {.leaf = leaf};

	if (leaf->left > 1 && !is_watched(w) && find_bounds(w, &row))
		w->row = row;
}

static void end_row(struct scenario_walk *w)
{
	const struct walk_row row = w->row;
	const struct walk_job together = {.request = row.popped};

	w->row.leaf = NULL;
	if (!row.n)
		return;
	for (struct walk_queue *q = row.leaf; q; q = (struct walk_queue *)q->entry.parent)
		q->left -= row.n;
	walk_pop_leaf(w, row.leaf, &together);
}

static bool is_within(const struct walk_row *row, const double *request)
{
	for (int i = 0; i < 3; i++)
		if (!(request[i] <= row->most[i] - row->popped[i]))
			return false;
	return true;
}

/* The next job is another one, and may be popped in the row. */
static bool goes_on(struct scenario_walk *w, struct walk_queue *leaf)
{
	const struct walk_job *j;

	while ((j = next_job(w, leaf)) && j->request && is_within(&w->row, j->request)) {
		if (!leaf->fixed_next)
			return leaf->others.n - leaf->others.next > 1;
		leaf->fixed.next++;
		choose_next(leaf);
	}
	return false;
}

const struct walk_job *walk_row_pop(struct scenario_walk *w)
{
	struct walk_row *row = &w->row;
	struct walk_queue *leaf = row->leaf;
	const struct walk_job *j;
	bool within = true;

	if (!goes_on(w, leaf)) {
		end_row(w);
		return NULL;
	}
	j = &leaf->others.jobs[leaf->others.next++];
	choose_next(leaf);
	w->left--;
	row->n++;
	for (int i = 0; i < 3; i++) {
		row->popped[i] += j->request[i];
		within &= row->popped[i] <= row->more[i];
	}
	if (!within)
		end_row(w);
	return j;
}
