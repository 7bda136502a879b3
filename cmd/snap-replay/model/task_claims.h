/* What the claim references of a task are allocated, as far as the task knows: its memory of claims
 * (rules/07 C3, C9). The plugin dynamicresources makes the records, which live as long as the
 * session and never change; equal records are the same pointer. Statement operations save and
 * restore task.claims, but not task.extended. */
#ifndef SNAP_TASK_CLAIMS_H
#define SNAP_TASK_CLAIMS_H
#include "model/objects.h"

struct given_device {
	struct str request, driver, pool, name;
	int id;     /* the plugin's; -1: in no slice */
	bool admin; /* with administrator access: it stays free for others */
};
struct device_allocation {
	const struct given_device *devices;
	int n;
	/* Where they can be used: node, unless empty; else by terms; NULL: everywhere. */
	struct str node;
	const struct node_terms *terms;
};
struct task_claim {
	bool known;                                 /* there is an entry */
	const struct device_allocation *allocation; /* NULL: none */
};
struct task_claims { /* of one task: by reference; only the first of a name counts */
	int n;
	struct task_claim items[];
};
/* The devices for a task's extended resources that a DeviceClass stands for (rules/07 C7). */
struct extended_claim {
	const struct device_allocation *allocation; /* NULL: not allocated yet */
};

#endif
