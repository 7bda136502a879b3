/* Volumes of pods in rich clusters: claims with the objects that they need, and config maps. The
 * pods of some jobs have one to three claims each; a claim of a running pod is bound as a rule. */
#include <stdio.h>
#include "tests/lib/gen_cluster/cluster.h"

enum claim_kind {
	NO_CLAIM,
	BOUND_CLAIM,
	FAST,
	SLOW,
	LOCAL,
	ZONAL,
	IMMEDIATE,
	NO_MODE,
	NO_CLASS,
	LOST,
	GONE
};
enum { MAX_CLAIMS = 3, LOCAL_VOLUMES = 9, ZONES = 3 };

struct claim_plan {
	enum claim_kind kind;
	bool ephemeral, deleted, chosen; /* chosen: a node is selected for it */
	int size;                        /* GiB */
	struct roll rest;
};

static struct claim_plan plan_of(const struct cluster *c, int pod, int k)
{
	static const enum claim_kind waiting[] = {BOUND_CLAIM, BOUND_CLAIM, FAST, FAST, FAST, SLOW,
		LOCAL, LOCAL, LOCAL, LOCAL, ZONAL},
				     broken[] = {IMMEDIATE, NO_MODE, NO_CLASS, LOST, GONE};
	const struct pod *p = &c->pods[pod];
	struct roll r = roll_of(c, R_claims, 10 * p->job);
	struct claim_plan plan = {0};

	if (!c->rich[R_claims] || p->job < 0 || roll(&r, 100) < 50 || (int)roll(&r, MAX_CLAIMS) < k)
		return plan;
	plan.ephemeral = roll(&r, 100) < 15;
	r = roll_of(c, R_claims, 100000 + MAX_CLAIMS * pod + k);
	plan.kind = p->node >= 0 && roll(&r, 100) < 90 ? BOUND_CLAIM : ROLL(&r, waiting);
	if (roll(&r, 100) < 3)
		plan.kind = ROLL(&r, broken);
	if (plan.kind == LOCAL && !c->rich[R_local_storage])
		plan.kind = FAST;
	plan.deleted = roll(&r, 100) < 2;
	plan.chosen = roll(&r, 100) < 12;
	plan.size = 1 + (int)roll(&r, 6);
	plan.rest = r;
	return plan;
}

static const char *claim_name(const struct cluster *c, char *buffer, int pod, int k)
{
	char name[POD_NAME_SIZE];

	snprintf(buffer, POD_NAME_SIZE + 8, "%s-v%d", pod_name(c, name, pod), k);
	return buffer;
}

/* A third of the config maps is not there. */
static void config_map_volume(const struct cluster *c, struct jsonw *w, const struct pod *p)
{
	struct roll r = roll_of(c, R_config_maps, p->job);

	jsonw_begin(w, '{');
	put(w, "name", "\"conf\"");
	put(w, "configMap", "{\"name\":\"%s-%d\",\"optional\":%s}", roll(&r, 2) ? "conf" : "gpu",
		(int)roll(&r, 3) ? p->job / 4 * 4 : p->job, roll(&r, 4) ? "false" : "true");
	jsonw_end(w, '}');
}

void rich_volumes(const struct cluster *c, struct jsonw *w, int pod)
{
	const struct pod *p = &c->pods[pod];
	char name[POD_NAME_SIZE + 8];

	if (p->job < 0 || (!c->rich[R_claims] && !c->rich[R_config_maps]))
		return;
	jsonw_key(w, "volumes");
	jsonw_begin(w, '[');
	for (int k = 0; k < MAX_CLAIMS; k++) {
		struct claim_plan plan = plan_of(c, pod, k);

		if (plan.kind == NO_CLAIM)
			continue;
		jsonw_begin(w, '{');
		put(w, "name", "\"v%d\"", k);
		if (plan.ephemeral)
			put(w, "ephemeral", "{\"volumeClaimTemplate\":{}}");
		else
			put(w, "persistentVolumeClaim", "{\"claimName\":\"%s\"}",
				claim_name(c, name, pod, k));
		jsonw_end(w, '}');
	}
	if (c->rich[R_config_maps] && p->job % 3 != 0)
		config_map_volume(c, w, p);
	jsonw_end(w, ']');
}

/* ---- the objects ---- */

static void zone_affinity(struct jsonw *w, const char *key, int zone)
{
	put(w, key,
		"{\"required\":{\"nodeSelectorTerms\":[{\"matchExpressions\":[{\"key\":\"zone\","
		"\"operator\":\"In\",\"values\":[\"z%d\"]}]}]}}",
		zone);
}

