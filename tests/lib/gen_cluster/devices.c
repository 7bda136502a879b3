/* Devices of nodes as dynamic resources have them: ResourceSlices and DeviceClasses. */
#include <stdio.h>
#include "tests/lib/gen_cluster/cluster.h"

const char *const device_drivers[DEVICE_KINDS] = {"gpu.nvidia.com", "nic.example.com"};
const char *const device_names[DEVICE_KINDS] = {"gpu", "nic"};

void make_slices(struct cluster *c)
{
	for (int i = 0; i < c->n_nodes && c->kinds.dra; i++) {
		struct roll r = kind_roll(c, ROLL_DEVICES, i);

		c->nodes[i].slices =
			c->nodes[i].total.gpus > 0 && !c->nodes[i].mig && roll(&r, 100) < 70;
	}
}

int device_count(const struct cluster *c, int node, enum device_kind kind)
{
	struct roll r = kind_roll(c, ROLL_DEVICES, 1000 + node);

	if (kind == DEVICE_GPU)
		return c->nodes[node].slices ? c->nodes[node].total.gpus : 0;
	return c->kinds.dra && roll(&r, 100) < 50 ? NICS : 0;
}

const char *pool_name(char *buffer, int node, enum device_kind kind)
{
	char name[NAME_SIZE];

	snprintf(buffer, NAME_SIZE, "%.40s%s", node_name(name, node), kind ? "-nic" : "");
	return buffer;
}

bool gpus_are_extended(const struct cluster *c)
{
	struct roll r = kind_roll(c, ROLL_CLASSES, 0);

	return c->kinds.dra && roll(&r, 100) < 30;
}

/* What selectors and constraints look at. One device in seven has no ecc. */
static void gpu_attributes(const struct cluster *c, struct jsonw *w, int node, int number)
{
	static const char *const models[] = {"A100", "H100", "L40S"};
	int n = c->nodes[node].total.gpus;

	put(w, "model", "{\"string\":\"%s\"}", models[node % 3]);
	put(w, "index", "{\"int\":%d}", number);
	put(w, "numa", "{\"int\":%d}", number * 2 / n);
	if (number % 7 != 6)
		put(w, "ecc", "{\"bool\":%s}", number % 3 ? "true" : "false");
	put(w, "driverVersion", "{\"version\":\"550.%d.0\"}", node % 3);
	put(w, "resource.kubernetes.io/pcieRoot", "{\"string\":\"pci%d\"}", number / 2);
}

static void device(const struct cluster *c, struct jsonw *w, int node, enum device_kind kind,
	int number, struct roll *r)
{
	jsonw_begin(w, '{');
	put(w, "name", "\"%s-%d\"", device_names[kind], number);
	jsonw_key(w, "attributes");
	jsonw_begin(w, '{');
	if (kind == DEVICE_GPU)
		gpu_attributes(c, w, node, number);
	else
		put(w, "resource.kubernetes.io/pcieRoot", "{\"string\":\"pci%d\"}", number);
	jsonw_end(w, '}');
	if (kind == DEVICE_GPU)
		put(w, "capacity", "{\"memory\":{\"value\":\"%dGi\"}}", node % 2 ? 80 : 40);
	if (roll(r, 100) < 1)
		put(w, "bindingConditions", "[\"example.com/ready\"]");
	jsonw_end(w, '}');
}

struct slice {
	int first, last, generation, count;
	bool twice; /* the last device has the first one's name */
};

static void slice(
	const struct cluster *c, struct jsonw *w, int node, enum device_kind kind, struct slice s)
{
	struct roll r = kind_roll(c, ROLL_DEVICES, 4000 + 2 * node + (int)kind);
	char name[NAME_SIZE], pool[NAME_SIZE], own[2 * NAME_SIZE];
	int number = 100 * node + 50 * (int)kind + 10 * s.generation + s.first;

	pool_name(pool, node, kind);
	snprintf(own, sizeof own, "%s-%d-%d", pool, s.generation, s.first);
	jsonw_begin(w, '{');
	begin_metadata(c, w, "slice", number, own, NULL, 300000);
	jsonw_end(w, '}');
	jsonw_key(w, "spec");
	jsonw_begin(w, '{');
	put(w, "driver", "\"%s\"", device_drivers[kind]);
	put(w, "nodeName", "\"%s\"", node_name(name, node));
	put(w, "pool", "{\"name\":\"%s\",\"generation\":%d,\"resourceSliceCount\":%d}", pool,
		s.generation, s.count);
	jsonw_key(w, "devices");
	jsonw_begin(w, '[');
	for (int i = s.first; i < s.last; i++)
		device(c, w, node, kind, s.twice && i == s.last - 1 ? s.first : i, &r);
	jsonw_end(w, ']');
	jsonw_end(w, '}');
	jsonw_end(w, '}');
}

