/* The origin of a snapshot, for capture.json. */
#ifndef SNAP_FETCH_ORIGIN_H
#define SNAP_FETCH_ORIGIN_H
#include "cluster.h"
#include "common/capture_info.h"

/* Fills in the fields about the pod that answered; c and pod NULL: a URL. Calls of kubectl take a
 * few seconds at most, and fields that remain unknown stay empty. The arena owns the texts. */
void origin_describe(const struct settings *s, const struct cluster *c, const struct pod *pod,
	struct arena *a, struct capture_info *info);
/* "v0.17.0", from the labels of a Deployment or Pod, else from the tag of the image. Empty:
 * unknown.
 */
struct str origin_version(const struct labels *labels, struct str image, struct arena *a);

#endif
