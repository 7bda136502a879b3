/* The filters' state over one accumulator's life; shared by filters.c and topology_gpus.c only. */
#ifndef SNAP_FILTERS_PRIVATE_H
#define SNAP_FILTERS_PRIVATE_H
#include "solvers/scenario.h"

struct topology_key;
struct filters {
	struct search *q;
	bool *nodes; /* NodeAffinities: by node index, grows with every victim */
	int affinity_seen;
	bool affinity_passed;
	double *idle, *top; /* IdleGpus: by node index; the greatest of them */
	int n_top;
	double *needs; /* of the pending tasks, descending */
	bool *counted; /* by task index */
	int idle_seen;
	bool repeated;
	struct topology_key *keys; /* TopologyGpus */
	int n_keys, topology_seen;
	bool *topology_counted;
	bool recorded_applied;
};
void sort_descending(double *v, int n);
void topology_build(struct filters *f, const struct proposal *p);
bool topology_accept(struct filters *f, const struct proposal *p);

#endif
