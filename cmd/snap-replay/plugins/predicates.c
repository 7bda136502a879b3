/* predicates: refuses a pod outright (hook pre_predicate) or on one node (hook predicate), by
 * Kubernetes' own filters and by the scheduler's rules on GPUs, node conditions and worker nodes.
 * The pre-predicate checks what concerns the pod alone; the predicate goes through one node's
 * checks in the order of rules/06 5 and stops at the first that refuses. The folder predicates/
 * holds one file for each check. Rules: rules/06 3 to 5, 7 to 9 and 10.2. */
#include "plugins/predicates/predicates.h"

#include "session/place/placement.h"
#include "model/numbers.h"
#include "plugins/plugins.h"

static bool has_capacity(
	const struct predicates *p, struct task *t, struct node *n, struct verdict *why)
{
	struct session *s = p->session;
	struct capacity_result r = session_task_over_capacity(s, t, n);

	if (!r.ok && s->log.placing)
		log_over_capacity(s, t->job, r.text);
	if (r.ok || !why)
		return r.ok;
	return refuse(why,
		session_text(s,
			"node does not have enough capacity. Reason: " STR_FMT
			", Details: " STR_FMT,
			STR_ARG(r.reason), STR_ARG(r.text)));
}

static bool gpu_memory_known(
	struct session *s, const struct task *t, const struct node *n, struct verdict *why)
{
	if (t->gpu.memory <= 0 || n->gpu_memory_synced)
		return true;
	return why
		? refuse(why,
			  session_text(s,
				  "node is not a gpu node or the gpu memory count on the node was not synced yet, task: <" STR_FMT
				  ">, node: <" STR_FMT ">",
				  STR_ARG(t->key), STR_ARG(n->name)))
		: false;
}

/* A new device group needs a pod slot for its reservation pod, too. Groups whose names are no
 * integers count as new (rules/06 7.3). */
static bool creates_device_group(struct session *s, struct task *t, struct node *n)
{
	int count;
	const struct device_choice *gpus = fitting_devices(s, t, n, &count);
	int64_t number;

	if (t->gpu.count <= 0 || count < t->gpu.count)
		return true;
	for (int i = 0; i < t->gpu.count; i++)
		if (gpus[i].group == GPU_WHOLE ||
			!parse_int64(s->c->device_groups[gpus[i].group].name, &number))
			return true;
	return false;
}

static bool has_pod_slot(struct session *s, struct task *t, struct node *n, struct verdict *why)
{
	double free = n->idle[SLOT_PODS] + n->releasing[SLOT_PODS];

	if (task_fractional(t) ? free >= 2 || !creates_device_group(s, t, n) : free > 0)
		return true;
	return refuse(why, STR("node(s) pod number exceeded"));
}

/* ORDER check. The Kubernetes filters that are not skipped. The first that refuses gives the
 * reason. */
static bool filters_pass(
	struct predicates *p, const struct task *t, const struct node *n, struct verdict *why)
{
	const struct task_state *state = &p->tasks[t->index];
	unsigned char fixed = static_answer(p, t->pod->spec, n);
	struct str text;

	if (!(state->skip & 1u << CHECK_PORTS) && !ports_filter(p, t, n))
		return refuse(
			why, STR("node(s) didn't have free ports for the requested pod ports"));
	if (fixed & STATIC_TAINT)
		return refuse(why, STR("node(s) had untolerated taint(s)"));
	if (fixed & STATIC_AFFINITY)
		return refuse(why, STR("node(s) didn't match Pod's node affinity/selector"));
	if (!(state->skip & 1u << CHECK_POD_AFFINITY) && !pod_affinity_filter(p, t, n, &text))
		return refuse(why, text);
	if (!(state->skip & 1u << CHECK_VOLUMES) && !volumes_filter(p, t, n, &text))
		return refuse(why, text);
	return true;
}

static bool predicate(void *ctx, struct task *t, struct node *n, struct verdict *why)
{
	struct predicates *p = ctx;
	enum gpu_kind kind = (enum gpu_kind)p->tasks[t->index].kind;

	if (!has_capacity(p, t, n, why))
		return false;
	if (kind != KIND_CPU && !gpu_kind_fits(p->session, kind, t, n, why))
		return false;
	if (!gpu_memory_known(p->session, t, n, why) || !has_pod_slot(p->session, t, n, why))
		return false;
	session_log_placing(p->session, 6,
		"Check node condition predicates Task <" STR_FMT "> on Node <" STR_FMT
		">: fit %s, err <nil>",
		STR_ARG(t->key), STR_ARG(n->name),
		p->node_bits[n->index] & NODE_READY ? "true" : "false");
	if (!(p->node_bits[n->index] & NODE_READY))
		return node_conditions_pass(n->object, why);
	if (filters_pass(p, t, n, why) && worker_fits(p, t, n, why))
		return true;
	if (why)
		why->bare = true;
	return false;
}

/* Of what is kept for a task, only this hangs on where other pods are. */
static bool settled(void *ctx, const struct task *t)
{
	const struct predicates *p = ctx;

	return (p->tasks[t->index].skip & 1u << CHECK_POD_AFFINITY) || pod_affinity_settled(p, t);
}

/* Claims stay as they are during the session. Pods that other pods keep away stay in the views of
 * their nodes during a simulation (pod_affinity_settled), and so do those that keep them away. */
static void possible_nodes(void *ctx, const struct task *t, uint64_t *set)
{
	struct predicates *p = ctx;
	const struct task_state *state = &p->tasks[t->index];

	if (!(state->skip & 1u << CHECK_VOLUMES) && state->cached & 1u << CHECK_VOLUMES)
		volumes_keep_possible(p, t, set);
	if (!(state->skip & 1u << CHECK_POD_AFFINITY))
		pod_affinity_keep_possible(p, t, set);
}

void predicates_open(struct session *s, const struct plugin_option *option)
{
	struct predicates *p = ARENA_NEW(&s->arena, struct predicates);
	const struct cluster *c = s->c;

	(void)option;
	p->session = s;
	p->tasks = ARENA_ARRAY(&s->arena, (size_t)c->n_tasks, struct task_state);
	for (int i = 0; i < c->n_tasks; i++)
		p->tasks[i].kind = (unsigned char)gpu_kind_of(&c->tasks[i]);
	p->node_bits = ARENA_ARRAY(&s->arena, (size_t)c->n_nodes, unsigned char);
	for (int i = 0; i < c->n_nodes; i++)
		p->node_bits[i] = node_bits_of(c->nodes[i].object);
	p->static_answers = ARENA_ARRAY(&s->arena, (size_t)c->objects->n_specs, unsigned char *);
	p->static_sets = ARENA_ARRAY(&s->arena, (size_t)c->objects->n_specs, uint64_t *);
	p->lasting_sets = ARENA_ARRAY(&s->arena, 2 * (size_t)c->objects->n_specs + 2, uint64_t *);
	p->volume_sets = ARENA_ARRAY(&s->arena, (size_t)c->n_tasks, uint64_t *);
	ports_open(p);
	pod_affinity_open(p);
	volumes_open(p);
	max_resources_open(p);
	hook_add_pre_predicate(s, pod_passes, p, "predicates");
	hook_add_victim_invariant(s, victim_passes, p, "predicates");
	hook_add_predicate(s, predicate, p, "predicates");
	hook_add_settled(s, settled, p, "predicates");
	hook_add_static_nodes(s, static_nodes, p, "predicates");
	hook_add_possible_nodes(s, possible_nodes, p, "predicates");
	hook_add_lasting_nodes(s, lasting_nodes, p, "predicates");
}
