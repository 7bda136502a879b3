/* Claims of managed storage: pods of the shape storage have none, one or two each. Room for them is
 * scarce, and some zones have none. */
#include "tests/bench/gen_volumes.h"

enum { MAX_CLAIMS = 2, CLASSES = 2, ZONES = 4 };

static const char *const classes[CLASSES] = {"fast", "slow"};

enum owner { NOBODY, ITSELF, BEFORE /* the gang's pod before */, GONE };

struct volume {
	bool present, first; /* first: no pod before uses the claim */
	bool bound;
	enum owner owner;
	int class, size; /* in GiB */
	long number;     /* of the claim */
	char name[16], claim[80];
};

/* From 0 to n - 1: chance that depends on nothing but the seed and these numbers, as each list of
 * objects goes through the pods anew. */
static int chance(const struct cluster *c, long id, int what, int n)
{
	struct cluster own = {.random = c->seed * 1000003 + (uint64_t)id * 8191 + (uint64_t)what};

	for (int i = 0; i < 3; i++)
		below(&own, 2);
	return (int)below(&own, (uint32_t)n);
}

/* Half of the claims have no owner, nearly all others the pod that uses them. */
static enum owner owner_of(const struct cluster *c, long id, int what, long member)
{
	int n = chance(c, id, what, 24);

	if (n == 0)
		return GONE;
	if (n == 1 && member > 0)
		return BEFORE;
	return n % 2 ? NOBODY : ITSELF;
}

/* Volume k of the gang's member, which is pod c->pod. What waits has no claim that is bound, as a
 * rule; what runs may have others, too. In few gangs all members use one claim. */
static struct volume volume_of(const struct cluster *c, const struct gang *g, long member, int k)
{
	static const int sizes[] = {5, 10, 10, 30};
	int at = 10 * k;
	bool shared = chance(c, c->group, at + 6, 16) == 0;
	long user = shared ? 0 : member, id = c->pod - member + user;
	struct volume v = {.present = chance(c, id, at, 10) < 5 - 2 * k,
		.first = user == member,
		.bound = chance(c, id, at + 2, 20) < (c->runs ? 14 : 1),
		.owner = owner_of(c, id, at + 1, user),
		.class = chance(c, id, at + 4, CLASSES),
		.size = sizes[chance(c, id, at + 5, 4)],
		.number = MAX_CLAIMS * id + k};

	snprintf(v.name, sizeof v.name, "vol-%d", k);
	snprintf(v.claim, sizeof v.claim, "%s-%ld-%s", g->name, user, v.name);
	return v;
}

void print_pod_volumes(const struct cluster *c, const struct gang *g, long member)
{
	const char *before = ",\"volumes\":[";
	bool any = false;

	for (int k = 0; k < MAX_CLAIMS; k++) {
		struct volume v = volume_of(c, g, member, k);

		if (!v.present)
			continue;
		printf("%s{\"name\":\"%s\",", before, v.name);
		if (v.owner == ITSELF && v.first)
			printf("\"ephemeral\":{\"volumeClaimTemplate\":{\"spec\":{}}}}");
		else
			printf("\"persistentVolumeClaim\":{\"claimName\":\"%s\"}}", v.claim);
		before = ",";
		any = true;
	}
	if (any)
		putchar(']');
}

static void print_owner(const struct cluster *c, const struct gang *g, long member, enum owner o)
{
	long before = o == BEFORE;

	printf(",\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"%s-%ld\",\"uid\":\"%s-0000-4000-8000-%012ld\","
	       "\"controller\":true}]",
		g->name, member - before, o == GONE ? "gone0000" : "pod00000", c->pod - before);
}

