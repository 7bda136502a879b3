#include "actions/skip_memory.h"

#include <stdlib.h>
#include <string.h>

#include "common/mem.h"

/* What the Pending tasks request, ascending: their vectors. Without the switch claims_in_skips
 * another figure follows them, the fraction, and the slot of GPUs has the number of devices without
 * those of claims. */
struct requests {
	const double **items;
	int n, slots;
	double *own; /* the vectors, without the switch */
};

/* Two fractions that are nearer to each other count as equal. */
#define LEAST_FRACTION 0.01

static bool has_fractions(const struct session *s)
{
	return !s->c->objects->follows.claims_in_skips;
}

/* By slot 0, then slot 1, and so on: compatible with the partial order "<= in all slots" that the
 * original sorts by. */
static bool before(const double *a, const double *b, int figures)
{
	for (int i = 0; i < figures; i++)
		if (a[i] != b[i])
			return a[i] < b[i];
	return false;
}

static const double *with_fraction(const struct task *t, int slots, double *to)
{
	memcpy(to, t->request, (size_t)slots * sizeof *to);
	to[SLOT_GPU] = (double)t->gpu.count;
	to[slots] = t->gpu.count ? t->gpu.fraction : 0;
	return to;
}

static struct requests pending_requests(const struct session *s, const struct job *j)
{
	int slots = s->c->slots.count, figures = slots + has_fractions(s);
	struct requests r = {.items = xcalloc((size_t)j->n_tasks, sizeof *r.items), .slots = slots};

	if (has_fractions(s))
		r.own = xcalloc((size_t)j->n_tasks, (size_t)figures * sizeof *r.own);
	for (int i = 0; i < j->n_tasks; i++) {
		const double *request = j->tasks[i]->request;
		int at;

		if (j->tasks[i]->status != POD_PENDING)
			continue;
		if (r.own)
			request = with_fraction(j->tasks[i], slots, r.own + (ptrdiff_t)i * figures);
		for (at = r.n++; at > 0 && before(request, r.items[at - 1], figures); at--)
			r.items[at] = r.items[at - 1];
		r.items[at] = request;
	}
	return r;
}

static void free_requests(struct requests *r)
{
	free(r->items);
	free(r->own);
}

static bool item_leq(const struct requests *r, const double *a, const double *b)
{
	double excess = r->own ? a[r->slots] - b[r->slots] : 0;

	return vector_leq(a, b, r->slots) && excess < LEAST_FRACTION;
}

static bool easier(const struct requests *a, const struct requests *b)
{
	if (!a->n || !b->n)
		return false;
	if (b->n > a->n)
		return true;
	for (int i = 0; i < a->n; i++) {
		if (i >= b->n)
			return false;
		if (!item_leq(a, a->items[i], b->items[i]))
			continue;
		if (!item_leq(a, b->items[i], a->items[i]))
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
	is_easier = easier(&a, &b);
	free_requests(&a);
	free_requests(&b);
	if (!is_easier && other)
		*other = failed;
	return is_easier;
}

static bool all_leq(const struct requests *a, const struct requests *b)
{
	for (int i = 0; i < a->n; i++)
		if (!item_leq(a, a->items[i], b->items[i]))
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
	if (a.n && b.n && a.n <= b.n && all_leq(&a, &b))
		e->value = j;
	free_requests(&a);
	free_requests(&b);
}

void skip_memory_free(struct skip_memory *m)
{
	map_free(&m->by_signature);
}
