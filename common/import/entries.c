/* The nodes of an autoscaler's document, each with its pods. */
#include "common/import/autoscaler.h"
#include "common/grow.h"

static struct str full_name(struct import *im, struct str ns, struct str name)
{
	struct strbuf b = {0};
	struct str s;

	strbuf_addstr(&b, ns);
	strbuf_addc(&b, '/');
	strbuf_addstr(&b, name);
	s = arena_str(&im->arena, strbuf_str(&b));
	strbuf_free(&b);
	return s;
}

void pod_add(struct document *d, struct object *o)
{
	struct map_entry *e;
	bool fresh;

	e = map_put(&d->pods, full_name(d->im, o->ns, o->name), &fresh);
	if (!fresh) {
		struct object *first = e->value;

		d->im->twice++;
		first->pod->asked = first->pod->asked || (o->pod->asked && !first->pod->node.n);
		return;
	}
	e->value = o;
	import_add(d->im, KIND_PODS, o);
}

void pods_read(struct reader *x, struct object_list *pods)
{
	if (json_null(x->r) || !json_enter(x->r))
		return;
	while (json_element(x->r)) {
		struct object *o = object_read(x, KIND_PODS);

		if (!o)
			continue;
		ARENA_GROW(&x->im->arena, pods->items, pods->n, pods->cap);
		pods->items[pods->n++] = o;
	}
}

void entry_read(struct reader *x, struct entry *t)
{
	struct str key;

	if (json_null(x->r) || !json_enter(x->r))
		return;
	while (json_key(x->r, &key)) {
		if (str_eq(key, STR("Node"))) {
			t->node = object_read(x, KIND_NODES);
			t->placeholder = x->placeholder;
			t->invented = x->invented;
			t->unready = x->unready;
		} else if (str_eq(key, STR("Pods"))) {
			pods_read(x, &t->pods);
		} else {
			json_skip(x->r);
		}
	}
}

void entry_add(struct document *d, const struct entry *t)
{
	struct import *im = d->im;

	if (!t->node)
		return;
	im->placeholders += t->placeholder;
	if (t->placeholder && !im->options.placeholders)
		return;
	im->unready += t->invented;
	import_add(im, KIND_NODES, t->node);
	for (size_t i = 0; i < t->pods.n; i++)
		pod_add(d, t->pods.items[i]);
}
