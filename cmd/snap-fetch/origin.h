/* What capture.json says of where a snapshot comes from. */
#ifndef SNAP_FETCH_ORIGIN_H
#define SNAP_FETCH_ORIGIN_H
#include "cluster.h"
#include "common/capture_info.h"

/* Fills in what is known of the pod that answered; NULL for c and pod: it was a URL. What has to be
 * asked for costs a few seconds at the most, and what cannot be had is left out. The texts live in
 * the arena. */
void origin_describe(const struct settings *s, const struct cluster *c, const struct pod *pod,
	struct arena *a, struct capture_info *info);
/* "v0.17.0" out of the labels of a Deployment or Pod, else out of the image's tag; empty where
 * neither tells. */
struct str origin_version(const struct labels *labels, struct str image, struct arena *a);

#endif
