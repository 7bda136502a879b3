/* Where a task goes: nodes in order, the fit of one node, GPUs inside a node (rules/02 6 to
 * 9, rules/03 5). */
#ifndef SNAP_PLACEMENT_H
#define SNAP_PLACEMENT_H
#include "session/statement.h"

struct scored_node {
	struct node *node;
	double score;
};
struct node_order { /* nodes still to try; items is scratch memory of the session, for one task at a
		       time */
	struct scored_node *items;
	int n;
	int tries; /* taken so far */
};
/* Scores `some` of the nodes (the pre-order hooks see all of them): a node whose score fails is
 * left out. */
void order_nodes(struct session *s, struct task *t, const struct node_set *nodes,
	const struct node_set *some, struct node_order *out);
/* Takes out the best: by score, then name. .node NULL: none is left. */
struct scored_node next_node(struct node_order *o);
bool node_score(struct session *s, struct task *t, struct node *n, double *score);
/* Resources and storage on Idle + Releasing, then the predicates. write: record reasons. */
bool node_fits(struct session *s, struct task *t, struct node *n, bool write);
bool predicates_fit(
	struct session *s, struct task *t, struct node *n, bool write); /* the predicates alone */
/* Resources and storage on Idle alone. */
bool node_fits_now(struct session *s, const struct node *n, const struct task *t);
/* rules/02 13.3. False: no error to report. */
bool fitting_error(
	struct session *s, const struct task *t, const struct node *n, struct verdict *v);

/* GPU groups (or GPU_WHOLE) of the node that a shared request could take, best first
 * (rules/02 8.1). items is scratch memory of the session, valid until the next call. */
struct gpu_choice {
	int group;
	double score;
};
const struct gpu_choice *fitting_gpus(
	struct session *s, struct task *t, struct node *n, int *count);

bool place_task(
	struct statement *st, struct task *t, const struct node_set *nodes, bool pipeline_only);
/* One unit of the job, all or nothing (rules/03 5). */
bool place_job(
	struct statement *st, struct job *j, const struct node_set *nodes, bool pipeline_only);

#endif
