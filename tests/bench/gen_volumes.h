/* Claims of managed storage in a made-up cluster of the shape storage: those of pods, the volumes
 * that are bound, and the capacities that drivers publish. Each function prints JSON on stdout. */
#pragma once
#include "tests/bench/gen_snapshot.h"

/* The member "volumes" of the spec of the gang's member, with a comma before it; or nothing. */
void print_pod_volumes(const struct cluster *c, const struct gang *g, long member);
/* PersistentVolumeClaims of a gang's pods, and the PersistentVolumes of those that are bound. */
void print_volume_claims(struct cluster *c, const struct gang *g);
void print_volumes(struct cluster *c, const struct gang *g);
/* The lists csiStorageCapacities, storageClasses and csiDrivers, each with a comma before it; empty
 * in other shapes. */
void print_storage(struct cluster *c);
