/* What pods of rich clusters have besides. The pods of a job are equal but for labels. */
#include <stdio.h>
#include "tests/lib/gen_cluster/cluster.h"

/* Whether the job of the pod takes part in a feature. */
static bool takes_part(const struct cluster *c, const struct pod *p, enum rich feature, int percent)
{
	struct roll r = roll_of(c, feature, 500000 + p->job);

	return c->rich[feature] && p->job >= 0 && roll(&r, 100) < (uint32_t)percent;
}

void rich_pod_labels(const struct cluster *c, struct jsonw *w, const struct pod *p)
{
	static const char *const roles[] = {"master", "launcher", "worker"},
				 *const types[] = {"head", "worker"},
				 *const priorities[] = {"7", "-3", "high", "12", "07"};
	struct roll r = roll_of(c, R_odd_labels, 1000 * p->job + p->number);

	if (c->rich[R_pod_terms])
		put(w, "tier", "\"t%d\"", p->job % 3);
	if (!takes_part(c, p, R_odd_labels, 60))
		return;
	if (roll(&r, 100) < 40)
		put(w, "training.kubeflow.org/job-role", "\"%s\"", ROLL(&r, roles));
	if (roll(&r, 100) < 40)
		put(w, "ray.io/node-type", "\"%s\"", ROLL(&r, types));
	if (roll(&r, 100) < 60)
		put(w, "kai.scheduler/task-priority", "\"%s\"", ROLL(&r, priorities));
}

void rich_pod_annotations(const struct cluster *c, struct jsonw *w, const struct pod *p)
{
	if (takes_part(c, p, R_config_maps, 30))
		put(w, "runai/shared-gpu-configmap", "\"gpu-%d\"", p->job);
	if (takes_part(c, p, R_mig_annotations, 20))
		put(w, "nvidia.com/mig-1g.5gb", "\"%d\"", 1 + p->job % 2);
}

