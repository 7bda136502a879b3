/* What counts as GPUs in resource slices and in the requests of claims (rules/01 5.6 and 6.5). */
#ifndef SNAP_CLAIM_GPUS_H
#define SNAP_CLAIM_GPUS_H
#include "common/str.h"

/* Contains "gpu", in upper or lower case: so the scheduler tells drivers and classes of GPUs. */
bool has_gpu_word(struct str s);
/* How many GPUs a request asks for; mode and count: its allocationMode, and its count, which counts
 * for ExactCount alone. 0: it is of a class without GPUs. Alternatives of a request are none of its
 * GPUs. */
int64_t device_request_gpus(struct str class, struct str mode, int64_t count);
/* Adds gpus, at least 0, to the sum, which stops at INT64_MAX. */
void gpus_add(int64_t *sum, int64_t gpus);

#endif
