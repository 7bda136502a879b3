#include "model/resources.h"

#include <math.h>

#include "model/go_numbers.h"
#include "model/names.h"

/* With "requests." before it, the name has to be a qualified one. */
static bool is_extended(struct str name)
{
	const size_t prefix_max = 253 - strlen("requests.");
	const char *slash = str_find(name, '/');

	return slash && (size_t)(slash - name.p) <= prefix_max &&
		!str_contains(name, STR("kubernetes.io/")) && !str_starts(name, STR("requests.")) &&
		is_qualified_name(name);
}

enum resource_kind resource_kind(struct str name)
{
	static const struct {
		struct str name;
		enum resource_kind kind;
	} exact[] = {
		{STR_INIT("cpu"), RES_CPU},
		{STR_INIT("memory"), RES_MEMORY},
		{STR_INIT("nvidia.com/gpu"), RES_GPU},
		{STR_INIT("amd.com/gpu"), RES_GPU},
		{STR_INIT("pods"), RES_PODS},
		{STR_INIT("ephemeral-storage"), RES_BYTES},
		{STR_INIT("storage"), RES_BYTES},
	};

	for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
		if (str_eq(exact[i].name, name))
			return exact[i].kind;
	if (str_starts(name, STR("nvidia.com/mig-")))
		return RES_MIG;
	if (str_starts(name, STR("hugepages-")) || str_starts(name, STR("attachable-volumes-")) ||
		str_contains(name, STR("kubernetes.io/")) || is_extended(name))
		return RES_SCALAR;
	return RES_OTHER;
}

int slots_find(const struct slots *s, struct str name)
{
	if (str_ends(name, STR("gpu")))
		return SLOT_GPU;
	for (int i = 0; i < s->count; i++)
		if (str_eq(s->names[i], name))
			return i;
	return -1;
}

double gpu_round(double fraction, int64_t count)
{
	return (double)go_mul(go_int64(round(fraction * 100)), count) / 100.0;
}

double gpu_request_gpus(const struct gpu_request *g)
{
	return gpu_round(g->fraction, g->count);
}

double gpu_request_quota(const struct gpu_request *g)
{
	double mig = 0;

	for (int i = 0; i < g->n_mig; i++)
		mig += (double)g->mig[i].gpus * (double)g->mig[i].quantity;
	return mig + (double)g->dra + gpu_request_gpus(g);
}

double gpus_as_reported(double gpus)
{
	if (gpus >= 1)
		return trunc(gpus);
	return gpus > 0 ? round(gpus * 100) / 100 : 0;
}
