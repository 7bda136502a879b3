#include "tool/snapshot_index.h"
#include <stdlib.h>
#include "common/source.h"

static void put_once(struct map *m, struct str name, void *object)
{
	bool fresh;
	struct map_entry *e = map_put(m, name, &fresh);

	e->value = fresh || e->value == object ? object : NULL;
}

static struct str full_name(struct arena *a, const struct object_meta *m)
{
	struct strbuf b = {0};

	strbuf_addf(&b, STR_FMT "/" STR_FMT, STR_ARG(m->ns), STR_ARG(m->name));
	struct str name = arena_str(a, strbuf_str(&b));
	strbuf_free(&b);
	return name;
}

static void index_all(struct snapshot_index *r)
{
	struct objects *o = &r->objects;

	for (int i = 0; i < o->pod_groups.n; i++)
		put_once(&r->groups, o->pod_groups.items[i]->meta.name, o->pod_groups.items[i]);
	for (int i = 0; i < o->pods.n; i++) {
		const struct object_meta *m = &o->pods.items[i]->meta;
		const struct str *group =
			pod_annotation(o->pods.items[i], POD_ANNOTATION_POD_GROUP);

		if (group)
			map_put(&r->pods, full_name(&o->arena, m), NULL)->value =
				map_get(&r->groups, *group);
	}
	for (int i = 0; i < o->queues.n; i++) {
		struct queue_object *q = o->queues.items[i];

		put_once(&r->queues, q->meta.name, q);
		if (q->display_name.n)
			put_once(&r->queues, q->display_name, q);
	}
}

static bool read_all(
	struct snapshot_index *r, const struct replay_options *o, const char *path, struct error *e)
{
	struct warnings ignored = {0};
	struct source source;

	if (!source_open(&source, path, e))
		return false;
	bool ok = objects_read(&r->objects, source.r, &ignored, e);
	source_end(&source);
	if (ok)
		origin_read(&r->origin, o, &r->objects, source.in, &r->warnings);
	source_close(&source);
	warnings_free(&ignored);
	return ok;
}

bool snapshot_index_read(
	struct snapshot_index *r, const struct replay_options *o, const char *path, struct error *e)
{
	struct error why = {0};

	if (read_all(r, o, path, &why)) {
		index_all(r);
		return true;
	}
	snapshot_index_free(r);
	if (!o->now_given) {
		*e = why;
		return false;
	}
	origin_set(&r->origin, o->now);
	return true;
}

static int by_name(const void *a, const void *b)
{
	return str_cmp(((const struct log_queue *)a)->name, ((const struct log_queue *)b)->name);
}

static void fill_decisions(const struct snapshot_index *r, struct log_events *log)
{
	for (size_t i = 0; i < log->n_decisions; i++) {
		struct log_decision *d = &log->decisions[i];
		const struct pod_group_object *g = map_get(&r->pods, d->pod);

		if (!g)
			continue;
		if (!d->pod_group.n)
			d->pod_group = full_name(&log->arena, &g->meta);
		if (!d->queue.n)
			d->queue = g->queue;
	}
}

/* NAME of "NAMESPACE/NAME". */
static struct str name_part(struct str full)
{
	const char *slash = str_find(full, '/');
	size_t front = slash ? (size_t)(slash + 1 - full.p) : 0;

	return (struct str){full.p + front, full.n - front};
}

static int by_group(const void *a, const void *b)
{
	const struct log_pending *l = a, *r = b;
	int order = str_cmp(name_part(l->pod_group), name_part(r->pod_group));

	return order ? order : str_cmp(l->pod_group, r->pod_group);
}

static void fill_pending(const struct snapshot_index *r, struct log_events *log)
{
	for (size_t i = 0; i < log->n_pending; i++) {
		struct log_pending *p = &log->pending[i];
		const struct pod_group_object *g = map_get(&r->groups, name_part(p->pod_group));

		if (g && str_eq(full_name(&log->arena, &g->meta), p->pod_group))
			p->queue = g->queue;
	}
	if (log->n_pending)
		qsort(log->pending, log->n_pending, sizeof *log->pending, by_group);
}

/* Puts the index's warnings before those of the log. */
static void fill_warnings(const struct snapshot_index *r, struct log_events *log)
{
	for (int i = 0; i < r->warnings.n; i++) {
		LOG_ADD(log, warnings);
		memmove(log->warnings + i + 1, log->warnings + i,
			(log->n_warnings - 1 - (size_t)i) * sizeof *log->warnings);
		log->warnings[i] = (struct log_warning){
			.what = r->warnings.items[i].what, .where = r->warnings.items[i].where};
	}
}

static void fill_queues(const struct snapshot_index *r, struct log_events *log)
{
	for (size_t i = 0; i < log->n_queues; i++) {
		const struct queue_object *q = map_get(&r->queues, log->queues[i].name);

		if (!q)
			continue;
		log->queues[i].name = q->meta.name;
		log->queues[i].parent = q->parent;
		log->queues[i].known = true;
	}
	if (log->n_queues)
		qsort(log->queues, log->n_queues, sizeof *log->queues, by_name);
}

void snapshot_index_fill(const struct snapshot_index *r, struct log_events *log)
{
	fill_decisions(r, log);
	fill_pending(r, log);
	fill_queues(r, log);
	fill_warnings(r, log);
}

void snapshot_index_free(struct snapshot_index *r)
{
	map_free(&r->groups);
	map_free(&r->pods);
	map_free(&r->queues);
	objects_free(&r->objects);
	warnings_free(&r->warnings);
	arena_free(&r->origin.arena);
	*r = (struct snapshot_index){0};
}
