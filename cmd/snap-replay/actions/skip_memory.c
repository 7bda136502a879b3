#include "actions/skip_memory.h"

#include <stdlib.h>

#include "common/mem.h"

struct requests { /* vectors of the Pending tasks, ascending */
	const double **items;
	int n;
};

/* By slot 0, then slot 1, and so on: compatible with the partial order "<= in all slots" that the
 * original sorts by. */
static bool before(const double *a, const double *b, int slots)
{
	for (int i = 0; i < slots; i++)
		if (a[i] != b[i])
			return a[i] < b[i];
	return false;
}

static struct requests pending_requests(const struct session *s, const struct job *j)
{
	struct requests r = {xcalloc((size_t)j->n_tasks, sizeof *r.items), 0};

	for (int i = 0; i < j->n_tasks; i++) {
		int at;

		if (j->tasks[i]->status != POD_PENDING)
			continue;
		for (at = r.n++;
			at > 0 && before(j->tasks[i]->request, r.items[at - 1], s->c->slots.count);
			at--)
			r.items[at] = r.items[at - 1];
		r.items[at] = j->tasks[i]->request;
	}
	return r;
}

static bool easier(const struct requests *a, const struct requests *b, int slots)
{
	if (!a->n || !b->n)
		return false;
	if (b->n > a->n)
		return true;
	for (int i = 0; i < a->n; i++) {
		if (i >= b->n)
			return false;
		if (!vector_leq(a->items[i], b->items[i], slots))
			continue;
		if (!vector_leq(b->items[i], a->items[i], slots))
			return true;
	}
	return false;
}

bool skip_memory_easier(
	const struct session *s, const struct skip_memory *m, struct job *j, struct job **other)
{
	struct job *failed = map_get(&m->by_signature, j->signature);
	struct requests a, b;
	bool is_easier;

	if (!failed)
		return true;
	a = pending_requests(s, j);
	b = pending_requests(s, failed);
	is_easier = easier(&a, &b, s->c->slots.count);
	free(a.items);
	free(b.items);
	if (!is_easier && other)
		*other = failed;
	return is_easier;
}

static bool all_leq(const struct requests *a, const struct requests *b, int slots)
{
	for (int i = 0; i < a->n; i++)
		if (!vector_leq(a->items[i], b->items[i], slots))
			return false;
	return true;
}

void skip_memory_remember(const struct session *s, struct skip_memory *m, struct job *j)
{
	struct map_entry *e = map_put(&m->by_signature, j->signature, NULL);
	struct requests a, b;

	if (!e->value) {
		e->value = j;
		return;
	}
	a = pending_requests(s, j);
	b = pending_requests(s, e->value);
	if (a.n && b.n && a.n <= b.n && all_leq(&a, &b, s->c->slots.count))
		e->value = j;
	free(a.items);
	free(b.items);
}

void skip_memory_free(struct skip_memory *m)
{
	map_free(&m->by_signature);
}
