#include "session/booking.h"

#include <math.h>

#define FIRE(list, t) \
	for (int i = 0; i < (list).n; i++) \
	(list).items[i].fn((list).items[i].ctx, (t))

bool booking_add(struct session *s, struct node *n, struct task *t, bool move)
{
	if (!node_add(s->c, n, t, move))
		return false;
	FIRE(s->on_storage_add, t);
	return true;
}

bool booking_remove(struct session *s, struct node *n, struct task *t)
{
	if (!node_remove(s->c, n, t))
		return false;
	FIRE(s->on_storage_remove, t);
	return true;
}

bool booking_update(struct session *s, struct node *n, struct task *t)
{
	if (!s->literal && !task_shared(t) && t->request[SLOT_GPU] == trunc(t->request[SLOT_GPU]) &&
		!t->legacy_mig && !s->on_storage_add.n && !s->on_storage_remove.n)
		return node_restate(s->c, n, t);
	return booking_remove(s, n, t) && booking_add(s, n, t, false);
}

void fire_allocate(struct session *s, struct task *t)
{
	FIRE(s->on_allocate, t);
}

void fire_deallocate(struct session *s, struct task *t)
{
	FIRE(s->on_deallocate, t);
}
