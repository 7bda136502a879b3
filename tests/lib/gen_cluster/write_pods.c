/* Pods, their bind requests, and the reservation pods of shared GPUs. */
#include <stdio.h>
#include "tests/lib/gen_cluster/cluster.h"

const char *pod_name(const struct cluster *c, char *buffer, int i)
{
	const struct pod *p = &c->pods[i];
	char job[NAME_SIZE] = "foreign";

	if (p->job >= 0)
		job_name(job, p->job);
	snprintf(buffer, POD_NAME_SIZE, "%s-%d", job, p->job >= 0 ? p->number : i);
	return buffer;
}

static bool shares(const struct shape *s)
{
	return s->kind == FRACTION || s->kind == GPU_MEMORY;
}

static void labels(const struct cluster *c, struct jsonw *w, const struct pod *p)
{
	const struct job *j = &c->jobs[p->job];
	char name[NAME_SIZE], key[2 * NAME_SIZE];

	jsonw_key(w, "labels");
	jsonw_begin(w, '{');
	put(w, "app", "\"%s\"", job_name(name, p->job));
	if (p->set >= 0)
		put(w, "kai.scheduler/subgroup-name", "\"set-%d\"", p->set);
	if (j->shape.apart != APART_NO)
		put(w, "spread", "\"s%d\"", j->shape.spread);
	if (p->n_groups == 1)
		put(w, "runai-gpu-group", "\"%s\"", group_name(name, p->group[0]));
	for (int g = 0; p->n_groups > 1 && g < p->n_groups; g++) {
		snprintf(key, sizeof key, "runai-gpu-group/%s", group_name(name, p->group[g]));
		put(w, key, "\"%s\"", name);
	}
	if (!c->on[F_roles])
		rich_pod_labels(c, w, p);
	if (c->on[F_roles] && p->job % 3 == 0 && p->number == 1)
		put(w, "training.kubeflow.org/job-role", "\"master\"");
	if (c->on[F_roles] && p->job % 3 == 1)
		put(w, "kai.scheduler/task-priority", "\"%d\"", p->number % 3);
	jsonw_end(w, '}');
}

static void annotations(const struct cluster *c, struct jsonw *w, const struct pod *p)
{
	const struct shape *s = &c->jobs[p->job].shape;
	char name[NAME_SIZE];

	jsonw_key(w, "annotations");
	jsonw_begin(w, '{');
	put(w, "pod-group-name", "\"%s\"", job_name(name, p->job));
	if (s->kind == FRACTION)
		put(w, "gpu-fraction", "\"%.2f\"", s->percent / 100.0);
	if (s->kind == GPU_MEMORY)
		put(w, "gpu-memory", "\"%d\"", s->memory);
	if (shares(s) && s->devices > 1)
		put(w, "gpu-fraction-num-devices", "\"%d\"", s->devices);
	if (p->n_groups > 0)
		put(w, "received-resource-type", "\"Fraction\"");
	rich_pod_annotations(c, w, p);
	zone_annotations(c, w, p);
	jsonw_end(w, '}');
}

static void apart(struct jsonw *w, const struct shape *s)
{
	char term[256];

	if (s->apart <= APART_LABEL)
		return;
	snprintf(term, sizeof term,
		"{\"labelSelector\":{\"matchLabels\":{\"spread\":\"s%d\"}},\"topologyKey\":\"%s\"}",
		s->spread, s->apart == APART_ZONE ? "zone" : "kubernetes.io/hostname");
	if (s->apart == APART_PREFERRED)
		put(w, "affinity",
			"{\"podAntiAffinity\":{\"preferredDuringSchedulingIgnoredDuringExecution\":[{\"weight\":50,"
			"\"podAffinityTerm\":%s}]}}",
			term);
	else
		put(w, "affinity",
			"{\"podAntiAffinity\":{\"requiredDuringSchedulingIgnoredDuringExecution\":[%s]}}",
			term);
}

static void container(
	const struct cluster *c, struct jsonw *w, const struct pod *p, const struct shape *s)
{
	jsonw_key(w, "containers");
	jsonw_begin(w, '[');
	jsonw_begin(w, '{');
	put(w, "name", "\"main\"");
	if (c->rich[R_config_maps])
		put(w, "volumeMounts", "[{\"name\":\"conf\",\"mountPath\":\"/conf\"}]");
	if (!rich_ports(c, w, p) && s->port >= 0)
		put(w, "ports", "[{\"containerPort\":80,\"hostPort\":%d,\"protocol\":\"TCP\"}]",
			8000 + s->port);
	jsonw_key(w, "resources");
	jsonw_begin(w, '{');
	jsonw_key(w, "requests");
	jsonw_begin(w, '{');
	put_room(w, &s->ask);
	rich_amounts(c, w, false, p->job);
	zone_amounts(c, w, false, p->job);
	jsonw_end(w, '}');
	jsonw_end(w, '}');
	jsonw_end(w, '}');
	jsonw_end(w, ']');
}

