/* A node's amounts: what is idle, used and releasing, kept up to date while tasks come and go
 * (rules/01 7, rules/02 10.2). */
#ifndef SNAP_NODE_H
#define SNAP_NODE_H
#include "model/cluster.h"
#include "model/go_numbers.h"

/* Computes what the task is accepted with, then adds it with its present status to the node's
 * entries and amounts. move: the task goes to another GPU of the same node; its old entry goes, its
 * old amounts stay (rules/02 10.2). False: it has an entry already, which stays as it is. */
bool node_add(struct cluster *c, struct node *n, struct task *t, bool move);
bool node_remove(struct cluster *c, struct node *n,
	struct task *t); /* by the status in its entry; false: no entry */
bool node_update(struct cluster *c, struct node *n,
	struct task *t); /* remove, then add with the present status */
/* node_update for a task that is not fractional, in one step. Amounts are whole numbers, so the
 * sums are the same; only the positions of the entry and of the pod in the view differ, and no
 * decision depends on those. */
bool node_restate(struct cluster *c, struct node *n, struct task *t);
struct node_entry *node_entry_of(struct node *n, const struct task *t); /* NULL: none */

int64_t node_request_memory(const struct node *n, const struct gpu_request *g); /* mem(q), MiB */
double node_fraction(const struct node *n,
	const struct gpu_request *g); /* of each device: portion(q) of rules/01 7.1 */
double node_memory_fraction(
	const struct node *n, int64_t memory); /* of one device, rounded up to a hundredth */
/* No task is placed on a node where its request is for more than one device and not for whole ones.
 */
static inline bool fraction_is_valid(double fraction)
{
	return fraction <= 1 || fraction == (double)go_int64(fraction);
}
bool device_group_fits(const struct node *n, const struct device_group *g, int64_t memory);
bool device_group_fits_idle(const struct node *n, const struct device_group *g, int64_t memory);
struct device_group *device_group_of(const struct node *n, int id); /* NULL: no entry */
/* Resources alone, against `idle` or `idle + releasing` (rules/06 6.3). */
bool node_fits_idle(const struct cluster *c, const struct node *n, const struct task *t);
bool node_fits_releasing_or_idle(
	const struct cluster *c, const struct node *n, const struct task *t);
/* rules/01 7.4: sums over device groups and whole GPUs. */
double node_sum_idle_gpus(const struct cluster *c, const struct node *n);
double node_sum_releasing_gpus(const struct cluster *c, const struct node *n);
int64_t node_sum_gpu_memory(
	const struct cluster *c, const struct node *n); /* MiB, idle and releasing */
int node_device_groups_in_use(const struct node *n);    /* groups with used > 0 */

#endif
