/* Labels and annotations that the scheduler looks up by a fixed name, one list each. A line is
 * X(NAME, key): NAME is what code writes behind LABEL_, POD_ANNOTATION_ or ANNOTATION_, so a key
 * that is not in its list does not compile.
 *
 * The loader of snap-replay keeps of pods and nodes only what these lists and the snapshot itself
 * name (model/read/read_labels.c). */
#ifndef SNAP_KEYS_H
#define SNAP_KEYS_H
#include "common/str.h"

/* Labels of pods and nodes. */
#define LABEL_KEYS(X) \
	X(APP, "app") \
	X(SUBGROUP, "kai.scheduler/subgroup-name") \
	X(GPU_GROUP, "runai-gpu-group") \
	X(TASK_PRIORITY, "kai.scheduler/task-priority") \
	X(KUBEFLOW_JOB_ROLE, "training.kubeflow.org/job-role") \
	X(RAY_NODE_TYPE, "ray.io/node-type") \
	X(GPU_MEMORY, "nvidia.com/gpu.memory") \
	X(GPU_COUNT, "nvidia.com/gpu.count") \
	X(MIG_STRATEGY, "nvidia.com/mig.strategy") \
	X(MIG_ENABLED, "node-role.kubernetes.io/mig-enabled") \
	X(GPU_WORKER, "node-role.kubernetes.io/gpu-worker") \
	X(CPU_WORKER, "node-role.kubernetes.io/cpu-worker")

/* Annotations of pods. */
#define POD_ANNOTATION_KEYS(X) \
	X(POD_GROUP, "pod-group-name") \
	X(GPU_FRACTION, "gpu-fraction") \
	X(GPU_MEMORY, "gpu-memory") \
	X(GPU_DEVICES, "gpu-fraction-num-devices") \
	X(RECEIVED_TYPE, "received-resource-type") \
	X(GPU_CONFIG_MAP, "runai/shared-gpu-configmap") \
	X(ZONES_OBSERVED, "kai.scheduler/numa-placement-observed") \
	X(ZONES_PREDICTED, "kai.scheduler/numa-placement-predicted")

/* Annotations of pod groups whose values are times (rules/01 3.2). */
#define GROUP_TIME_KEYS(X) \
	X(LAST_START, "kai.scheduler/last-start-timestamp") \
	X(LAST_EVICTION, "kai.scheduler/last-eviction-timestamp") \
	X(STALE_SINCE, "kai.scheduler/stale-podgroup-timestamp")

/* Annotations of objects other than pods and nodes. */
#define ANNOTATION_KEYS(X) \
	GROUP_TIME_KEYS(X) \
	X(EXTENDED_CLAIM, "resource.kubernetes.io/extended-resource-claim") \
	X(STORAGE_CLASS, "volume.beta.kubernetes.io/storage-class") \
	X(BIND_COMPLETED, "pv.kubernetes.io/bind-completed") \
	X(SELECTED_NODE, "volume.kubernetes.io/selected-node")

/* Keys that go on behind these texts: further GPU groups of a pod, MIG profiles of a pod. */
#define LABEL_PREFIX_GPU_GROUP STR("runai-gpu-group/")
#define POD_ANNOTATION_PREFIX_MIG STR("nvidia.com/mig-")

#define LABEL_MEMBER(name, key) LABEL_##name,
#define POD_ANNOTATION_MEMBER(name, key) POD_ANNOTATION_##name,
#define ANNOTATION_MEMBER(name, key) ANNOTATION_##name,
enum label_key { LABEL_KEYS(LABEL_MEMBER) LABEL_KEY_COUNT };
enum pod_annotation_key { POD_ANNOTATION_KEYS(POD_ANNOTATION_MEMBER) POD_ANNOTATION_KEY_COUNT };
enum annotation_key { ANNOTATION_KEYS(ANNOTATION_MEMBER) ANNOTATION_KEY_COUNT };
#undef LABEL_MEMBER
#undef POD_ANNOTATION_MEMBER
#undef ANNOTATION_MEMBER

extern const struct str label_keys[LABEL_KEY_COUNT];
extern const struct str pod_annotation_keys[POD_ANNOTATION_KEY_COUNT];
extern const struct str annotation_keys[ANNOTATION_KEY_COUNT];

#endif
