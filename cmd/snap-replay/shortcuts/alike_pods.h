/* Pods that are one to dry runs and to the searches that certificates repeat: where they go depends
 * on their request, and on nodes that refuse them or never do in this session. */
#ifndef SNAP_ALIKE_PODS_H
#define SNAP_ALIKE_PODS_H
#include "model/bits.h"
#include "session/session.h"

/* Both must have lasting nodes (hook lasting_nodes). */
static inline bool pods_are_alike(
	const struct session *s, const struct task *a, const struct task *b)
{
	return a->request_class == b->request_class && session_same_static_nodes(s, a, b) &&
		bits_equal(session_lasting_nodes(s, a), session_lasting_nodes(s, b), s->c->n_nodes);
}

#endif