static void claim(const struct cluster *c, struct jsonw *w, int pod, int k)
{
	static const char *const classes[] = {[FAST] = "fast",
		[SLOW] = "slow",
		[LOCAL] = "local",
		[ZONAL] = "zonal",
		[IMMEDIATE] = "now",
		[NO_MODE] = "mute",
		[NO_CLASS] = "nothing",
		[LOST] = "fast",
		[BOUND_CLAIM] = "fast"};
	struct claim_plan plan = plan_of(c, pod, k);
	bool bound = plan.kind == BOUND_CLAIM;
	char name[POD_NAME_SIZE + 8], other[POD_NAME_SIZE];

	if (plan.kind == NO_CLAIM || plan.kind == GONE)
		return;
	jsonw_begin(w, '{');
	begin_metadata(
		c, w, "claim", MAX_CLAIMS * pod + k, claim_name(c, name, pod, k), "team", 5000);
	jsonw_key(w, "annotations");
	jsonw_begin(w, '{');
	if (bound)
		put(w, "pv.kubernetes.io/bind-completed", "\"yes\"");
	else if (plan.chosen)
		put(w, "volume.kubernetes.io/selected-node", "\"%s\"",
			node_name(other, (int)roll(&plan.rest, (uint32_t)c->n_nodes)));
	jsonw_end(w, '}');
	if (plan.ephemeral || roll(&plan.rest, 100) < 20)
		put(w, "ownerReferences",
			"[{\"kind\":\"Pod\",\"name\":\"%s\",\"uid\":\"%s\",\"controller\":%s}]",
			pod_name(c, other, pod), uid_of(name, "pod", pod),
			roll(&plan.rest, 100) < 95 ? "true" : "false");
	if (plan.deleted)
		put_time(c, w, "deletionTimestamp", 60);
	jsonw_end(w, '}');
	jsonw_key(w, "spec");
	jsonw_begin(w, '{');
	put(w, "storageClassName", "\"%s\"", classes[plan.kind]);
	put(w, "resources", "{\"requests\":{\"storage\":\"%dGi\"}}", plan.size);
	put(w, "accessModes", "[\"%s\"]",
		roll(&plan.rest, 100) < 80 ? "ReadWriteOnce" : "ReadWriteMany");
	if (bound || plan.kind == LOST)
		put(w, "volumeName", "\"bound-%d-%d\"", pod, k);
	if (plan.kind == LOCAL && roll(&plan.rest, 100) < 30)
		put(w, "selector", "{\"matchLabels\":{\"disk\":\"d%d\"}}",
			(int)roll(&plan.rest, 2));
	jsonw_end(w, '}');
	put(w, "status", "{\"phase\":\"%s\"}",
		bound                       ? "Bound"
			: plan.kind == LOST ? "Lost"
					    : "Pending");
	jsonw_end(w, '}');
}

static void bound_volume(const struct cluster *c, struct jsonw *w, int pod, int k)
{
	struct claim_plan plan = plan_of(c, pod, k);
	int at = c->pods[pod].node;
	char name[NAME_SIZE];

	if (plan.kind != BOUND_CLAIM || roll(&plan.rest, 100) < 3)
		return;
	snprintf(name, sizeof name, "bound-%d-%d", pod, k);
	jsonw_begin(w, '{');
	begin_metadata(c, w, "volume", MAX_CLAIMS * pod + k, name, NULL, 5000);
	jsonw_end(w, '}');
	jsonw_key(w, "spec");
	jsonw_begin(w, '{');
	put(w, "capacity", "{\"storage\":\"%dGi\"}", plan.size);
	if (roll(&plan.rest, 100) < 70)
		zone_affinity(w, "nodeAffinity",
			at >= 0 ? c->nodes[at].zone : (int)roll(&plan.rest, ZONES));
	jsonw_end(w, '}');
	put(w, "status", "{\"phase\":\"Bound\"}");
	jsonw_end(w, '}');
}

/* Volumes that wait for claims of the class local. Few sizes, so that names decide as well. */
static void local_volume(const struct cluster *c, struct jsonw *w, int i)
{
	static const char *const phases[] = {"Available", "Available", "Available", "Released"};
	struct roll r = roll_of(c, R_local_storage, i);
	char name[NAME_SIZE], owner[POD_NAME_SIZE + 8];

	snprintf(name, sizeof name, "local-%d-%d", (int)roll(&r, 10), i);
	jsonw_begin(w, '{');
	begin_metadata(c, w, "local", i, name, NULL, 9000);
	put(w, "labels", "{\"disk\":\"d%d\"}", (int)roll(&r, 2));
	if (roll(&r, 100) < 4)
		put_time(c, w, "deletionTimestamp", 60);
	jsonw_end(w, '}');
	jsonw_key(w, "spec");
	jsonw_begin(w, '{');
	put(w, "capacity", "{\"storage\":\"%dGi\"}", 2 * (1 + (int)roll(&r, 3)));
	put(w, "storageClassName", "\"local\"");
	put(w, "accessModes", "%s",
		roll(&r, 100) < 60 ? "[\"ReadWriteMany\",\"ReadWriteOnce\"]"
				   : "[\"ReadWriteOnce\"]");
	if (roll(&r, 100) < 8)
		put(w, "volumeMode", "\"%s\"", roll(&r, 2) ? "Block" : "Filesystem");
	if (roll(&r, 100) < 15)
		put(w, "claimRef", "{\"namespace\":\"team\",\"name\":\"%s\"%s}",
			claim_name(c, owner, (int)roll(&r, (uint32_t)c->n_pods), 0),
			roll(&r, 2) ? ",\"uid\":\"another\"" : "");
	if (roll(&r, 100) < 70)
		zone_affinity(w, "nodeAffinity", (int)roll(&r, ZONES));
	jsonw_end(w, '}');
	put(w, "status", "{\"phase\":\"%s\"}", ROLL(&r, phases));
	jsonw_end(w, '}');
}

