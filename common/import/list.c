/* A list of kubectl as a cluster. */
#include "common/import/items.h"
#include "common/import/object.h"

struct list {
	struct import *im;
	struct reader x;
	long finished;
};

static bool is_finished(const struct object *o)
{
	return o->pod &&
		(str_eq(o->pod->phase, STR("Succeeded")) || str_eq(o->pod->phase, STR("Failed")));
}

static void add_item(struct list *l, enum kind kind, struct object *o)
{
	l->im->has_kind[kind] = true;
	if (is_finished(o))
		l->finished++;
	else
		import_add(l->im, kind, o);
}

static void read_item(void *ctx, enum kind kind, struct str lead, struct str key)
{
	struct list *l = ctx;
	struct reader *x = &l->x;
	struct object *o;

	strbuf_clear(&x->lead);
	if (kind != KIND_CONFIG_MAPS) /* data, which may be a secret */
		strbuf_addstr(&x->lead, lead);
	o = object_read_on(x, kind, key);
	if (o)
		add_item(l, kind, o);
}

static bool check(const struct import *im, bool has_items, struct error *e)
{
	if (has_items && (im->has_kind[KIND_NODES] || im->has_kind[KIND_PODS]))
		return true;
	return items_refuse(has_items, e);
}

static void assume(const struct list *l, long others)
{
	struct import *im = l->im;
	const struct object_list *pods = list_of(im, KIND_PODS);

	/* Where pods have pod groups, those without are another scheduler's. */
	for (size_t i = 0; i < pods->n; i++)
		pods->items[i]->pod->asked = !im->has_kind[KIND_POD_GROUPS];
	if (!im->options.with_dump)
		import_assume(im,
			"the time of the list is not in it: a replay goes by the newest time in the objects, or by --now");
	if (l->finished)
		import_assume(
			im, "%ld finished pod%s left out", l->finished, plural_s(l->finished));
	if (others)
		import_assume(im, "%ld object%s of kinds that no snapshot has left out", others,
			plural_s(others));
}

static bool read_list(struct list *l, struct items *items, struct json *r, struct error *e)
{
	bool good;

	l->x.im = l->im;
	l->x.r = items->r = r;
	items->ctx = l;
	items->item = read_item;
	good = items_read(items, e);
	items_free(items);
	reader_free(&l->x);
	return good;
}

bool list_add(struct import *im, struct json *r, struct error *e)
{
	struct list l = {.im = im};
	struct items items = {0};

	return read_list(&l, &items, r, e);
}

bool list_read(struct import *im, struct json *r, struct error *e)
{
	struct list l = {.im = im};
	struct items items = {0};

	if (!read_list(&l, &items, r, e) || !check(im, items.given, e))
		return false;
	im->format = "kubectl-list";
	assume(&l, items.others);
	return true;
}
