/* Private to plugins/numa/fit.c and evaluate.c: one request for zones of a node. */
#ifndef SNAP_NUMA_FIT_H
#define SNAP_NUMA_FIT_H
#include "plugins/numa/numa.h"

struct fit {
	struct numa *p;
	const struct node_zones *z;
	const struct slot_list *slots; /* that count */
	const double *request;
	const double *drawn; /* taken by requests before; NULL: nothing is */
	int n_mask;          /* zones in p->mask: those that fit_request found */
};
/* What is available, less what is drawn. */
double fit_available(const struct fit *f, int zone, int slot);
/* False: the policy refuses the request. */
bool fit_request(struct fit *f);

#endif
