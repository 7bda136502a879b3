#include "tool/log_net.h"

#include <stdlib.h>

#include "common/mem.h"

enum { DEPTH_MAX = 1000 }; /* of queues that are in a cycle */

/* The queue of that name, or display name, is top or below it. */
static bool is_below(
	const struct snapshot_index *index, struct str name, const struct queue_object *top)
{
	const struct queue_object *q = map_get(&index->queues, name);

	for (int i = 0; q && i < DEPTH_MAX; i++) {
		if (q == top)
			return true;
		q = map_get(&index->queues, q->parent);
	}
	return false;
}

struct pick {
	const struct snapshot_index *index;
	const struct events_filter *filter;
	const struct queue_object *top; /* NULL: any queue */
};

static bool picks(const struct pick *p, struct str pod_group, struct str queue)
{
	return (!p->top || is_below(p->index, queue, p->top)) && filter_key(p->filter, pod_group);
}

static void filter_all(struct log_events *t, const struct pick *p)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n_decisions; i++) {
		struct log_decision *d = &t->decisions[i];

		d->hidden = !picks(p, d->pod_group, d->queue);
	}
	for (size_t i = 0; i < t->n_pending; i++)
		if (picks(p, t->pending[i].pod_group, t->pending[i].queue))
			t->pending[n++] = t->pending[i];
	t->n_pending = n;
	n = 0;
	for (size_t i = 0; i < t->n_queues; i++)
		if (!p->top || is_below(p->index, t->queues[i].name, p->top))
			t->queues[n++] = t->queues[i];
	t->n_queues = n;
}

bool log_filter(struct log_events *t, const struct snapshot_index *index,
	const struct events_filter *f, struct error *e)
{
	struct pick p = {index, f, NULL};

	if (f->queue) {
		p.top = map_get(&index->queues, str_of(f->queue));
		if (!p.top)
			return filter_no_queue(f, e);
	}
	if (f->queue || f->ns || f->pod_group)
		filter_all(t, &p);
	return true;
}

/* ---- net result ---- */

/* pod_group to its queue, as far as decisions tell. */
static void index_queues(const struct log_events *t, struct map *queues)
{
	for (size_t i = 0; i < t->n_decisions; i++) {
		struct log_decision *d = &t->decisions[i];

		if (d->pod_group.n && d->queue.n)
			map_put(queues, d->pod_group, NULL)->value = d;
	}
}

static void apply(
	struct net_row *row, const struct log_decision *d, bool had_place, const struct map *queues)
{
	const struct log_decision *of_cause;

	switch (d->kind) {
	case DECISION_BIND: row->change = had_place ? NET_MOVED : NET_BOUND; break;
	case DECISION_PIPELINE: row->change = had_place ? NET_MOVED : NET_PIPELINED; break;
	default:
		row->change = had_place ? NET_EVICTED : NET_WITHDRAWN;
		of_cause = map_get(queues, d->preemptor);
		row->cause = d->preemptor;
		row->cause_queue = of_cause ? of_cause->queue : d->preemptor;
		return;
	}
	row->to = d->node;
}

struct net_row *log_net(const struct log_events *t, size_t *n)
{
	struct net_row *rows = xcalloc(t->n_decisions + 1, sizeof *rows);
	bool *had_place = xcalloc(t->n_decisions + 1, sizeof *had_place);
	struct map by_pod = {0}, queues = {0};

	*n = 0;
	index_queues(t, &queues);
	for (size_t i = 0; i < t->n_decisions; i++) {
		const struct log_decision *d = &t->decisions[i];
		struct map_entry *entry;
		bool fresh;

		if (d->hidden)
			continue;
		entry = map_put(&by_pod, d->pod, &fresh);
		if (fresh) {
			entry->value = &rows[*n];
			had_place[*n] = d->kind == DECISION_EVICT;
			rows[(*n)++] = (struct net_row){.pod = d->pod,
				.pod_group = d->pod_group,
				.queue = d->queue,
				.from = d->node};
		}
		struct net_row *row = entry->value;
		apply(row, d, had_place[row - rows], &queues);
	}
	map_free(&by_pod);
	map_free(&queues);
	free(had_place);
	return rows;
}
