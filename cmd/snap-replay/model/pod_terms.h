/* Inter-pod affinity terms and topology domains, for the plugins predicates and podaffinity
 * (rules/06 8.4 and 13.9).
 *
 * A domain is one pair of a topology key and a value that some node has as a label. Domains are
 * numbered from 0, so an array can count for each. */
#ifndef SNAP_POD_TERMS_H
#define SNAP_POD_TERMS_H
#include "model/cluster.h"

struct domains {
	struct str *keys;  /* distinct topology keys in the terms of all pods */
	int **of_node;     /* by key, then node.index: the domain; -1: the node lacks the label */
	int n_keys, count; /* count: domains of all keys together */
};
enum which_terms { REQUIRED_TERMS, PREFERRED_TERMS };

/* Fills *d, whose arrays live in a. False: no pod of the cluster has such terms. */
bool domains_open(
	struct domains *d, const struct cluster *c, struct arena *a, enum which_terms which);
/* By node.index, as in of_node; NULL: no term has this key. */
const int *domains_of_key(const struct domains *d, struct str key);
/* -1: none. */
static inline int domain_at(const struct domains *d, struct str key, const struct node *n)
{
	const int *row = domains_of_key(d, key);

	return row ? row[n->index] : -1;
}

/* The term, of a pod in namespace owner, selects pod. A namespace selector sees no labels, since
 * snapshots hold no Namespace objects. */
bool pod_term_matches(const struct pod_term *term, struct str owner, const struct pod *pod);
/* All terms match; true for none. */
bool pod_terms_match(const struct pod_terms *terms, struct str owner, const struct pod *pod);

#endif