static void capacity(const struct cluster *c, struct jsonw *w, int i)
{
	struct roll r = roll_of(c, R_claims, 900000 + i);
	char name[NAME_SIZE];

	snprintf(name, sizeof name, "capacity-%d", i);
	jsonw_begin(w, '{');
	begin_metadata(c, w, "capacity", i, name, "kube-system", 9000);
	jsonw_end(w, '}');
	put(w, "storageClassName", "\"%s\"", i < 2 * ZONES ? "fast" : "zonal");
	put(w, "nodeTopology", "{\"matchLabels\":{\"zone\":\"z%d\"}}", i % ZONES);
	if (roll(&r, 100) < 95)
		put(w, "capacity", "\"%dGi\"", 1 + (int)roll(&r, 24));
	if (roll(&r, 100) < 25)
		put(w, "maximumVolumeSize", "\"%dGi\"", 1 + (int)roll(&r, 8));
	jsonw_end(w, '}');
}

static void write_storage(const struct cluster *c, struct jsonw *w)
{
	static const char *const classes =
		"[{\"metadata\":{\"name\":\"fast\"},\"provisioner\":\"csi-a\","
		"\"volumeBindingMode\":\"WaitForFirstConsumer\"},"
		"{\"metadata\":{\"name\":\"slow\"},\"provisioner\":\"csi-b\","
		"\"volumeBindingMode\":\"WaitForFirstConsumer\"},"
		"{\"metadata\":{\"name\":\"local\"},\"provisioner\":\"kubernetes.io/no-provisioner\","
		"\"volumeBindingMode\":\"WaitForFirstConsumer\"},"
		"{\"metadata\":{\"name\":\"zonal\"},\"provisioner\":\"csi-a\","
		"\"volumeBindingMode\":\"WaitForFirstConsumer\",\"allowedTopologies\":[{"
		"\"matchLabelExpressions\":[{\"key\":\"zone\",\"values\":[\"z0\",\"z1\"]}]}]},"
		"{\"metadata\":{\"name\":\"now\"},\"provisioner\":\"csi-a\","
		"\"volumeBindingMode\":\"Immediate\"},"
		"{\"metadata\":{\"name\":\"mute\"},\"provisioner\":\"csi-a\"}]";
	static const char *const drivers =
		"[{\"metadata\":{\"name\":\"csi-a\"},\"spec\":{\"storageCapacity\":true}},"
		"{\"metadata\":{\"name\":\"csi-b\"},\"spec\":{\"storageCapacity\":false}}]";

	put(w, "csiDrivers", "%s", drivers);
	put(w, "storageClasses", "%s", classes);
	jsonw_key(w, "csiStorageCapacities");
	jsonw_begin(w, '[');
	for (int i = 0; i < 3 * ZONES; i++)
		if (i < ZONES || i % 2)
			capacity(c, w, i);
	jsonw_end(w, ']');
	jsonw_key(w, "persistentVolumes");
	jsonw_begin(w, '[');
	for (int i = 0; i < LOCAL_VOLUMES && c->rich[R_local_storage]; i++)
		local_volume(c, w, i);
	for (int i = 0; i < MAX_CLAIMS * c->n_pods; i++)
		bound_volume(c, w, i / MAX_CLAIMS, i % MAX_CLAIMS);
	jsonw_end(w, ']');
	jsonw_key(w, "persistentVolumeClaims");
	jsonw_begin(w, '[');
	for (int i = 0; i < MAX_CLAIMS * c->n_pods; i++)
		claim(c, w, i / MAX_CLAIMS, i % MAX_CLAIMS);
	jsonw_end(w, ']');
}

void rich_objects(const struct cluster *c, struct jsonw *w)
{
	if (c->rich[R_config_maps]) {
		jsonw_key(w, "configMaps");
		jsonw_begin(w, '[');
		for (int i = 0; i < c->n_jobs; i += 4) {
			char name[NAME_SIZE];

			snprintf(name, sizeof name, "conf-%d", i);
			jsonw_begin(w, '{');
			begin_metadata(c, w, "conf", i, name, "team", 9000);
			jsonw_end(w, '}');
			jsonw_end(w, '}');
		}
		jsonw_end(w, ']');
	}
	if (c->rich[R_claims])
		write_storage(c, w);
}
