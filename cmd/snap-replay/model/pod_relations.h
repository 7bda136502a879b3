/* Which pods have to do with each other by inter-pod terms: what does not change in a session, so
 * that most pairs of pods need not be compared again at each placing.
 *
 * Claim. If pods_relate is false, no term of the kind of either pod selects the other, on any node.
 * Why. It depends on terms, namespaces and labels, which a session does not change.
 * Guard. pods_relate is true in clusters with very many pods.
 * Test. tests/unit/snap-replay/test_pod_relations.c. */
#ifndef SNAP_POD_RELATIONS_H
#define SNAP_POD_RELATIONS_H
#include "model/pod_terms.h"

struct pod_relations {
	enum which_terms which;
	int n;                /* tasks of the cluster */
	unsigned char *known; /* by pair of indexes: enum relation; NULL: there are too many */
};

/* Memory is in the arena: a byte for each pair of tasks, 16 MiB at most. */
void pod_relations_open(
	struct pod_relations *r, const struct cluster *c, struct arena *a, enum which_terms which);
/* True if unknown. */
bool pods_relate(struct pod_relations *r, const struct task *a, const struct task *b);

#endif
