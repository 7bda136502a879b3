#include <stdlib.h>
#include "common/import/fill.h"

struct str maker_kept(struct maker *m)
{
	return arena_str(&m->im->arena, strbuf_str(&m->text));
}

struct jsonw maker_start(struct maker *m)
{
	strbuf_clear(&m->text);
	return (struct jsonw){.out = &m->text};
}

void maker_begin(struct jsonw *w, struct str ns, struct str name)
{
	jsonw_begin(w, '{');
	jsonw_key(w, "metadata");
	jsonw_begin(w, '{');
	jsonw_key(w, "name");
	jsonw_str(w, name);
	if (ns.n) {
		jsonw_key(w, "namespace");
		jsonw_str(w, ns);
	}
	jsonw_end(w, '}');
}

void maker_add(struct maker *m, enum kind kind, struct str ns, struct str name)
{
	struct object *o = ARENA_NEW(&m->im->arena, struct object);

	o->ns = ns;
	o->name = name;
	o->text = maker_kept(m);
	import_add(m->im, kind, o);
}

void maker_set_key(struct maker *m, struct str a, struct str b, struct str c)
{
	strbuf_clear(&m->text);
	strbuf_addstr(&m->text, a);
	strbuf_addc(&m->text, '\n');
	strbuf_addstr(&m->text, b);
	strbuf_addc(&m->text, '\n');
	strbuf_addstr(&m->text, c);
}

/* The scheduler keys its pods by uid: each gets one of its own. */
static void own_uids(struct maker *m)
{
	const struct object_list *pods = list_of(m->im, KIND_PODS);
	struct map uids = {0};
	long doubles = 0;

	for (size_t i = 0; i < pods->n; i++) {
		struct object *o = pods->items[i];
		bool fresh = true;

		if (o->uid.n)
			map_put(&uids, o->uid, &fresh);
		doubles += !fresh;
		if (o->uid.n && fresh)
			continue;
		strbuf_clear(&m->text);
		strbuf_addf(&m->text, "imported:" STR_FMT "/" STR_FMT, STR_ARG(o->ns),
			STR_ARG(o->name));
		o->uid = maker_kept(m);
	}
	if (doubles)
		import_assume(m->im, "%ld pod%s with the uid of another one: given one of %s own",
			doubles, plural_s(doubles), doubles == 1 ? "its" : "their");
	map_free(&uids);
}

static void drop_claims(struct maker *m)
{
	const struct object_list *pods = list_of(m->im, KIND_PODS);
	long changed = 0;

	if (m->im->has_kind[KIND_PERSISTENT_VOLUME_CLAIMS] || m->im->has_kind[KIND_RESOURCE_CLAIMS])
		return;
	for (size_t i = 0; i < pods->n; i++) {
		struct object *o = pods->items[i];

		if (o->pod->node.n || str_eq(o->refs, o->no_refs))
			continue;
		o->refs = o->no_refs;
		changed++;
	}
	if (changed)
		import_assume(m->im,
			"%ld pending pod%s without the volumes and resource claims that %s: the source has no claims",
			changed, plural_s(changed), changed == 1 ? "it needs" : "they need");
}

static int by_name(const void *a, const void *b)
{
	const struct object *x = *(struct object *const *)a, *y = *(struct object *const *)b;
	int c = str_cmp(x->ns, y->ns);

	if (c == 0)
		c = str_cmp(x->name, y->name);
	return c ? c : str_cmp(x->uid, y->uid);
}

/* Pods are sorted before others are made of them, and only some are renamed then. */
static void sort(struct object_list *l)
{
	size_t sorted = 1;

	while (sorted < l->n && by_name(&l->items[sorted - 1], &l->items[sorted]) <= 0)
		sorted++;
	if (sorted < l->n)
		qsort(l->items, l->n, sizeof *l->items, by_name);
}

void import_fill(struct import *im)
{
	struct maker m = {.im = im};

	sort(list_of(im, KIND_PODS));
	own_uids(&m);
	make_groups(&m);
	make_queues(&m);
	make_classes(&m);
	make_config_maps(&m);
	drop_claims(&m);
	for (int kind = 0; kind < KIND_COUNT; kind++)
		sort(list_of(im, (enum kind)kind));
	if (im->options.profile != PROFILE_NONE)
		import_assume(im,
			"the profile is an approximation: only allocate and preempt run, GPUs count for packing, and nothing stands for PodTopologySpread, ImageLocality and preferences of nodes and taints");
	import_assume(im,
		"config and schedulerParams: what is built into the scheduler, and no node pool");
	map_free(&m.groups);
	map_free(&m.names);
	map_free(&m.queues);
	strbuf_free(&m.text);
}