static void spec(const struct cluster *c, struct jsonw *w, const struct pod *p)
{
	static const struct shape foreign = {
		.pool = -1, .port = -1, .ask = {.cpu = 1000, .memory = 4}};
	struct shape s = p->job >= 0 ? c->jobs[p->job].shape : foreign;
	char name[NAME_SIZE];

	if (p->job < 0)
		s.ask.gpus = p->number;
	jsonw_key(w, "spec");
	jsonw_begin(w, '{');
	put(w, "schedulerName", "\"%s\"", p->job >= 0 ? "kai-scheduler" : "default-scheduler");
	if (p->node >= 0 && p->state != BINDING)
		put(w, "nodeName", "\"%s\"", node_name(name, p->node));
	if (s.claiming != CLAIM_NOTHING)
		s.ask.gpus = 0;
	if (!zone_containers(c, w, p, &s))
		container(c, w, p, &s);
	rich_containers(c, w, p);
	claim_references(c, w, p);
	if (s.pool >= 0)
		put(w, "nodeSelector", "{\"pool\":\"p%d\"}", s.pool);
	if (!rich_tolerations(c, w, p) && s.tolerates)
		put(w, "tolerations",
			"[{\"key\":\"spot\",\"operator\":\"Exists\",\"effect\":\"NoSchedule\"}]");
	if (p->state == GATED)
		put(w, "schedulingGates", "[{\"name\":\"wait\"}]");
	if (!rich_affinity(c, w, p))
		apart(w, &s);
	rich_volumes(c, w, (int)(p - c->pods));
	jsonw_end(w, '}');
}

static void pod(const struct cluster *c, struct jsonw *w, int i)
{
	static const char *const phases[] = {[PENDING] = "Pending",
		[RUNNING] = "Running",
		[BINDING] = "Pending",
		[BOUND] = "Pending",
		[RELEASING] = "Running",
		[STUCK] = "Running",
		[SUCCEEDED] = "Succeeded",
		[FAILED] = "Failed",
		[GATED] = "Pending"};
	const struct pod *p = &c->pods[i];
	char name[POD_NAME_SIZE];

	jsonw_begin(w, '{');
	begin_metadata(c, w, "pod", i, pod_name(c, name, i), "team", p->age);
	if (p->job >= 0) {
		labels(c, w, p);
		annotations(c, w, p);
	}
	if (p->state == RELEASING)
		put_time(c, w, "deletionTimestamp", -600);
	if (p->state == STUCK)
		put_time(c, w, "deletionTimestamp", 900);
	jsonw_end(w, '}');
	spec(c, w, p);
	jsonw_key(w, "status");
	jsonw_begin(w, '{');
	put(w, "phase", "\"%s\"", phases[p->state]);
	if (c->rich[R_nominated] && p->state == PENDING && i % 3 == 0)
		put(w, "nominatedNodeName", "\"%s\"", node_name(name, i % c->n_nodes));
	zone_qos(c, w, p);
	claim_statuses(c, w, p);
	jsonw_end(w, '}');
	jsonw_end(w, '}');
}

/* Each shared GPU is held by a pod of its own, as KAI's binder makes them. */
static void reservation(const struct cluster *c, struct jsonw *w, int at, int group)
{
	char node[NAME_SIZE], name[NAME_SIZE], reservation_name[2 * NAME_SIZE];

	snprintf(reservation_name, sizeof reservation_name, "gpu-reservation-%d", group);
	jsonw_begin(w, '{');
	begin_metadata(
		c, w, "reservation", group, reservation_name, "kai-resource-reservation", 100000);
	put(w, "labels", "{\"app\":\"kai-resource-reservation\",\"runai-gpu-group\":\"%s\"}",
		group_name(name, group));
	jsonw_end(w, '}');
	put(w, "spec",
		"{\"schedulerName\":\"default-scheduler\",\"nodeName\":\"%s\",\"containers\":[{\"name\":\"pause\",\"resources\":{"
		"\"requests\":"
		"{\"cpu\":\"1m\",\"memory\":\"10Mi\",\"nvidia.com/gpu\":\"1\"}}}]}",
		node_name(node, at));
	put(w, "status", "{\"phase\":\"Running\"}");
	jsonw_end(w, '}');
}

static void bind_request(const struct cluster *c, struct jsonw *w, int i)
{
	const struct pod *p = &c->pods[i];
	char pod_of[POD_NAME_SIZE], name[NAME_SIZE];

	jsonw_begin(w, '{');
	begin_metadata(c, w, "bind", i, pod_name(c, pod_of, i), "team", p->age);
	put(w, "labels", "{\"selected-node\":\"%s\"}", node_name(name, p->node));
	jsonw_end(w, '}');
	jsonw_key(w, "spec");
	jsonw_begin(w, '{');
	put(w, "podName", "\"%s\"", pod_of);
	put(w, "selectedNode", "\"%s\"", name);
	if (p->n_groups > 0) {
		put(w, "receivedResourceType", "\"Fraction\"");
		jsonw_key(w, "selectedGPUGroups");
		jsonw_begin(w, '[');
		for (int g = 0; g < p->n_groups; g++)
			jsonw_strz(w, group_name(name, p->group[g]));
		jsonw_end(w, ']');
	}
	zone_prediction(c, w, p);
	claim_promises(c, w, p);
	jsonw_end(w, '}');
	put(w, "status", "{\"phase\":\"%s\"}", p->state == BINDING ? "Pending" : "Succeeded");
	jsonw_end(w, '}');
}

void write_pods(const struct cluster *c, struct jsonw *w)
{
	jsonw_key(w, "pods");
	jsonw_begin(w, '[');
	for (int i = 0; i < c->n_pods; i++)
		pod(c, w, i);
	for (int n = 0; n < c->n_nodes && c->on[F_reservations]; n++)
		for (int g = 0; g < c->nodes[n].n_shared; g++)
			reservation(c, w, n, c->nodes[n].shared[g].group);
	jsonw_end(w, ']');
	jsonw_key(w, "bindRequests");
	jsonw_begin(w, '[');
	/* the binder's last word: without it a pod on several GPUs would hold none */
	for (int i = 0; i < c->n_pods; i++)
		if (c->pods[i].node >= 0 &&
			(c->pods[i].state == BINDING || c->pods[i].n_groups > 1))
			bind_request(c, w, i);
	jsonw_end(w, ']');
}
