#include "tests/bench/gen_claims.h"
#include <stdio.h>

#define DRIVER "gpu.nvidia.com"
#define ATTRIBUTES "device.attributes['" DRIVER "']"

static const struct model {
	const char *product, *architecture, *capability, *memory;
} models[] = {
	{"NVIDIA H100 80GB HBM3", "Hopper", "9.0.0", "81559Mi"},
	{"NVIDIA A100-SXM4-40GB", "Ampere", "8.0.0", "40960Mi"},
};

static int model_of(long node)
{
	return node % 4 == 3;
}

static void metadata(
	const char *kind, long id, const char *name, const char *suffix, const char *time)
{
	printf("{\"metadata\":{\"name\":\"%s%s\",\"uid\":\"%s-0000-4000-8000-%012ld\",\"resourceVersion\":\"%ld\","
	       "\"creationTimestamp\":\"%s\"",
		name, suffix, kind, id, 1000 + id, time);
}

/* ---- claims ---- */

static void request(const char *class, const char *selector, int count)
{
	printf("{\"name\":\"gpus\",\"exactly\":{\"deviceClassName\":\"%s\",\"allocationMode\":\"ExactCount\",\"count\":%d",
		class, count);
	if (selector)
		printf(",\"selectors\":[{\"cel\":{\"expression\":\"%s\"}}]", selector);
	printf("}}");
}

/* Of a pending claim: any GPU, one of a product with enough memory, one of a class that says more,
 * or, up to half of a node, GPUs behind one PCIe root. */
static void spec(const struct claim *c)
{
	static const char *const products[] = {ATTRIBUTES
		".productName.lowerAscii().matches('^.*h100.*$')",
		ATTRIBUTES ".productName.lowerAscii().matches('^.*a100.*$')"};
	static const char *const large =
		ATTRIBUTES ".productName.lowerAscii().matches('^.*h100.*$') && "
			   "device.capacity['" DRIVER "'].memory.compareTo(quantity('60Gi')) >= 0";

	printf("\"spec\":{\"devices\":{\"requests\":[");
	if (c->node >= 0)
		request(DRIVER, products[model_of(c->node)], c->count);
	else if (c->demand % 4 == 1)
		request(DRIVER, large, c->count);
	else
		request(c->demand % 4 == 2 ? "hopper-gpu.example.com" : DRIVER, NULL, c->count);
	printf("]");
	if (c->node < 0 && c->demand % 4 == 3 && c->count <= GPUS / 2)
		printf(",\"constraints\":[{\"requests\":[\"gpus\"],\"matchAttribute\":\"resource.kubernetes.io/pcieRoot\"}]");
	printf("}}");
}

static void allocation(const struct claim *c)
{
	printf("\"allocation\":{\"devices\":{\"results\":[");
	for (int i = c->first; i < c->first + c->count; i++)
		printf("%s{\"request\":\"gpus\",\"driver\":\"" DRIVER
		       "\",\"pool\":\"node-%05ld\",\"device\":\"gpu-%d\"}",
			i > c->first ? "," : "", c->node, i);
	printf("]},\"nodeSelector\":{\"nodeSelectorTerms\":[{\"matchFields\":[{\"key\":\"metadata.name\",\"operator\":\"In\","
	       "\"values\":[\"node-%05ld\"]}]}]}},\"reservedFor\":[{\"resource\":\"pods\",\"name\":\"%s\",\"uid\":\"pod00000-0000-4000-"
	       "8000-%012ld\"}]",
		c->node, c->pod, c->id);
}

void print_claim(const struct claim *c)
{
	metadata("claim000", c->id, c->pod, "-gpus", c->time);
	printf(",\"namespace\":\"%s\",\"annotations\":{\"resource.kubernetes.io/pod-claim-name\":\"gpus\"},\"ownerReferences\":[{"
	       "\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"%s\",\"uid\":\"pod00000-0000-4000-8000-%012ld\",\"controller\":true,"
	       "\"blockOwnerDeletion\":true}]},",
		c->ns, c->pod, c->id);
	spec(c);
	printf(",\"status\":{");
	if (c->node >= 0)
		allocation(c);
	printf("}}\n");
}

void print_claim_reference(int count)
{
	printf("\"resourceClaims\":[{\"name\":\"gpus\",\"resourceClaimTemplateName\":\"gpus-%d\"}],",
		count);
}

void print_claim_status(const char *pod)
{
	printf(",\"resourceClaimStatuses\":[{\"name\":\"gpus\",\"resourceClaimName\":\"%s-gpus\"}]",
		pod);
}

/* ---- devices ---- */

static void device(long node, int number)
{
	const struct model *m = &models[model_of(node)];

	printf("%s{\"name\":\"gpu-%d\",\"attributes\":{\"type\":{\"string\":\"gpu\"},\"index\":{\"int\":%d},\"minor\":{\"int\":%d},"
	       "\"uuid\":{\"string\":\"GPU-%08lx-0000-4000-8000-%012d\"},\"brand\":{\"string\":\"Nvidia\"},"
	       "\"productName\":{\"string\":\"%s\"},\"architecture\":{\"string\":\"%s\"},"
	       "\"cudaComputeCapability\":{\"version\":\"%s\"},\"cudaDriverVersion\":{\"version\":\"12.8.0\"},"
	       "\"driverVersion\":{\"version\":\"570.%d.20\"},\"resource.kubernetes.io/pcieRoot\":{\"string\":\"pci0000:%02d\"}},"
	       "\"capacity\":{\"memory\":{\"value\":\"%s\"}}}",
		number ? "," : "", number, number, number, node, number, m->product,
		m->architecture, m->capability, 124 + 9 * (int)(node / 4 % 2), number / 4,
		m->memory);
}

static void slice(long node)
{
	char name[32];

	snprintf(name, sizeof name, "node-%05ld", node);
	metadata("slice000", node, name, "-" DRIVER, "2026-01-01T00:00:00Z");
	printf("},\"spec\":{\"driver\":\"" DRIVER
	       "\",\"nodeName\":\"%s\",\"pool\":{\"name\":\"%s\",\"generation\":1,\"resourceSliceCount\":1},\"devices\":[",
		name, name);
	for (int i = 0; i < GPUS; i++)
		device(node, i);
	printf("]}}\n");
}

void print_devices(long nodes)
{
	static const struct {
		const char *name, *selector;
	} classes[] = {
		{DRIVER, "device.driver == '" DRIVER "' && " ATTRIBUTES ".type == 'gpu'"},
		{"mig.nvidia.com", "device.driver == '" DRIVER "' && " ATTRIBUTES ".type == 'mig'"},
		{"hopper-gpu.example.com",
			"device.driver == '" DRIVER "' && " ATTRIBUTES
			".architecture == 'Hopper' && " ATTRIBUTES
			".cudaComputeCapability.compareTo(semver('9.0.0')) >= 0 && " ATTRIBUTES
			".driverVersion.isGreaterThan(semver('550.0.0'))"},
	};

	printf(",\"resourceSlices\":[");
	for (long i = 0; i < nodes; i++) {
		if (i)
			putchar(',');
		slice(i);
	}
	printf("],\"deviceClasses\":[");
	for (int i = 0; i < 3 && nodes > 0; i++) {
		if (i)
			putchar(',');
		metadata("class000", i, classes[i].name, "", "2026-01-01T00:00:00Z");
		printf("},\"spec\":{\"selectors\":[{\"cel\":{\"expression\":\"%s\"}}]}}\n",
			classes[i].selector);
	}
	printf("]");
}
