/* The books of a node: its entries, its idle, used and releasing amounts, and its device groups
 * (rules/01 7, rules/02 10.2). */
#ifndef SNAP_NODE_H
#define SNAP_NODE_H
#include "model/cluster.h"
#include "model/go_numbers.h"

/* Sets task.received and accepted for this node, then books the task with its present status. move:
 * a fractional task goes to another GPU of the same node; its old entry is dropped, its old amounts
 * stay (rules/02 10.2). False: the task has an entry; the books do not change. */
bool node_add(struct cluster *c, struct node *n, struct task *t, bool move);
/* Takes the task off the books, by the status in its entry. False: it has none. */
bool node_remove(struct cluster *c, struct node *n, struct task *t);
/* node_remove, then node_add with the present status. False: no entry. */
bool node_update(struct cluster *c, struct node *n, struct task *t);
/* node_update in one step, for a task that is not fractional and of which gpus_may_be_shared is
 * false. Amounts are whole numbers, so the sums are the same. Only the positions in entries and
 * view differ, and no decision depends on those. */
bool node_restate(struct cluster *c, struct node *n, struct task *t);
/* NULL: none. Valid until the node's books change. */
struct node_entry *node_entry_of(struct node *n, const struct task *t);

/* True if the node's books count this slot: v0.16 counts also what the node does not have. */
static inline bool node_books(const struct cluster *c, const struct node *n, int slot)
{
	return n->allocatable[slot] != 0 || !c->objects->follows.dra_extended;
}

/* What a request takes of each device: in MiB, mem(q) of rules/01 7.1; as a part, portion(q). */
int64_t node_request_memory(const struct node *n, const struct gpu_request *g);
double node_fraction(const struct node *n, const struct gpu_request *g);
/* What is free, or soon to be free, of the devices that pods use in parts, in devices. */
double node_shared_gpus_free(const struct node *n);
/* The part of one device that memory MiB are, rounded up to a hundredth. */
double node_memory_fraction(const struct node *n, int64_t memory);
/* The part that a task takes of each device on a node must be at most 1 or a whole number. */
static inline bool fraction_is_valid(double fraction)
{
	return fraction <= 1 || fraction == (double)go_int64(fraction);
}
/* memory MiB fit into what is idle or releasing of the group, which must be in use; into what is
 * idle of it (g NULL: false). */
bool device_group_fits(const struct node *n, const struct device_group *g, int64_t memory);
bool device_group_fits_idle(const struct node *n, const struct device_group *g, int64_t memory);
/* NULL: none. Valid until the node gets a new group. */
struct device_group *device_group_of(const struct node *n, int id);
/* The request fits into idle, or into idle + releasing; nothing else is checked (rules/06 6.3). */
bool node_fits_idle(const struct cluster *c, const struct node *n, const struct task *t);
/* The plain comparison, also for a request of parts of a GPU: in each slot at most what is idle. */
bool node_covers_idle(const struct cluster *c, const struct node *n, const struct task *t);
bool node_fits_releasing_or_idle(
	const struct cluster *c, const struct node *n, const struct task *t);
/* Sums over device groups and whole GPUs, those of MIG profiles included (rules/01 7.4). */
double node_sum_idle_gpus(const struct cluster *c, const struct node *n);
double node_sum_releasing_gpus(const struct cluster *c, const struct node *n);
/* MiB, idle and releasing together. */
int64_t node_sum_gpu_memory(const struct cluster *c, const struct node *n);
int node_device_groups_in_use(const struct node *n); /* groups with used > 0 */

#endif
