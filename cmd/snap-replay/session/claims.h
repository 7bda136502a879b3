/* The claims behind a pod's volumes, for predicates and storage (rules/06 8.5 and 11). */
#ifndef SNAP_CLAIMS_H
#define SNAP_CLAIMS_H
#include "session/session.h"

/* A map from "namespace/name" to object; its keys live in the session's arena. The caller frees it
 * with map_free. */
void claims_by_key(struct map *out, struct session *s);
/* The name of the claim behind a volume of the pod: <pod>-<volume> for an ephemeral one. In the
 * session's arena when made. */
struct str volume_claim_name(struct session *s, const struct pod *pod, const struct volume *v);
struct persistent_volume_claim *claim_of_volume(
	const struct map *claims, struct session *s, const struct pod *pod, const struct volume *v);
/* Annotation before field; "" when there is neither. */
struct str claim_class(const struct persistent_volume_claim *c);

#endif
