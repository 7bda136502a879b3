/* Resource vectors and GPU requests (rules/01 4.2 to 4.4). */
#ifndef SNAP_RESOURCES_H
#define SNAP_RESOURCES_H
#include "model/objects.h"

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

/* The session's table of resource names. A vector is `count` doubles: milli-CPU, bytes, devices,
 * pods, others. */
struct slots {
	int count;
	struct str *names;      /* "cpu", "memory", "gpu", "pods", then others in the order of
				   rules/06 9.1 */
	struct str *lack_texts; /* "node(s) didn't have enough resources: NAME", of a node that
				   lacks it */
	bool *mig;              /* an nvidia.com/mig-* profile */
	int mig_end;            /* behind the last one of these; 0: there is none */
	bool *dra_backed;       /* some DeviceClass stands for the name */
	int64_t *
		mig_gpus; /* the g of nvidia.com/mig-<g>g.<m>gb; 0 when the name has another form */
	int64_t *mig_gb;  /* the m */
};
int slots_find(
	const struct slots *s, struct str name); /* -1: none; a name ending in "gpu" is SLOT_GPU */

struct mig_request {
	struct str name;
	int slot; /* -1: no slot (legacy annotation nobody offers) */
	int64_t quantity, gpus,
		gb; /* instances; g and m of the profile name, 0 when it has another form */
};
struct gpu_request {
	int64_t count;           /* devices */
	double fraction;         /* of each device; 1: whole devices */
	int64_t memory;          /* MiB of each device; 0: none asked */
	int64_t dra;             /* devices through resource claims */
	struct mig_request *mig; /* by name */
	int n_mig;
};
double gpu_round(double fraction,
	int64_t count); /* (int64(round(fraction * 100)) * count) / 100, half away from zero */
double gpu_request_gpus(const struct gpu_request *g);  /* GPUs() of rules/01 4.4 */
double gpu_request_quota(const struct gpu_request *g); /* MIG shares + DRA + GPUs() */
bool gpu_request_empty(const struct gpu_request *g);

/* The lossy form in which the scheduler's messages have a queue's GPUs (rules/05 11): from 1
 * on cut to whole devices, below that rounded to hundredths, nothing below 0. */
double gpus_as_reported(double gpus);
/* slot gpu + sum over MIG slots of g * value */
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
