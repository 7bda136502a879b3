/* A queue between others goes, and those below come under the one above, or become roots. */
#include "moves.h"

static void collect(struct moves *m)
{
	const struct draft *d = &m->draft;
	const struct snapshot *s = &d->state->snapshot;
	const unsigned char *keep = d->state->keep;

	for (int queue = s->first[KIND_QUEUES]; queue < s->first[KIND_QUEUES + 1]; queue++) {
		bool queues = false, groups = false;

		for (int i = d->owned[queue]; i >= 0 && keep[queue]; i = d->next[i]) {
			queues = queues || (keep[i] && snapshot_kind(s, i) == KIND_QUEUES);
			groups = groups || (keep[i] && snapshot_kind(s, i) == KIND_POD_GROUPS);
		}
		if (queues && !groups)
			moves_add(m, queue, -1);
	}
}

static void set_parent(struct draft *d, int queue, int above)
{
	struct value *spec = value_field(draft_change(d, queue), STR("spec"));

	if (!spec)
		return;
	value_remove(spec, STR("parentQueue"));
	if (above >= 0)
		value_insert(&d->arena, spec, STR("parentQueue"),
			value_text(&d->arena, d->state->snapshot.objects[above].name));
}

static void move(struct moves *m, int unit, int with)
{
	struct draft *d = &m->draft;
	const struct object *objects = d->state->snapshot.objects;
	int above = objects[unit].owner;

	(void)with;
	for (int i = d->owned[unit], next; i >= 0; i = next) {
		next = d->next[i];
		if (d->state->keep[i] && snapshot_kind(&d->state->snapshot, i) == KIND_QUEUES) {
			set_parent(d, i, above);
			draft_hand_over(d, i, above);
		}
	}
	draft_drop(d, unit);
}

const struct move_kind move_splice = {"queue between", collect, move};
