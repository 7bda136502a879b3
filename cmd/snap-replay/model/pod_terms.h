/* Inter-pod affinity terms and topology domains, for the plugins predicates and podaffinity
 * (rules/06 8.4 and 13.9).
 *
 * A domain is one (topology key, value) pair that some node carries; domains are numbered, so
 * counting per pair is an array. */
#ifndef SNAP_POD_TERMS_H
#define SNAP_POD_TERMS_H
#include "model/cluster.h"

struct domains {
	struct str *keys;  /* distinct topology keys of all pods' terms */
	int **of_node;     /* by key, then node.index: domain, -1: the node lacks the label */
	int n_keys, count; /* count: domains of all keys together */
};
enum which_terms { REQUIRED_TERMS, PREFERRED_TERMS };

/* False: no pod of the cluster has such terms (nothing is allocated). Lives in the arena.
 */
bool domains_open(
	struct domains *d, const struct cluster *c, struct arena *a, enum which_terms which);
const int *domains_of_key(
	const struct domains *d, struct str key); /* by node.index; NULL: a key nobody uses */
static inline int domain_at(const struct domains *d, struct str key, const struct node *n)
{
	const int *row = domains_of_key(d, key);

	return row ? row[n->index] : -1;
}

/* The term of a pod in namespace owner selects this pod. Snapshots hold no Namespace
 * objects: their labels are empty. */
bool pod_term_matches(const struct pod_term *term, struct str owner, const struct pod *pod);
/* All terms; an empty list matches. */
bool pod_terms_match(const struct pod_terms *terms, struct str owner, const struct pod *pod);

#endif
