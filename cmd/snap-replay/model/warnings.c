#include "model/warnings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/grow.h"

static void add(struct warnings *w, const struct warning *one)
{
	for (int i = 0; i < w->n; i++)
		if (w->items[i].kind == one->kind && str_eq(w->items[i].what, one->what)) {
			w->items[i].count++;
			return;
		}
	ARRAY_GROW(w->items, w->n, w->cap);
	w->items[w->n++] = (struct warning){one->kind, arena_str(&w->arena, one->what),
		arena_str(&w->arena, one->where), arena_str(&w->arena, one->advice), 1};
}

static void add_text(struct warnings *w, struct warning one, const char *fmt, va_list args)
{
	static const char panics[] = "the scheduler panics: ";
	char text[512];
	size_t n = one.kind == WARNING_PANIC ? strlen(panics) : 0;

	memcpy(text, panics, n);
	vsnprintf(text + n, sizeof text - n, fmt, args);
	one.what = str_of(text);
	add(w, &one);
}

void warn_input(struct warnings *w, struct str where, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	add_text(w, (struct warning){.kind = WARNING_INPUT, .where = where}, fmt, args);
	va_end(args);
}

void warn_doubt(struct warnings *w, struct str where, const char *advice, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	add_text(w,
		(struct warning){.kind = WARNING_DOUBT, .where = where, .advice = str_of(advice)},
		fmt, args);
	va_end(args);
}

void warn_panic(struct warnings *w, struct str where, const char *advice, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	add_text(w,
		(struct warning){.kind = WARNING_PANIC, .where = where, .advice = str_of(advice)},
		fmt, args);
	va_end(args);
}

void warn_unsupported(struct warnings *w, struct str feature, struct str example)
{
	add(w, &(struct warning){.kind = WARNING_UNSUPPORTED, .what = feature, .where = example});
}

void warnings_free(struct warnings *w)
{
	free(w->items);
	arena_free(&w->arena);
	*w = (struct warnings){0};
}
