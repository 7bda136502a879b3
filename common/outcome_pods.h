/* Several outcomes side by side, pod by pod. */
#ifndef SNAP_OUTCOME_PODS_H
#define SNAP_OUTCOME_PODS_H
#include "common/outcome.h"

/* A pod for which not all decide the same. */
struct pod_row {
	struct str pod;
	size_t place; /* of the first decision about it, in the sequence of a run */
	/* Of each outcome, the last decision about it; NULL: none. */
	const struct decision **last;
	struct str *texts; /* of each outcome: "bind node-1 (allocate); ..."; empty: nothing is
			      decided */
};

/* Start with {0}; pods_free releases it. */
struct pods {
	struct pod_row *all; /* by name */
	size_t n, cap;
	struct arena
		arena; /* of the texts of the outcomes; the pods' names are those of outcomes */
};

/* The n outcomes must live as long as the pods. */
void pods_compare(struct pods *p, const struct outcome *outcomes, size_t n);
/* In the sequence of the runs. */
void pods_by_place(struct pods *p);
void pods_free(struct pods *p);

#endif
