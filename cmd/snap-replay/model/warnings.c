#include "warnings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/mem.h"

static void add(struct warnings *w, struct str what, struct str where, bool unsupported)
{
	for (int i = 0; i < w->n; i++)
		if (w->items[i].unsupported == unsupported && str_eq(w->items[i].what, what)) {
			w->items[i].count++;
			return;
		}
	if (w->n == w->cap) {
		w->cap = w->cap ? 2 * w->cap : 8;
		w->items = xrealloc_array(w->items, (size_t)w->cap, sizeof *w->items);
	}
	w->items[w->n++] = (struct warning){arena_str(&w->arena, what), arena_str(&w->arena, where), 1, unsupported};
}

void warn_odd(struct warnings *w, struct str where, const char *fmt, ...)
{
	char text[512];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	add(w, str_of(text), where, false);
}

void warn_unsupported(struct warnings *w, const char *feature, struct str example)
{
	add(w, str_of(feature), example, true);
}

void warnings_free(struct warnings *w)
{
	free(w->items);
	arena_free(&w->arena);
	*w = (struct warnings){0};
}