static void print_volume_claim(
	const struct cluster *c, const struct gang *g, long member, const struct volume *v)
{
	char ns[32];

	snprintf(ns, sizeof ns, "ns-queue-%ld", g->queue);
	print_metadata("volume00", v->number, v->claim, ns, c->created);
	if (v->owner != NOBODY)
		print_owner(c, g, member, v->owner);
	if (v->bound)
		printf(",\"annotations\":{\"pv.kubernetes.io/bind-completed\":\"yes\"}");
	printf("},\"spec\":{\"storageClassName\":\"%s\",\"accessModes\":[\"ReadWriteOnce\"],\"resources\":{\"requests\":{\"storage\":\"%dGi\"}}",
		classes[v->class], v->size);
	if (v->bound)
		printf(",\"volumeName\":\"pv-%s\"", v->claim);
	printf("},\"status\":{\"phase\":\"%s\"}}\n", v->bound ? "Bound" : "Pending");
}

/* Where the pod is, or anywhere if it is nowhere. */
static void print_volume(const struct cluster *c, const struct volume *v, long node)
{
	char name[96];

	snprintf(name, sizeof name, "pv-%s", v->claim);
	print_metadata("pv000000", v->number, name, NULL, c->created);
	printf("},\"spec\":{\"capacity\":{\"storage\":\"%dGi\"},\"storageClassName\":\"%s\"",
		v->size, classes[v->class]);
	if (node >= 0 && v->number / MAX_CLAIMS % 2 == 0)
		printf(",\"nodeAffinity\":{\"required\":{\"nodeSelectorTerms\":[{\"matchExpressions\":[{\"key\":\"topology.kubernetes.io/zone\","
		       "\"operator\":\"In\",\"values\":[\"zone-%ld\"]}]}]}}",
			node % ZONES);
	printf("},\"status\":{\"phase\":\"Bound\"}}\n");
}

static void go_through(struct cluster *c, const struct gang *g, bool volumes)
{
	for (long m = 0; m < g->members; m++, c->pod++)
		for (int k = 0; k < MAX_CLAIMS; k++) {
			struct volume v = volume_of(c, g, m, k);

			if (!v.present || !v.first || (volumes && !v.bound))
				continue;
			if (c->printed++)
				putchar(',');
			if (volumes)
				print_volume(c, &v, g->nodes[m]);
			else
				print_volume_claim(c, g, m, &v);
		}
}

void print_volume_claims(struct cluster *c, const struct gang *g)
{
	go_through(c, g, false);
}

void print_volumes(struct cluster *c, const struct gang *g)
{
	go_through(c, g, true);
}

/* ---- what drivers publish ---- */

static void capacities(struct cluster *c)
{
	static const int sizes[] = {5, 20, 50, 100, 300};
	const char *before = "";

	for (int i = 0; i < CLASSES * ZONES; i++) {
		char name[32];

		if (below(c, 10) == 0) /* the zone has no room of this class */
			continue;
		snprintf(name, sizeof name, "capacity-%d", i);
		printf("%s", before);
		print_metadata("capacity", i, name, "kube-system", 0);
		printf("},\"storageClassName\":\"%s\",\"capacity\":\"%dGi\",\"nodeTopology\":{\"matchLabels\":{\"topology.kubernetes.io/zone\":"
		       "\"zone-%d\"}}}\n",
			classes[i % CLASSES], sizes[below(c, 5)], i / CLASSES);
		before = ",";
	}
}

void print_storage(struct cluster *c)
{
	bool some = c->shape == STORAGE;

	printf(",\"csiStorageCapacities\":[");
	if (some)
		capacities(c);
	printf("],\"storageClasses\":[");
	for (int i = 0; i < CLASSES && some; i++) {
		printf("%s", i ? "," : "");
		print_metadata("class000", i, classes[i], NULL, 0);
		printf("},\"provisioner\":\"csi.example.com\",\"volumeBindingMode\":\"WaitForFirstConsumer\"}\n");
	}
	printf("],\"csiDrivers\":[");
	if (some) {
		print_metadata("driver00", 0, "csi.example.com", NULL, 0);
		printf("},\"spec\":{\"storageCapacity\":true}}");
	}
	printf("]");
}
