#include "session/booking.h"

#include <math.h>

#include "model/shared_gpus.h"

bool booking_add(struct session *s, struct node *n, struct task *t, bool move)
{
	if (!node_add(s->c, n, t, move))
		return false;
	session_on_storage_add(s, t);
	return true;
}

bool booking_remove(struct session *s, struct node *n, struct task *t)
{
	if (!node_remove(s->c, n, t))
		return false;
	session_on_storage_remove(s, t);
	return true;
}

bool booking_update(struct session *s, struct node *n, struct task *t)
{
	if (!s->exhaustive && !task_fractional(t) &&
		t->request[SLOT_GPU] == trunc(t->request[SLOT_GPU]) && !t->legacy_mig &&
		!gpus_may_be_shared(s->c, t) &&
		!s->hooks.on_storage_remove.n) /* storage registers both hooks, or none */
		return node_restate(s->c, n, t);
	return booking_remove(s, n, t) && booking_add(s, n, t, false);
}
