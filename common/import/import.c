#include "common/import/import.h"
#include <stdarg.h>
#include "common/grow.h"

void import_keep(struct import *im, struct object_list *l, struct object *o)
{
	ARENA_GROW(&im->arena, l->items, l->n, l->cap);
	l->items[l->n++] = o;
}

void import_add(struct import *im, enum kind kind, struct object *o)
{
	import_keep(im, list_of(im, kind), o);
}

void import_assume(struct import *im, const char *fmt, ...)
{
	va_list ap;

	ARENA_GROW(&im->arena, im->assumed, im->n_assumed, im->cap_assumed);
	va_start(ap, fmt);
	im->assumed[im->n_assumed++] = arena_vtextf(&im->arena, fmt, ap);
	va_end(ap);
}

void import_free(struct import *im)
{
	arena_free(&im->arena);
	*im = (struct import){0};
}
