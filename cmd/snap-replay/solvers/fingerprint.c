/* Scenarios are the same when preemptor, pending, recorded and potential tasks are the same multisets (kai/04 section 1). */
#include <stdlib.h>

#include "common/mem.h"
#include "search.h"

static int compare(const void *a, const void *b)
{
	int l = *(const int *)a, r = *(const int *)b;

	return (l > r) - (l < r);
}

static int *section(int *at, const struct batches *b)
{
	int *start = at;

	for (int i = 0; i < b->n; i++)
		for (int k = 0; k < b->items[i].n; k++)
			*at++ = b->items[i].tasks[k]->index;
	qsort(start, (size_t)(at - start), sizeof *start, compare);
	*at++ = -1; /* ends the section: indexes are not negative */
	return at;
}

static size_t count_tasks(const struct batches *b)
{
	size_t n = 0;

	for (int i = 0; i < b->n; i++)
		n += (size_t)b->items[i].n;
	return n;
}

/* The key, malloc'ed. */
static struct str key_of(const struct proposal *p)
{
	size_t n = (size_t)p->pending.n + count_tasks(&p->recorded) + count_tasks(&p->potential) + 3;
	int *key = xcalloc(n, sizeof *key), *at = key;

	for (int i = 0; i < p->pending.n; i++)
		*at++ = p->pending.items[i]->index;
	qsort(key, (size_t)p->pending.n, sizeof *key, compare);
	*at++ = -1;
	at = section(at, &p->recorded);
	section(at, &p->potential);
	return (struct str){(const char *)key, n * sizeof *key};
}

bool fingerprint_known(struct search *q, const struct proposal *p)
{
	struct str key = key_of(p);
	bool known = map_get(&q->failed, key) != NULL;

	free((void *)(uintptr_t)key.p);
	return known;
}

void fingerprint_remember(struct search *q, const struct proposal *p)
{
	struct str key = key_of(p);

	map_put(&q->failed, arena_str(&q->arena, key), NULL)->value = q;
	free((void *)(uintptr_t)key.p);
}