/* As a rule one slice; else two, one of two, an older one besides, or two devices of one name. */
static void slices_of(const struct cluster *c, struct jsonw *w, int node, enum device_kind kind)
{
	struct roll r = kind_roll(c, ROLL_DEVICES, 2000 + 2 * node + (int)kind);
	int n = device_count(c, node, kind), half = (n + 1) / 2;
	uint32_t dice = roll(&r, 100);
	struct slice whole = {0, n, 2, 1, false};

	if (n == 0)
		return;
	whole.twice = dice == 99;
	if (dice < 8) {
		slice(c, w, node, kind, (struct slice){half, n, 2, 2, false});
		whole.last = half;
		whole.count = 2;
	} else if (dice < 12) {
		whole.last = half;
		whole.count = 2;
	} else if (dice < 17) {
		slice(c, w, node, kind, (struct slice){0, half, 1, 1, false});
	}
	slice(c, w, node, kind, whole);
}

/* A pool that no node owns: for all of them, or for those of a pool label. */
static void network_slice(const struct cluster *c, struct jsonw *w)
{
	struct roll r = kind_roll(c, ROLL_CLASSES, 1);

	if (roll(&r, 100) >= 15)
		return;
	jsonw_begin(w, '{');
	begin_metadata(c, w, "slice", 90000, "network", NULL, 300000);
	jsonw_end(w, '}');
	jsonw_key(w, "spec");
	jsonw_begin(w, '{');
	put(w, "driver", "\"net.example.com\"");
	if (roll(&r, 2))
		put(w, "allNodes", "true");
	else
		put(w, "nodeSelector",
			"{\"nodeSelectorTerms\":[{\"matchExpressions\":[{\"key\":\"pool\",\"operator\":"
			"\"In\",\"values\":[\"p0\",\"p1\"]}]}]}");
	put(w, "pool", "{\"name\":\"network\",\"generation\":1,\"resourceSliceCount\":1}");
	put(w, "devices", "[{\"name\":\"net-0\"},{\"name\":\"net-1\"},{\"name\":\"net-2\"}]");
	jsonw_end(w, '}');
	jsonw_end(w, '}');
}

static void device_class(const struct cluster *c, struct jsonw *w, int number, const char *name,
	const char *expression, const char *extended)
{
	jsonw_begin(w, '{');
	begin_metadata(c, w, "class", number, name, NULL, 900000 - 60 * number);
	jsonw_end(w, '}');
	jsonw_key(w, "spec");
	jsonw_begin(w, '{');
	if (expression) {
		jsonw_key(w, "selectors");
		jsonw_begin(w, '[');
		jsonw_begin(w, '{');
		jsonw_key(w, "cel");
		jsonw_begin(w, '{');
		jsonw_key(w, "expression");
		jsonw_strz(w, expression);
		jsonw_end(w, '}');
		jsonw_end(w, '}');
		jsonw_end(w, ']');
	}
	if (extended)
		put(w, "extendedResourceName", "\"%s\"", extended);
	jsonw_end(w, '}');
	jsonw_end(w, '}');
}

void slice_objects(const struct cluster *c, struct jsonw *w)
{
	if (!c->kinds.dra)
		return;
	jsonw_key(w, "resourceSlices");
	jsonw_begin(w, '[');
	for (int i = 0; i < c->n_nodes; i++)
		for (int k = 0; k < DEVICE_KINDS; k++)
			slices_of(c, w, i, (enum device_kind)k);
	network_slice(c, w);
	jsonw_end(w, ']');
	jsonw_key(w, "deviceClasses");
	jsonw_begin(w, '[');
	device_class(c, w, 0, "gpu.nvidia.com", "device.driver == 'gpu.nvidia.com'",
		gpus_are_extended(c) ? "nvidia.com/gpu" : NULL);
	device_class(c, w, 1, "big-gpu",
		"device.driver == 'gpu.nvidia.com' && device.capacity['gpu.nvidia.com'].memory"
		".compareTo(quantity('60Gi')) >= 0",
		NULL);
	device_class(c, w, 2, "accelerator", "device.driver == 'gpu.nvidia.com'", NULL);
	device_class(c, w, 3, "any-gpu", NULL, NULL);
	device_class(c, w, 4, "nic", "device.driver == 'nic.example.com'", NULL);
	device_class(c, w, 5, "net", "device.driver == \"net.example.com\"", "example.com/net");
	jsonw_end(w, ']');
}
