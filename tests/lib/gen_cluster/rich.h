/* Rich clusters: pods, nodes, queues and configuration of less usual kinds. */
#ifndef SNAP_GEN_CLUSTER_RICH_H
#define SNAP_GEN_CLUSTER_RICH_H
#include <stdbool.h>
#include <stdint.h>

struct cluster;
struct jsonw;
struct pod;

/* clang-format off */
/* What seeds from RICH_SEED on have besides: pods, nodes, queues and configuration of less usual
 * kinds. Which pods run where does not depend on these. */
#define RICH_FEATURES(X) \
	X(claims, 35) X(local_storage, 50) X(pod_terms, 30) X(node_terms, 30) \
	X(mixed_taints, 30) X(odd_ports, 25) X(config_maps, 15) X(resource_claims, 8) \
	X(odd_plugins, 40) X(workers, 12) X(conditions, 20) X(more_containers, 25) \
	X(more_resources, 25) X(all_limits, 35) X(odd_labels, 30) X(nominated, 20) \
	X(odd_gpu_labels, 10) X(lost_queues, 8) X(equal_ages, 15) X(mig_annotations, 15)
/* clang-format on */
enum { RICH_SEED = 1000000 };
enum rich {
#define X(name, percent) R_##name,
	RICH_FEATURES(X)
#undef X
		N_RICH
};

/* Chance that needs no memory: what the thing of this number is like under a feature depends on the
 * seed, the feature and the number alone. */
struct roll {
	uint64_t state;
};
struct roll roll_of(const struct cluster *c, enum rich feature, int number);
uint32_t roll(struct roll *r, uint32_t n); /* 0 to n - 1 */
#define ROLL(r, array) ((array)[roll((r), sizeof(array) / sizeof *(array))])

/* Members of rich clusters. Those that return a bool wrote the member, else the caller may. */
void rich_node_labels(const struct cluster *c, struct jsonw *w, int node);
bool rich_gpu_labels(const struct cluster *c, struct jsonw *w, int node);
bool rich_taints(const struct cluster *c, struct jsonw *w, int node);
bool rich_conditions(const struct cluster *c, struct jsonw *w, int node);
void rich_amounts(const struct cluster *c, struct jsonw *w, bool of_node, int number);
void rich_pod_labels(const struct cluster *c, struct jsonw *w, const struct pod *p);
void rich_pod_annotations(const struct cluster *c, struct jsonw *w, const struct pod *p);
bool rich_ports(const struct cluster *c, struct jsonw *w, const struct pod *p);
bool rich_tolerations(const struct cluster *c, struct jsonw *w, const struct pod *p);
bool rich_affinity(const struct cluster *c, struct jsonw *w, const struct pod *p);
void rich_containers(const struct cluster *c, struct jsonw *w, const struct pod *p);
void rich_volumes(const struct cluster *c, struct jsonw *w, int pod);
bool rich_plugin(const struct cluster *c, struct jsonw *w, const char *name, int place);
void rich_config(const struct cluster *c, struct jsonw *w);
void rich_params(const struct cluster *c, struct jsonw *w);
/* Config maps, and all that claims need: classes, drivers, capacities, volumes. */
void rich_objects(const struct cluster *c, struct jsonw *w);

#endif
