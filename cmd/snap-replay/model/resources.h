/* Resource vectors and GPU requests (rules/01 4.2 to 4.4). */
#ifndef SNAP_RESOURCES_H
#define SNAP_RESOURCES_H
#include "model/objects.h"

/* ORDER slot */
enum slot { SLOT_CPU, SLOT_MEMORY, SLOT_GPU, SLOT_PODS, SLOT_OTHERS };

/* How a resource name is counted (rules/01 4.2 and 4.3). */
enum resource_kind {
	RES_CPU,
	RES_MEMORY,
	RES_GPU,
	RES_PODS,
	RES_MIG,
	RES_BYTES /* ephemeral-storage, storage */,
	RES_SCALAR,
	RES_OTHER
};
enum resource_kind resource_kind(struct str name);

/* The session's table of resource names. Each name has a slot, the index into vectors and into the
 * arrays below. A vector is `count` doubles: milli-CPU, bytes, devices, pods, others (scalars in
 * thousandths). */
struct slots {
	int count;
	struct str *names;      /* cpu, memory, gpu, pods, then others as in rules/06 9.1 */
	struct str *lack_texts; /* the scheduler's words for a node that lacks it */
	bool *mig;              /* an nvidia.com/mig-* profile */
	int mig_end;            /* 1 + the last slot of such a profile; 0: none */
	bool *dra_backed;       /* some DeviceClass stands for the name */
	int64_t *mig_gpus;      /* the g of nvidia.com/mig-<g>g.<m>gb; 0 for other names */
	int64_t *mig_gb;        /* the m */
};
/* -1: none. A name that ends in "gpu" is SLOT_GPU. */
int slots_find(const struct slots *s, struct str name);

struct mig_request {
	struct str name;
	int slot; /* -1: none, for an annotation whose profile has no slot */
	/* Instances; g and m of the name, as in struct slots. */
	int64_t quantity, gpus, gb;
};
struct gpu_request {
	int64_t count;           /* devices */
	double fraction;         /* of each device; 1: whole devices */
	int64_t memory;          /* MiB of each device; 0: by fraction */
	int64_t dra;             /* devices through resource claims */
	struct mig_request *mig; /* by name */
	int n_mig;
};
/* int64(round(fraction * 100)) * count / 100, where round takes halves away from zero. */
double gpu_round(double fraction, int64_t count);
/* rules/01 4.4: GPUs(), without MIG and DRA; GPUs() with both. */
double gpu_request_gpus(const struct gpu_request *g);
double gpu_request_quota(const struct gpu_request *g);

/* A queue's GPUs as the scheduler's messages print them (rules/05 11): cut to whole devices from 1
 * on, below that rounded to hundredths; 0 for negative ones. */
double gpus_as_reported(double gpus);
/* SLOT_GPU, and for each MIG slot its value times g. */
static inline double vector_total_gpus(const struct slots *s, const double *v)
{
	double sum = v[SLOT_GPU];

	for (int i = SLOT_OTHERS; i < s->mig_end; i++)
		if (s->mig[i])
			sum += (double)s->mig_gpus[i] * v[i];
	return sum;
}
static inline bool vector_leq(const double *a, const double *b, int n)
{
	for (int i = 0; i < n; i++)
		if (!(a[i] <= b[i]))
			return false;
	return true;
}

#endif
