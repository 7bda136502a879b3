/* Placing: the order of nodes, the fit of one node, the GPUs of a node, one task, one job (rules/02
 * 6 to 9, rules/03 5). Idle and Releasing are the node's amounts of these names (model/node.h).
 *
 * write: a refusal records its reasons in the task's record (session/fit_errors.h).
 * pipeline_only: tasks are pipelined, even onto idle room. Simulations set it. */
#ifndef SNAP_PLACEMENT_H
#define SNAP_PLACEMENT_H
#include "session/statement.h"

/* What nodeavailability gives a node on which the task fits now (rules/06 13.3). */
enum { SCORE_AVAILABLE = 1000, SCORE_CPU_ONLY = 10 };

struct scored_node {
	struct node *node;
	double score;
};
/* The nodes that are still to be tried for one task. The items belong to session.place and are
 * valid until the next order_nodes. */
struct node_order {
	struct scored_node *items;
	int n;
	int tries; /* calls of next_node so far */
};
/* Calls the node_pre_order hooks for `nodes`, scores the nodes of the subset `some`, and leaves out
 * those for which node_score is false (rules/02 6). */
void order_nodes(struct session *s, struct task *t, const struct node_set *nodes,
	const struct node_set *some, struct node_order *out);
/* Takes out the node with the highest score, among equals the first by name. node is NULL: none is
 * left. */
struct scored_node next_node(struct node_order *o);
/* The sum of the node_order hooks, which session_node_pre_order has prepared. False: a hook failed,
 * or the sum is NaN. */
bool node_score(struct session *s, struct task *t, struct node *n, double *score);

/* True: the task fits into Idle + Releasing, with storage, and predicates_fit (rules/02 7). */
bool node_fits(struct session *s, struct task *t, struct node *n, bool write);
/* True: no predicate hook refuses. */
bool predicates_fit(struct session *s, struct task *t, struct node *n, bool write);
/* True: the task fits into Idle, with storage. */
bool node_fits_now(struct session *s, const struct node *n, const struct task *t);
/* True: the task does not fit into Idle; what the node lacks is added to *v, which may stay empty
 * (rules/02 13.3). False: it fits, or only device groups lack room; *v is unchanged. */
bool fitting_error(
	struct session *s, const struct task *t, const struct node *n, struct verdict *v);

struct device_choice {
	int group; /* id of a device group of the node, or GPU_WHOLE */
	double score;
};
/* The *count choices that a fractional task has on the node, highest score first (rules/02 8.1).
 * They are valid until the next call. */
const struct device_choice *fitting_devices(
	struct session *s, struct task *t, struct node *n, int *count);

/* Allocates the task on the node, for which node_fits is true, if it fits into Idle and
 * pipeline_only is false; else pipelines it. False: the operation failed, or a fractional task
 * finds too few GPUs. */
bool put_on_node(struct statement *st, struct task *t, struct node *n, bool pipeline_only);
/* Tries the nodes one by one in the order of order_nodes, as the original does. True: the task was
 * put on a node. The caller has called the pre-predicates. */
bool place_exhaustive(
	struct statement *st, struct task *t, const struct node_set *nodes, bool pipeline_only);
/* Places the task on the first node in order that takes it, by session.fast_placing or
 * place_exhaustive (rules/02 9). False: a pre-predicate refuses the task, or no node takes it. */
bool place_task(
	struct statement *st, struct task *t, const struct node_set *nodes, bool pipeline_only);
/* Places the job's unit, all of its tasks or none (rules/03 5). False: there is no unit, a queue's
 * capacity refuses it, or a task found no node; the statement is as before. */
bool place_job(
	struct statement *st, struct job *j, const struct node_set *nodes, bool pipeline_only);

#endif
