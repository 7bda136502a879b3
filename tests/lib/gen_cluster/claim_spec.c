/* What claims ask for: requests with selectors, and constraints over them. */
#include "tests/lib/gen_cluster/claims.h"

static void selectors(struct jsonw *w, struct roll *r)
{
#define GPU "device.attributes['gpu.nvidia.com']"
	static const char *const expressions[] = {GPU ".index < 2", GPU ".model == 'H100'",
		GPU ".model.startsWith('A')", GPU ".ecc", GPU ".numa == 0",
		"device.capacity['gpu.nvidia.com'].memory.isGreaterThan(quantity('50Gi'))",
		GPU ".driverVersion.isGreaterThan(semver('550.0.9'))",
		"device.attributes['resource.kubernetes.io'].pcieRoot != 'pci0'",
		"'ecc' in " GPU " && " GPU ".ecc", "has(" GPU ".ecc) ? " GPU ".ecc : true",
		"cel.bind(a, " GPU ", a.index in [0, 1, 3])", GPU ".missing == 1",
		"!(" GPU ".model in ['A100', 'L40S']) || " GPU ".index >= 1"};
#undef GPU

	jsonw_key(w, "selectors");
	jsonw_begin(w, '[');
	for (int n = 1 + (roll(r, 100) < 20); n > 0; n--) {
		jsonw_begin(w, '{');
		jsonw_key(w, "cel");
		jsonw_begin(w, '{');
		jsonw_key(w, "expression");
		jsonw_strz(w, ROLL(r, expressions));
		jsonw_end(w, '}');
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
}

static void request(struct jsonw *w, const char *name, const char *class, int count, struct roll *r)
{
	uint32_t dice = r ? roll(r, 100) : 100;

	jsonw_begin(w, '{');
	put(w, "name", "\"%s\"", name);
	if (dice < 3) {
		put(w, "firstAvailable",
			"[{\"name\":\"a\",\"deviceClassName\":\"big-gpu\",\"allocationMode\":"
			"\"ExactCount\",\"count\":%d}]",
			count);
		jsonw_end(w, '}');
		return;
	}
	jsonw_key(w, "exactly");
	jsonw_begin(w, '{');
	put(w, "deviceClassName", "\"%s\"", class);
	put(w, "allocationMode", "\"%s\"", dice < 8 ? "All" : "ExactCount");
	if (dice >= 8)
		put(w, "count", "%d", count);
	if (dice >= 8 && dice < 10)
		put(w, "adminAccess", "true");
	if (dice >= 10 && dice < 32)
		selectors(w, r);
	jsonw_end(w, '}');
	jsonw_end(w, '}');
}

static void constraints(struct jsonw *w, struct roll *r, bool two)
{
	static const char *const attributes[] = {"gpu.nvidia.com/numa", "gpu.nvidia.com/numa",
		"resource.kubernetes.io/pcieRoot", "resource.kubernetes.io/pcieRoot",
		"gpu.nvidia.com/model", "gpu.nvidia.com/missing"};
	const char *attribute = ROLL(r, attributes);
	uint32_t dice = roll(r, 100);

	if (roll(r, 100) >= (two ? 60u : 20u))
		return;
	jsonw_key(w, "constraints");
	jsonw_begin(w, '[');
	jsonw_begin(w, '{');
	if (dice < 30)
		put(w, "requests", "[\"req-0\"]");
	put(w, dice == 99 ? "distinctAttribute" : "matchAttribute", "\"%s\"", attribute);
	jsonw_end(w, '}');
	jsonw_end(w, ']');
}

void claim_spec(const struct cluster *c, struct jsonw *w, const struct pod *p, enum claim_part part,
	const struct claim_plan *plan)
{
	struct roll r = plan->rest;

	jsonw_key(w, "spec");
	jsonw_begin(w, '{');
	jsonw_key(w, "devices");
	jsonw_begin(w, '{');
	jsonw_key(w, "requests");
	jsonw_begin(w, '[');
	if (part == PART_NIC)
		request(w, "nic", "nic", 1, NULL);
	else if (part == PART_EXTENDED)
		request(w, "container-0-request-2", "gpu.nvidia.com",
			c->jobs[p->job].shape.ask.gpus, NULL);
	else
		request(w, "req-0", plan->class, plan->gpus - plan->two_requests, &r);
	if (part == PART_GPU && plan->two_requests)
		request(w, "req-1", plan->class, 1, &r);
	if (part == PART_GPU && plan->nic_inside)
		request(w, "nic", "nic", 1, NULL);
	jsonw_end(w, ']');
	if (part == PART_GPU)
		constraints(w, &r, plan->two_requests || plan->nic_inside);
	jsonw_end(w, '}');
	jsonw_end(w, '}');
}
