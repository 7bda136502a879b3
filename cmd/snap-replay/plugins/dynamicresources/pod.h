/* What is wrong with a pod's claims, whatever the node (rules/07 C5). */
#ifndef SNAP_DRA_POD_H
#define SNAP_DRA_POD_H
#include "plugins/dynamicresources/state.h"

/* False: no node can take the task; *text says why, in the session's arena. True: a task that needs
 * devices for extended resources is marked (task.extended). */
bool claims_pass(struct dra *d, struct task *t, struct str *text);

/* The part of that for one reference that is the same during the whole session. */
bool claim_label_fits(struct dra *d, const struct task *t, const struct claim_reference *r,
	const struct claim *c, struct str *text);

#endif
