/* The nodes of a node ledger by free GPUs alone, for dry runs in which nothing else runs out.
 *
 * Claim. gpu_ledger_find gives the node that ledger_steps_find would give.
 * Why. Let the *rate* of a slot be a whole number such that no pod of the classes requests more of
 *   it for each GPU that it requests. A node is *ample* if for each slot it has that much free for
 *   each free GPU. A pod that finds enough GPUs on such a node finds enough of all else there. The
 *   node stays ample when a pod is placed, which takes no more than the rate for each GPU, whether
 *   it fits or not; and when that is undone. So the GPUs decide whether a pod fits, and they are
 *   what the class order packs by. Only idle amounts are compared slot by slot.
 * Guard. gpu_ledger_begin: each node of the run is ample, with whole amounts, or has less than 0
 *   GPUs free, so that no pod comes there; each class requests GPUs, and few. No pod of the run
 *   has claims of storage: dry_lane.c.
 * Test. tests/unit/snap-replay/test_gpu_ledger.c, tests/unit/snap-replay/test_node_ledger.c;
 *   --exhaustive. */
#ifndef SNAP_GPU_LEDGER_H
#define SNAP_GPU_LEDGER_H
#include "shortcuts/ledger_steps.h"

struct gpu_ledger;

/* In the arena. start: what runs start with (node_ledger.h); it must live as long. The cluster is
 * one for which ledger_steps_new gives a ledger. */
struct gpu_ledger *gpu_ledger_new(
	const struct session *s, struct arena *arena, const struct ledger_amounts *start);
/* All amounts may have changed; no class is known any more. */
void gpu_ledger_load(struct gpu_ledger *g);
/* Pods of runs may request this, by slot, from now on. */
void gpu_ledger_add_class(struct gpu_ledger *g, const double *request);
/* As if those had been added that another one of the search knows. */
void gpu_ledger_open_as(struct gpu_ledger *g, const struct gpu_ledger *other);
/* The node's amounts in start have changed. */
void gpu_ledger_start_changed(struct gpu_ledger *g, int node);
/* Begins a run on the nodes of the set, which must stay as it is. False: the run cannot be
 * followed here. */
bool gpu_ledger_begin(struct gpu_ledger *g, const uint64_t *set);
/* The first node of the set for a pod with this request that is in able; -1: none. */
int gpu_ledger_find(const struct gpu_ledger *g, const double *request, const uint64_t *able);
/* A pod with this request is placed on the node. home: it was Pipelined there before.
 * gpu_ledger_take_back undoes that. */
void gpu_ledger_put(struct gpu_ledger *g, int node, const double *request, bool home);
void gpu_ledger_take_back(struct gpu_ledger *g, int node, const double *request, bool home);
/* The free GPUs of a node of the run. Less than 0: pods were placed where they do not fit; else no
 * slot of the node has less than 0 free. */
int gpu_ledger_free(const struct gpu_ledger *g, int node);

#endif
