/* Contributions by node: which nodes NodeLocalGreedy need not look at.
 *
 * Claim. The scenario that it makes of a state for a node fails if the jobs that have a batch there
 *   contribute less than the deficit together (deficit_bound.h), and none of them is exempt.
 * Why. Its potential victims are all batches that the state has of these jobs (rules/04 8.2): their
 *   contributions are summed up node by node, as batches come in.
 * Needs. choices.h would refuse it, too: it adds up the same contributions, job by job. The sums
 *   may differ by rounding, so a margin is left.
 * Guard. That of the deficit bound.
 * Test. tests/unit/snap-replay/test_choices.c; --exhaustive, which asks choices.h alone. */
#ifndef SNAP_NODE_CONTRIBUTIONS_H
#define SNAP_NODE_CONTRIBUTIONS_H
#include "solvers/scenario.h"

/* True: the scenario for the node with this index fails. The states of a probe come in order. */
bool node_contributes_too_little(struct search *q, const struct proposal *state, int node);

#endif
