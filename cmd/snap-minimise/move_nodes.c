/* Nodes that are alike become one with all that is on them. */
#include "alike.h"
#include "requests.h"

static bool key_of(const struct draft *d, int i, struct arena *a, struct strbuf *key)
{
	const struct value *v = draft_object(d, i, a);
	const struct value *labels = value_field(value_field(v, STR("metadata")), STR("labels"));
	const struct str host = STR("kubernetes.io/hostname");

	for (size_t k = 0; labels && k < labels->count; k++)
		if (!str_eq(labels->members[k].key, host)) {
			strbuf_addstr(key, labels->members[k].key);
			alike_add(key, labels->members[k].value);
		}
	alike_add(key, value_field(v, STR("spec")));
	return d->owned[i] < 0; /* zones and devices have their node's name */
}

static void collect(struct moves *m)
{
	alike_collect(m, KIND_NODES, key_of);
}

static void move(struct moves *m, int unit, int with)
{
	struct draft *d = &m->draft;
	const struct snapshot *s = &d->state->snapshot;
	struct requests room = {0};
	const struct value *status = value_field(draft_change(d, unit), STR("status"));

	requests_read(value_field(status, STR("allocatable")), &room);
	requests_add_to_node(&d->arena, draft_change(d, with), &room, 1);
	for (int i = d->placed[unit], next; i >= 0; i = next) {
		next = d->next_placed[i];
		if (!d->state->keep[i])
			continue;
		value_insert(&d->arena, value_field(draft_change(d, i), STR("spec")),
			STR("nodeName"), value_text(&d->arena, s->objects[with].name));
		draft_place(d, i, with);
	}
	draft_drop(d, unit);
}

const struct move_kind move_merge_nodes = {"node like another", collect, move};
