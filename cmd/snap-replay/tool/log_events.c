#include "tool/log_events.h"
#include <stdlib.h>
#include "common/mem.h"

void log_events_free(struct log_events *t)
{
	arena_free(&t->arena);
	free(t->decisions);
	free(t->pending);
	free(t->queues);
	free(t->warnings);
	free(t->times);
	free(t->actions);
	*t = (struct log_events){0};
}

void *log_grow(void *items, size_t n, size_t *cap, size_t size)
{
	if (n == *cap) {
		*cap = *cap ? 2 * *cap : 32;
		items = xrealloc_array(items, *cap, size);
	}
	memset((char *)items + n * size, 0, size);
	return items;
}

const char *log_action(struct log_events *t, struct str name)
{
	for (size_t i = 0; i < t->n_actions; i++)
		if (str_eq(str_of(t->actions[i]), name))
			return t->actions[i];
	return *LOG_ADD(t, actions) = arena_str(&t->arena, name).p;
}

void log_set_time(struct log_events *t, const char *action, int64_t ns)
{
	for (size_t i = 0; i < t->n_times; i++)
		if (t->times[i].action == action) {
			t->times[i].ns = ns;
			return;
		}
	*LOG_ADD(t, times) = (struct log_time){action, ns};
}