bool rich_ports(const struct cluster *c, struct jsonw *w, const struct pod *p)
{
	static const char *const addresses[] = {"", "0.0.0.0", "10.0.0.1", "10.0.0.2"},
				 *const protocols[] = {"TCP", "TCP", "UDP", ""};
	struct roll r = roll_of(c, R_odd_ports, p->job);

	if (!takes_part(c, p, R_odd_ports, 45))
		return false;
	jsonw_key(w, "ports");
	jsonw_begin(w, '[');
	for (int n = 1 + (int)roll(&r, 3); n > 0; n--) {
		jsonw_begin(w, '{');
		put(w, "containerPort", "80");
		put(w, "hostPort", "%d", 8000 + (int)roll(&r, 3));
		put(w, "hostIP", "\"%s\"", ROLL(&r, addresses));
		put(w, "protocol", "\"%s\"", ROLL(&r, protocols));
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
	return true;
}

bool rich_tolerations(const struct cluster *c, struct jsonw *w, const struct pod *p)
{
	static const char *const tolerations[] = {
		"{\"operator\":\"Exists\"}",
		"{\"key\":\"spot\",\"operator\":\"Exists\"}",
		"{\"key\":\"spot\",\"operator\":\"Equal\",\"value\":\"true\"}",
		"{\"key\":\"spot\",\"operator\":\"Exists\",\"effect\":\"NoExecute\"}",
		"{\"key\":\"team\",\"value\":\"a\",\"effect\":\"NoExecute\"}",
		"{\"key\":\"team\",\"value\":\"b\"}",
		"{\"key\":\"team\",\"operator\":\"Gt\",\"value\":\"1\"}",
		"{\"value\":\"true\",\"effect\":\"NoSchedule\"}",
	};
	struct roll r = roll_of(c, R_mixed_taints, 1000 + p->job);

	if (!takes_part(c, p, R_mixed_taints, 70))
		return false;
	jsonw_key(w, "tolerations");
	jsonw_begin(w, '[');
	for (int n = 1 + (int)roll(&r, 3); n > 0; n--)
		jsonw_raw(w, str_of(ROLL(&r, tolerations)));
	jsonw_end(w, ']');
	return true;
}

/* ---- affinity ---- */

static void node_terms(const struct cluster *c, struct jsonw *w, struct roll *r)
{
	static const char *const expressions[] = {
		"{\"key\":\"pool\",\"operator\":\"In\",\"values\":[\"p0\",\"p1\"]}",
		"{\"key\":\"pool\",\"operator\":\"NotIn\",\"values\":[\"p2\"]}",
		"{\"key\":\"zone\",\"operator\":\"In\",\"values\":[\"z0\",\"z2\"]}",
		"{\"key\":\"zone\",\"operator\":\"Exists\"}",
		"{\"key\":\"nvidia.com/gpu.memory\",\"operator\":\"DoesNotExist\"}",
		"{\"key\":\"rank\",\"operator\":\"Gt\",\"values\":[\"1\"]}",
		"{\"key\":\"rank\",\"operator\":\"Lt\",\"values\":[\"4\"]}",
		"{\"key\":\"rank\",\"operator\":\"Lt\",\"values\":[\"x\"]}",
	};
	char name[NAME_SIZE];

	jsonw_key(w, "nodeAffinity");
	jsonw_begin(w, '{');
	jsonw_key(w, "requiredDuringSchedulingIgnoredDuringExecution");
	jsonw_begin(w, '{');
	jsonw_key(w, "nodeSelectorTerms");
	jsonw_begin(w, '[');
	for (int n = 1 + (int)roll(r, 2); n > 0; n--) {
		jsonw_begin(w, '{');
		jsonw_key(w, "matchExpressions");
		jsonw_begin(w, '[');
		for (int k = 1 + (int)roll(r, 2); k > 0; k--)
			jsonw_raw(w, str_of(ROLL(r, expressions)));
		jsonw_end(w, ']');
		jsonw_key(w, "matchFields");
		jsonw_begin(w, '[');
		for (int k = roll(r, 100) < 20 ? 1 + (int)roll(r, 2) : 0; k > 0; k--) {
			jsonw_begin(w, '{');
			put(w, "key", "\"metadata.name\"");
			put(w, "operator", "\"%s\"", roll(r, 100) < 80 ? "In" : "NotIn");
			jsonw_key(w, "values");
			jsonw_begin(w, '[');
			for (int v = 0; v < 2; v++)
				jsonw_strz(w, node_name(name, (int)roll(r, (uint32_t)c->n_nodes)));
			jsonw_end(w, ']');
			jsonw_end(w, '}');
		}
		jsonw_end(w, ']');
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
	jsonw_end(w, '}');
	jsonw_end(w, '}');
}

static void pod_term(const struct cluster *c, struct jsonw *w, const struct pod *p, struct roll *r)
{
	static const char *const keys[] = {
		"kubernetes.io/hostname", "zone", "zone", "pool", "rank", "nothing"};
	static const char *const spaces[] = {
		"[\"team\"]", "[\"other\"]", "[\"other\",\"team\"]", "[]"};
	static const char *const selectors[] = {
		"{\"matchLabels\":{\"tier\":\"t0\"}}",
		"{\"matchLabels\":{\"tier\":\"t1\"}}",
		"{\"matchExpressions\":[{\"key\":\"tier\",\"operator\":\"NotIn\",\"values\":[\"t2\"]}]}",
		"{\"matchExpressions\":[{\"key\":\"spread\",\"operator\":\"Exists\"}]}",
		"{}",
	};
	char name[NAME_SIZE];

	jsonw_begin(w, '{');
	put(w, "topologyKey", "\"%s\"", ROLL(r, keys));
	if (roll(r, 100) < 40)
		put(w, "labelSelector", "{\"matchLabels\":{\"app\":\"%s\"}}",
			job_name(name, p->job));
	else if (roll(r, 100) < 2)
		put(w, "labelSelector",
			"{\"matchExpressions\":[{\"key\":\"tier\",\"operator\":\"In\",\"values\":[]}]}");
	else if (roll(r, 100) < 95)
		put(w, "labelSelector", "%s", ROLL(r, selectors));
	if (roll(r, 100) < 20)
		put(w, "namespaces", "%s", ROLL(r, spaces));
	if (roll(r, 100) < 10)
		put(w, "namespaceSelector", "%s",
			roll(r, 100) < 70 ? "{}" : "{\"matchLabels\":{\"tier\":\"t0\"}}");
	jsonw_end(w, '}');
	(void)c;
}

static void pod_terms(const struct cluster *c, struct jsonw *w, const struct pod *p, struct roll *r,
	const char *key)
{
	bool required = roll(r, 100) < 60;

	jsonw_key(w, key);
	jsonw_begin(w, '{');
	jsonw_key(w,
		required ? "requiredDuringSchedulingIgnoredDuringExecution"
			 : "preferredDuringSchedulingIgnoredDuringExecution");
	jsonw_begin(w, '[');
	for (int n = 1 + (int)(roll(r, 100) < 30); n > 0; n--) {
		if (required) {
			pod_term(c, w, p, r);
			continue;
		}
		jsonw_begin(w, '{');
		put(w, "weight", "%d", 1 + (int)roll(r, 100));
		jsonw_key(w, "podAffinityTerm");
		pod_term(c, w, p, r);
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
	jsonw_end(w, '}');
}

bool rich_affinity(const struct cluster *c, struct jsonw *w, const struct pod *p)
{
	bool nodes = takes_part(c, p, R_node_terms, 50), pods = takes_part(c, p, R_pod_terms, 40);
	struct roll r = roll_of(c, R_pod_terms, p->job);

	if (!nodes && !pods)
		return false;
	jsonw_key(w, "affinity");
	jsonw_begin(w, '{');
	if (nodes)
		node_terms(c, w, &r);
	if (pods && roll(&r, 100) < 60)
		pod_terms(c, w, p, &r, "podAffinity");
	if (pods && roll(&r, 100) < 60)
		pod_terms(c, w, p, &r, "podAntiAffinity");
	jsonw_end(w, '}');
	return true;
}

/* ---- containers and resource claims ---- */

void rich_containers(const struct cluster *c, struct jsonw *w, const struct pod *p)
{
	static const char *const init[] = {
		"[{\"name\":\"copy\",\"resources\":{\"requests\":{\"cpu\":\"3\",\"memory\":\"1Gi\"}}}]",
		"[{\"name\":\"side\",\"restartPolicy\":\"Always\",\"resources\":{\"requests\":{"
		"\"cpu\":\"250m\",\"memory\":\"512Mi\"}}},"
		"{\"name\":\"copy\",\"resources\":{\"requests\":{\"cpu\":\"1\"}}}]",
		"[{\"name\":\"warm\",\"resources\":{\"requests\":{\"nvidia.com/gpu\":\"1\"}}}]",
	};
	struct roll r = roll_of(c, R_more_containers, p->job);

	if (takes_part(c, p, R_more_containers, 50)) {
		put(w, "initContainers", "%s", ROLL(&r, init));
		if (roll(&r, 100) < 30)
			put(w, "overhead", "{\"cpu\":\"100m\",\"memory\":\"64Mi\"}");
	}
	if (!c->kinds.dra && takes_part(c, p, R_resource_claims, 20))
		put(w, "resourceClaims", "[{\"name\":\"link\",\"resourceClaimName\":\"shared\"}%s]",
			roll(&r, 2) ? ",{\"name\":\"disk\",\"resourceClaimTemplateName\":\"t\"}"
				    : "");
}
