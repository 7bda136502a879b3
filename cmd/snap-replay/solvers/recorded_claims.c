#include "solvers/recorded_claims.h"

static bool any_claims(const struct batch *b)
{
	for (int i = 0; i < b->n; i++)
		if (task_uses_dra(b->tasks[i]))
			return true;
	return false;
}

void recorded_claims_keep(struct search *q, struct batch *b, const struct statement *st)
{
	b->claims = NULL;
	if (!any_claims(b))
		return;
	b->claims = ARENA_ARRAY(&q->arena, (size_t)b->n, const struct task_claims *);
	for (int i = 0; i < b->n; i++)
		b->claims[i] = st->items[b->tasks[i]->eviction].old_claims;
}

void recorded_claims_recall(const struct batches *recorded)
{
	for (int i = 0; i < recorded->n; i++) {
		const struct batch *b = &recorded->items[i];

		for (int k = 0; b->claims && k < b->n; k++)
			b->tasks[k]->claims = b->claims[k];
	}
}

void recorded_claims_note(const struct batches *recorded)
{
	for (int i = 0; i < recorded->n; i++) {
		const struct batch *b = &recorded->items[i];

		for (int k = 0; b->claims && k < b->n; k++)
			b->claims[k] = b->tasks[k]->claims;
	}
}
