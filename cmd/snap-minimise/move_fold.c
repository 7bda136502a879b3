/* A pod that runs becomes room that its node does not have. A pod group goes with all of its pods.
 */
#include <stdlib.h>

#include "common/mem.h"
#include "moves.h"
#include "requests.h"

enum { LEVELS_MAX = 64 }; /* of queues; rings end there, too */

static bool runs(const struct value *pod)
{
	return str_eq(value_str(value_field(value_field(pod, STR("status")), STR("phase"))),
		       STR("Running")) &&
		!value_field(value_field(pod, STR("metadata")), STR("deletionTimestamp"));
}

static bool can_fold(struct moves *m, int pod)
{
	const struct state *s = m->draft.state;
	int node = s->snapshot.objects[pod].node;
	struct arena a = {0};
	struct requests r = {0};
	const struct value *v;
	bool can;

	if (node < 0 || !s->keep[node] || state_names(s, pod))
		return false;
	v = draft_object(&m->draft, pod, &a);
	can = runs(v) && requests_of(v, &r);
	arena_free(&a);
	return can;
}

/* The unit of a pod is its pod group, or itself. */
static int unit_of(const struct state *s, int pod)
{
	int group = s->snapshot.objects[pod].owner;

	return group >= 0 && s->keep[group] ? group : pod;
}

static void collect(struct moves *m)
{
	const struct state *s = m->draft.state;
	const int *first = s->snapshot.first;
	enum { NO_PODS, YES, NO };
	unsigned char *units = xcalloc((size_t)s->snapshot.n + 1, 1);

	for (int i = first[KIND_PODS]; i < first[KIND_PODS + 1]; i++) {
		unsigned char *unit = &units[unit_of(s, i)];

		if (s->keep[i] && *unit != NO)
			*unit = can_fold(m, i) ? YES : NO;
	}
	for (int i = 0; i < s->snapshot.n; i++)
		if (units[i] == YES && s->keep[i])
			moves_add(m, i, -1);
	free(units);
}

static void fold_pod(struct moves *m, int pod, struct requests *of_all)
{
	struct draft *d = &m->draft;
	const struct value *v = draft_object(d, pod, &d->arena);
	struct requests r = {0};

	requests_of(v, &r);
	requests_add(of_all, &r);
	requests_add_to_node(
		&d->arena, draft_change(d, d->state->snapshot.objects[pod].node), &r, -1);
	draft_drop(d, pod);
}

static void move(struct moves *m, int unit, int with)
{
	struct draft *d = &m->draft;
	const struct snapshot *s = &d->state->snapshot;
	struct requests all = {0};
	int queue = s->objects[unit].owner;

	(void)with;
	if (snapshot_kind(s, unit) == KIND_PODS) {
		fold_pod(m, unit, &all);
		return;
	}
	for (int i = d->owned[unit]; i >= 0; i = d->next[i])
		if (d->state->keep[i])
			fold_pod(m, i, &all);
	draft_drop(d, unit);
	for (int level = 0; queue >= 0 && level < LEVELS_MAX; level++) {
		if (d->state->keep[queue])
			requests_add_to_queue(&d->arena, draft_change(d, queue), &all, -1);
		queue = s->objects[queue].owner;
	}
}

const struct move_kind move_fold = {"pod that runs", collect, move};
