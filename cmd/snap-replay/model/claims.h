/* Resource claims: whose they are and what they ask for (rules/01 6.5, rules/07 C2 and C3). */
#ifndef SNAP_CLAIMS_H
#define SNAP_CLAIMS_H
#include "model/objects.h"

/* A request, not an alternative, names a class of GPUs. */
bool claim_wants_gpus(const struct resource_claim *c);
/* The uid of the claim's first owner that is a pod, or else of the first pod that it is reserved
 * for; absent or empty: none. */
struct str claim_pod(const struct resource_claim *c);
/* The name of the claim that a reference of the pod stands for; absent: not created yet. */
struct str claim_name(const struct pod *p, const struct claim_reference *r);

#endif
