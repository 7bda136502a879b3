/* The persistent volume claims behind a pod's volumes (rules/06 8.5 and 11). */
#ifndef SNAP_CLAIMS_H
#define SNAP_CLAIMS_H
#include "session/session.h"

/* Fills *out: "namespace/name" to struct persistent_volume_claim. The keys are in the session's
 * arena; the caller frees the map with map_free. */
void claims_by_key(struct map *out, struct session *s);
/* The name of the claim behind a volume of the pod. The claim of an ephemeral volume is named
 * POD-VOLUME; this text is in the session's arena. */
struct str volume_claim_name(struct session *s, const struct pod *pod, const struct volume *v);
/* The claim behind a volume of the pod, in the map of claims_by_key; NULL: it is not there. */
struct persistent_volume_claim *claim_of_volume(
	const struct map *claims, struct session *s, const struct pod *pod, const struct volume *v);
/* The name of the claim's storage class: the annotation, else spec.storageClassName; empty: neither
 * is set. */
struct str claim_class(const struct persistent_volume_claim *c);

#endif
