/* The state of the filters of one accumulator (rules/04 7); shared by filters.c and topology_gpus.c
 * only. */
#ifndef SNAP_FILTERS_PRIVATE_H
#define SNAP_FILTERS_PRIVATE_H
#include "solvers/scenario.h"

struct topology_key;
struct filters {
	struct search *q;
	/* NodeAffinities */
	/* nodes: by node index: those of the probe and, until affinity_passed, of all victims. */
	bool *nodes;
	int affinity_seen;    /* how many potential batches are in nodes */
	bool affinity_passed; /* the filter accepted a state; it then accepts all later ones */
	/* IdleGpus */
	/* idle: by node index, GPUs that are idle, releasing, or freed by victims. top: the n_top
	 * greatest of idle, descending. */
	double *idle, *top;
	int n_top;     /* the number of pending tasks, or of nodes if smaller */
	double *needs; /* GPUs that each pending task needs, descending */
	bool *counted; /* by task index: idle counts it as a potential victim */
	int idle_seen; /* how many potential batches are in idle */
	/* idle_passed: the filter accepted a state, and accepts all later ones: the pending tasks
	 * need the same, and victims free no less than nothing. */
	bool idle_passed;
	bool repeated; /* a task is recorded twice: the filter accepts everything (error E1) */
	/* TopologyGpus */
	struct topology_key *keys; /* each pair of topology and required level once */
	int n_keys, topology_seen; /* topology_seen: how many potential batches are in the keys */
	bool *topology_counted;    /* by task index: the keys' capacities have it */
	bool recorded_applied;     /* the keys' capacities have the recorded victims */
};
void sort_descending(double *v, int n);
/* Makes f->keys from the constraints of the preemptor's sub-groups, without any victim. */
void topology_build(struct filters *f, const struct proposal *p);
bool topology_accept(struct filters *f, const struct proposal *p);

/* What the filters count of a task's GPUs: those of v0.14 know nothing of MIG profiles. */
double filter_gpus(const struct search *q, const struct task *t, double gpus);

#endif
