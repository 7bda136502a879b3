/* What pods take of nodes and queues, as amounts that can be moved. */
#ifndef SNAP_MINIMISE_REQUESTS_H
#define SNAP_MINIMISE_REQUESTS_H
#include "common/value.h"

__extension__ typedef __int128 nano;
#define NANO_PER_UNIT ((nano)1000000000)

/* An amount of a resource, in nano-units. */
struct request {
	struct str resource;
	nano amount;
};
enum { REQUESTS_MAX = 16 };
/* With "pods": 1 of each pod. */
struct requests {
	struct request all[REQUESTS_MAX];
	int n;
};

/* Adds those of a pod. False: what it takes cannot be said by amounts of its node alone: parts of
 * GPUs, devices that are claimed, volumes; or it has too many resources. */
bool requests_of(const struct value *pod, struct requests *r);
/* Reads amounts by resource. False: they are none, or too many. */
bool requests_read(const struct value *amounts, struct requests *r);
/* False: there are too many. */
bool requests_add(struct requests *r, const struct requests *more);
/* Takes them, times -1 or 1, from the node's allocatable. */
void requests_add_to_node(struct arena *a, struct value *node, const struct requests *r, int sign);
/* Adds them to what a container of the pod requests. */
void requests_add_to_pod(struct arena *a, struct value *pod, const struct requests *r);
/* And from a queue's quotas and limits, where there are any. */
void requests_add_to_queue(
	struct arena *a, struct value *queue, const struct requests *r, int sign);

#endif
