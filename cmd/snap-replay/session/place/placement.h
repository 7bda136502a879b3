/* Which node a task goes to: the order of nodes, the fit of one node, the GPUs of a node, the pods
 * of a job (rules/02 6 to 9, rules/03 5).
 *
 * write: the reasons of a refusal are recorded for the pod's message.
 * pipeline_only: the task is pipelined, even where it could be allocated. Simulations place so. */
#ifndef SNAP_PLACEMENT_H
#define SNAP_PLACEMENT_H
#include "session/statement.h"

struct scored_node {
	struct node *node;
	double score;
};
/* The nodes that are still to try for one task. The items are the session's
 * (session/place/scratch.h) and are valid until the next call of order_nodes. */
struct node_order {
	struct scored_node *items;
	int n;
	int tries; /* nodes taken so far */
};
/* Scores the nodes of `some` for the task and leaves out those whose score fails (rules/02 6).
 * nodes: all that are considered, for the pre-order hooks. */
void order_nodes(struct session *s, struct task *t, const struct node_set *nodes,
	const struct node_set *some, struct node_order *out);
/* Takes out the node with the highest score, among equals the first by name. .node is NULL when
 * none is left. */
struct scored_node next_node(struct node_order *o);
/* The sum of all node_order hooks. False: the node is left out. */
bool node_score(struct session *s, struct task *t, struct node *n, double *score);

/* True: resources and storage fit into Idle + Releasing, and predicates_fit (rules/02 7). */
bool node_fits(struct session *s, struct task *t, struct node *n, bool write);
/* True: no predicate hook refuses. */
bool predicates_fit(struct session *s, struct task *t, struct node *n, bool write);
/* True: resources and storage fit into Idle. */
bool node_fits_now(struct session *s, const struct node *n, const struct task *t);
/* What the node lacks for the task (rules/02 13.3). False: nothing, *v is not set. */
bool fitting_error(
	struct session *s, const struct task *t, const struct node *n, struct verdict *v);

/* A GPU group of a node, or GPU_WHOLE. */
struct device_choice {
	int group;
	double score;
};
/* The *count choices that a task which shares a GPU has on the node, highest score first
 * (rules/02 8.1). They are valid until the next call. */
const struct device_choice *fitting_devices(
	struct session *s, struct task *t, struct node *n, int *count);

/* Places the task on the first node of the set, in order, that takes it (rules/02 9). True: it was
 * allocated or pipelined. */
/* Takes the node, or the best of its GPU groups, for the task: allocated where the task fits on
 * idle amounts and pipeline_only is false, else pipelined. False: it was refused. */
bool put_on_node(struct statement *st, struct task *t, struct node *n, bool pipeline_only);
/* Node by node, as the original does it. */
bool place_plain(
	struct statement *st, struct task *t, const struct node_set *nodes, bool pipeline_only);
bool place_task(
	struct statement *st, struct task *t, const struct node_set *nodes, bool pipeline_only);
/* Places the job's unit, all of its pods or none (rules/03 5). */
bool place_job(
	struct statement *st, struct job *j, const struct node_set *nodes, bool pipeline_only);

#endif
