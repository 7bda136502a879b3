#include "tool/told.h"
#include <stdlib.h>
#include "common/mem.h"

void told_free(struct told *t)
{
	arena_free(&t->arena);
	free(t->decisions);
	free(t->pending);
	free(t->queues);
	free(t->warnings);
	free(t->times);
	free(t->actions);
	*t = (struct told){0};
}

void *told_grow(void *items, size_t n, size_t *cap, size_t size)
{
	if (n == *cap) {
		*cap = *cap ? 2 * *cap : 32;
		items = xrealloc_array(items, *cap, size);
	}
	memset((char *)items + n * size, 0, size);
	return items;
}

const char *told_action(struct told *t, struct str name)
{
	for (size_t i = 0; i < t->n_actions; i++)
		if (str_eq(str_of(t->actions[i]), name))
			return t->actions[i];
	return *TOLD_ADD(t, actions) = arena_str(&t->arena, name).p;
}

void told_set_time(struct told *t, const char *action, int64_t ms)
{
	for (size_t i = 0; i < t->n_times; i++)
		if (t->times[i].action == action) {
			t->times[i].ms = ms;
			return;
		}
	*TOLD_ADD(t, times) = (struct told_time){action, ms};
}
