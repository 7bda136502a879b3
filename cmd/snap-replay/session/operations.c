#include "session/operations.h"

#include "session/booking.h"
#include "common/grow.h"

struct operation *operation_append(struct statement *st, enum operation_kind kind, struct task *t)
{
	struct operation *op;

	ARRAY_GROW(st->items, st->n, st->cap);
	op = &st->items[st->n++];
	*op = (struct operation){.kind = kind, .task = t};
	return op;
}

void operation_save(struct operation *op, const struct task *t)
{
	op->old_status = t->status;
	op->old_node = t->node;
	op->old_node_name = t->node_name;
	op->old_device_groups = t->device_groups;
	op->old_virtual = t->virtual_status;
	op->old_zones = t->zones;
	op->old_claims = t->claims;
}

static void move_to(struct task *t, struct node *n)
{
	t->node = n;
	t->node_name = n ? n->name : (struct str){0};
}

void unevict(struct session *s, const struct operation *op)
{
	struct task *t = op->task;

	job_set_status(s->c, t, op->old_status);
	t->device_groups = op->old_device_groups;
	t->virtual_status = op->old_virtual;
	t->zones = op->old_zones; /* before the events: it is booked there again */
	t->claims = op->old_claims;
	move_to(t, op->old_node);
	if (node_entry_of(t->node, t))
		booking_update(s, t->node, t);
	else
		booking_add(s, t->node, t, false);
	if (op->repeated)
		t->job->active_drift++;
	session_on_allocate(s, t);
}

void unpipeline(struct session *s, const struct operation *op)
{
	struct task *t = op->task;

	job_set_status(s->c, t, op->old_status);
	t->device_groups = op->old_device_groups;
	t->virtual_status = op->old_virtual;
	t->claims = op->old_claims; /* before the event, which changes them (rules/07 C9) */
	booking_remove(s, t->node, t);
	session_on_deallocate(s, t);
	t->node = op->old_node;
	t->node_name = op->old_node_name;
	t->zones = op->old_zones;
}

void unallocate(
	struct session *s, struct task *t, bool virtual_status, const struct zone_placement *zones)
{
	job_set_status(s->c, t, POD_PENDING);
	booking_remove(s, t->node, t);
	t->virtual_status = virtual_status;
	session_on_deallocate(s, t);
	move_to(t, NULL);
	t->zones = zones;
}
