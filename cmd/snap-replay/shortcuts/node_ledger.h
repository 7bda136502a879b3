/* The node ledger of a dry run: what each node has free, and the first node for a pod.
 *
 * Free amounts are idle + releasing amounts. c (shortcuts/class_order.h), and whether a pod fits,
 * follow from them. The K of a node depends on its idle amounts, which a simulation changes in one
 * case: an evicted pod gives back releasing amounts, and a placed pod takes them; but a Pipelined
 * pod that is evicted counts as one that ran there, and lowers the idle amounts, until it comes
 * home (rules/02 10.2). So they are never above those at the start of the search, and K falls by
 * what nodeavailability gave the node if the class does not fit on them any more.
 *
 * Which node comes first is told by one of three parts: by gpu_ledger.h, if it follows the run,
 * else by ledger_steps.h, if it applies to the cluster, else by ledger_classes.h.
 *
 * The ledger has two amounts for each node: start and free. A class is a request class of regular
 * pods, by the number that node_ledger_class returned. A node is its index. A set of nodes has a
 * bit for each index. */
#ifndef SNAP_NODE_LEDGER_H
#define SNAP_NODE_LEDGER_H
#include "solvers/search.h"

struct node_ledger;

struct node_ledger *node_ledger_new(struct search *q); /* in the search's arena */
/* Sets start to the session's free amounts. Forgets all classes. Call it before anything else. */
void node_ledger_load(struct node_ledger *m);
/* The class of t; -1: the class order is not known (class_order.served), or there are too many
 * classes, and ledger_steps.h does not apply. The number is valid until node_ledger_load. */
int node_ledger_class(struct node_ledger *m, struct task *t);
/* True: the class of a pod has the same number in each search of the session. Then
 * node_ledger_open makes a class valid that node_ledger_class returned in an earlier search;
 * request: what a pod of it requests. */
bool node_ledger_numbers_last(const struct node_ledger *m);
void node_ledger_open(struct node_ledger *m, int class, const double *request);
/* Opens the classes of another ledger of the search, with the same numbers. Call it behind
 * node_ledger_load; both were loaded with the session as it is now. */
void node_ledger_open_as(struct node_ledger *m, const struct node_ledger *other);
/* What a pod of the class requests, by slot. */
const double *node_ledger_request(const struct node_ledger *m, int class);
/* Evicts a pod of the class from the node: adds its request to start. pipelined: the pod's status.
 * node_ledger_return undoes that. Both take effect with the next reset. */
void node_ledger_evict(struct node_ledger *m, int class, int node, bool pipelined);
void node_ledger_return(struct node_ledger *m, int class, int node, bool pipelined);
/* Begins a dry run: sets free to start. The run may use the nodes of the set only, which must stay
 * as it is until the next reset. claimless: no pod of it has claims of storage. */
void node_ledger_reset(struct node_ledger *m, const uint64_t *set, bool claimless);
/* The first node in the class order that has enough free and is in eligible; -1: none. */
int node_ledger_find(const struct node_ledger *m, int class, const uint64_t *eligible);
/* The same for a pod that has claims of storage, too. eligible: where these have room; now: those
 * of eligible where they have it at once, for nodeavailability. Only if node_ledger_knows_claims.
 */
int node_ledger_find_claiming(
	const struct node_ledger *m, int class, const uint64_t *eligible, const uint64_t *now);
/* True: the node, which is in the set, has enough free for a pod of the class. */
bool node_ledger_holds(const struct node_ledger *m, int class, int node);
bool node_ledger_knows_claims(const struct node_ledger *m);
/* Places a pod of the class on the node: takes its request from free. home: it was Pipelined there
 * before. node_ledger_take_back undoes that. */
void node_ledger_put(struct node_ledger *m, int class, int node, bool home);
void node_ledger_take_back(struct node_ledger *m, int class, int node, bool home);
/* True: since the reset, some node had a free amount for which the class order is not known. The
 * outcome of the dry run is then worthless. */
bool node_ledger_unordered(const struct node_ledger *m);
/* By how much the pod of the class that was just placed on the node lowered what was free there
 * above 0 in the slot. Maybe less, if the pod does not fit there. */
double node_ledger_room_taken(const struct node_ledger *m, int class, int node, int slot);

#endif
