/* predicates: what refuses a task outright, and what refuses one node (rules/06 3 to 5, 7
 * and 10.2). */
#include "plugins/predicates/predicates.h"

#include "model/selectors.h"

#include <stdlib.h>

#include "session/bits.h"
#include "session/place/placement.h"
#include "common/mem.h"
#include "model/numbers.h"
#include "plugins/plugins.h"

enum node_bit { NODE_READY = 1, NODE_GPU_WORKER = 2, NODE_CPU_WORKER = 4 };
enum spec_bit { SPEC_AFFINITY_KNOWN = 1, SPEC_AFFINITY_SKIP = 2, SPEC_AFFINITY_CONFLICT = 4 };
enum static_bit { STATIC_KNOWN = 1, STATIC_TAINT = 2, STATIC_AFFINITY = 4 };

static const char *const check_names[CHECKS] = {
	[CHECK_PORTS] = "PodFitsHostPorts",
	[CHECK_TAINTS] = "PodToleratesNodeTaints",
	[CHECK_NODE_AFFINITY] = "NodeAffinity",
	[CHECK_POD_AFFINITY] = "PodAffinity",
	[CHECK_VOLUMES] = "VolumeBinding",
	[CHECK_MAX_RESOURCES] = "MaxNodePoolResources",
	[CHECK_CONFIG_MAPS] = "ConfigMap",
};

/* ---- pre-predicates (rules/06 4) ---- */

static struct prefilter affinity_prefilter(struct predicates *p, const struct pod_spec *spec)
{
	unsigned char *bits = &p->spec_bits[spec->id];

	if (!*bits) {
		struct prefilter r = node_affinity_prefilter(spec);

		*bits = (unsigned char)(SPEC_AFFINITY_KNOWN |
			(r.code == PRE_SKIP ? SPEC_AFFINITY_SKIP : 0) |
			(prefilter_failed(&r) ? SPEC_AFFINITY_CONFLICT : 0));
	}
	if (*bits & SPEC_AFFINITY_SKIP)
		return prefilter_skip();
	return *bits & SPEC_AFFINITY_CONFLICT ? node_affinity_prefilter(spec) : prefilter_ok();
}

static struct prefilter prefilter_of(struct predicates *p, const struct task *t, enum check check)
{
	switch (check) {
	case CHECK_PORTS: return ports_prefilter(p, t);
	case CHECK_NODE_AFFINITY: return affinity_prefilter(p, t->pod->spec);
	case CHECK_POD_AFFINITY: return pod_affinity_prefilter(p, t);
	case CHECK_VOLUMES: return volumes_prefilter(p, t);
	case CHECK_MAX_RESOURCES: return max_resources_prefilter(p, t);
	case CHECK_CONFIG_MAPS: return config_maps_prefilter(p, t);
	case CHECK_TAINTS:
	case CHECKS: break;
	}
	return prefilter_ok();
}

/* Volumes, resources and config maps are asked once per task and session; the other answers change
 * with every placement, but a skip of theirs is for good, so that asking again could not matter. */
static struct prefilter run_check(struct predicates *p, const struct task *t, enum check check)
{
	struct task_state *state = &p->tasks[t->index];
	unsigned char bit = (unsigned char)(1u << check);
	struct prefilter r;

	if (state->skip & bit)
		return prefilter_skip();
	if (state->cached & bit)
		return state->failed[check - CHECK_VOLUMES] ? *state->failed[check - CHECK_VOLUMES]
							    : prefilter_ok();
	r = prefilter_of(p, t, check);
	if (r.code == PRE_SKIP)
		state->skip |= bit;
	if (check < CHECK_VOLUMES)
		return r;
	state->cached |= bit;
	if (prefilter_failed(&r)) {
		struct prefilter *kept = ARENA_NEW(&p->session->arena, struct prefilter);

		*kept = r;
		state->failed[check - CHECK_VOLUMES] = kept;
	}
	return r;
}

/* No answer of its checks can change any more. */
static bool is_settled(const struct task_state *state)
{
	const unsigned asked = ((1u << CHECKS) - 1) & ~(1u << CHECK_TAINTS);

	return ((state->skip | state->cached) & asked) == asked;
}

static bool pre_predicate(void *ctx, struct task *t, struct str *text)
{
	struct predicates *p = ctx;
	struct task_state *state = &p->tasks[t->index];
	struct strbuf b = {0};

	if (state->passes)
		return true;
	for (int i = 0; i < CHECKS; i++) {
		struct prefilter r =
			i == CHECK_TAINTS ? prefilter_ok() : run_check(p, t, (enum check)i);

		if (!prefilter_failed(&r))
			continue;
		if (!b.len)
			strbuf_addf(&b, "Scheduling conditions were not met for pod " STR_FMT ":%c",
				STR_ARG(t->key), p->session->line_end);
		strbuf_addf(&b, "%s: " STR_FMT ".%c", check_names[i], STR_ARG(r.message),
			p->session->line_end);
	}
	if (!b.len) {
		state->passes = is_settled(state);
		return true;
	}
	*text = arena_str(&p->session->arena, strbuf_str(&b));
	strbuf_free(&b);
	return false;
}

static bool victim_invariant(void *ctx, struct task *t, struct str *text)
{
	static const enum check asked[] = {CHECK_VOLUMES, CHECK_CONFIG_MAPS, CHECK_MAX_RESOURCES};

	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
		struct prefilter r = run_check(ctx, t, asked[i]);

		if (r.code == PRE_UNSCHEDULABLE) {
			*text = r.message;
			return false;
		}
	}
	return true;
}

/* ---- the node predicate (rules/06 5) ---- */

static bool refuse(struct verdict *why, struct str reason)
{
	if (why)
		verdict_add(why, reason, SLOT_NONE);
	return false;
}

static bool has_capacity(
	const struct predicates *p, struct task *t, struct node *n, struct verdict *why)
{
	struct session *s = p->session;
	struct capacity_result r = session_task_over_capacity(s, t, n);

	if (r.ok || !why)
		return r.ok;
	return refuse(why,
		session_text(s,
			"node does not have enough capacity. Reason: " STR_FMT
			", Details: " STR_FMT,
			STR_ARG(r.reason), STR_ARG(r.text)));
}

static int by_key(const void *a, const void *b)
{
	return str_cmp((*(struct task *const *)a)->key, (*(struct task *const *)b)->key);
}

static struct str legacy_text(struct session *s, const struct node *n)
{
	struct task **sorted = xcalloc((size_t)n->n_legacy_mig, sizeof *sorted);
	struct strbuf b = {0};
	struct str made;

	memcpy(sorted, n->legacy_mig, (size_t)n->n_legacy_mig * sizeof *sorted);
	qsort(sorted, (size_t)n->n_legacy_mig, sizeof *sorted, by_key);
	strbuf_addz(&b, "MIG job cannot be scheduled on node with legacy MIG jobs: <[");
	for (int i = 0; i < n->n_legacy_mig; i++)
		strbuf_addf(&b, "%s" STR_FMT, i ? " " : "", STR_ARG(sorted[i]->key));
	strbuf_addz(&b, "]>");
	made = arena_str(&s->arena, strbuf_str(&b));
	strbuf_free(&b);
	free(sorted);
	return made;
}

/* rules/06 7.1; CPU-only tasks do not come here. */
static bool gpu_kind_fits(struct session *s, enum gpu_kind kind, const struct task *t,
	const struct node *n, struct verdict *why)
{
	if (kind == KIND_LEGACY_MIG)
		return why ? refuse(why,
				     session_text(s,
					     "Legacy MIG jobs cannot be scheduled on node " STR_FMT,
					     STR_ARG(n->name)))
			   : false;
	if (n->dra_gpus && kind == KIND_SHARED)
		return refuse(why,
			STR("fractional/shared GPU pods are not yet supported on DRA-only nodes"));
	if (!n->mig_enabled && kind == KIND_MIG)
		return refuse(why, STR("MIG job cannot be scheduled on non-MIG node"));
	if (n->mig_enabled && kind == KIND_MIG && n->n_legacy_mig)
		return why ? refuse(why, legacy_text(s, n)) : false;
	if (n->mig_strategy == MIG_SINGLE && t->type != REQUEST_REGULAR)
		return refuse(why,
			STR("only whole gpu jobs can run on a node with MigStrategy='single'"));
	if (n->mig_strategy == MIG_MIXED && kind != KIND_MIG)
		return refuse(why, STR("non MIG jobs cant run on a node with MigStrategy='mixed'"));
	return true;
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

/* A new shared GPU needs a pod slot for its reservation pod, too. Group names that are no integers
 * count as new (rules/06 7.3). */
static bool creates_group(struct session *s, struct task *t, struct node *n)
{
	int count;
	const struct gpu_choice *gpus = fitting_gpus(s, t, n, &count);
	int64_t number;

	if (t->gpu.count <= 0 || count < t->gpu.count)
		return true;
	for (int i = 0; i < t->gpu.count; i++)
		if (gpus[i].group == GPU_WHOLE ||
			!parse_int64(s->c->groups[gpus[i].group].name, &number))
			return true;
	return false;
}

static bool has_pod_slot(struct session *s, struct task *t, struct node *n, struct verdict *why)
{
	double room = n->idle[SLOT_PODS] + n->releasing[SLOT_PODS];

	if (task_shared(t) ? room >= 2 || !creates_group(s, t, n) : room > 0)
		return true;
	return refuse(why, STR("node(s) pod number exceeded"));
}

/* rules/06 7.4; each condition is a reason of its own. */
static bool refuse_conditions(const struct node_object *n, struct verdict *why)
{
	static const struct {
		const char *type, *good;
		struct str text;
	} watched[] = {
		{"Ready", "True", STR_INIT("node has NotReady condition")},
		{"MemoryPressure", "False", STR_INIT("node has MemoryPressure condition")},
		{"DiskPressure", "False", STR_INIT("node has DiskPressure condition")},
		{"PIDPressure", "False", STR_INIT("node has PIDPressure condition")},
		{"NetworkUnavailable", "False", STR_INIT("node has NetworkUnavailable condition")},
	};
	bool ok = true;

	if (n->unschedulable)
		ok = refuse(why, STR("node is unschedulable"));
	for (int i = 0; i < n->n_conditions; i++)
		for (size_t k = 0; k < sizeof watched / sizeof *watched; k++)
			if (str_eq(n->conditions[i].type, str_of(watched[k].type)) &&
				!str_eq(n->conditions[i].status, str_of(watched[k].good)))
				ok = refuse(why, watched[k].text);
	return ok;
}

static unsigned char static_verdict(
	struct predicates *p, const struct pod_spec *spec, const struct node *n)
{
	unsigned char **row = &p->static_verdicts[spec->id], *v;

	if (!*row)
		*row = ARENA_ARRAY(
			&p->session->arena, (size_t)p->session->c->n_nodes, unsigned char);
	v = &(*row)[n->index];
	if (!*v)
		*v = (unsigned char)(STATIC_KNOWN |
			(taints_filter(spec, n->object) ? 0 : STATIC_TAINT) |
			(node_affinity_matches(spec, n->object) ? 0 : STATIC_AFFINITY));
	return *v;
}

/* The Kubernetes filters, those not skipped; the first that refuses is the reason. */
static bool filters_pass(
	struct predicates *p, const struct task *t, const struct node *n, struct verdict *why)
{
	const struct task_state *state = &p->tasks[t->index];
	unsigned char fixed = static_verdict(p, t->pod->spec, n);
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

/* The node's conditions, taints, selectors and required node affinity never change. */
static const uint64_t *static_nodes(void *ctx, const struct task *t)
{
	struct predicates *p = ctx;
	const struct pod_spec *spec = t->pod->spec;
	const struct cluster *c = p->session->c;
	uint64_t *set = p->static_sets[spec->id];

	if (set)
		return set;
	set = p->static_sets[spec->id] =
		ARENA_ARRAY(&p->session->arena, (size_t)c->n_nodes / 64 + 1, uint64_t);
	for (int i = 0; i < c->n_nodes; i++)
		if (p->node_bits[i] & NODE_READY &&
			!(static_verdict(p, spec, &c->nodes[i]) & (STATIC_TAINT | STATIC_AFFINITY)))
			set[i / 64] |= UINT64_C(1) << (i % 64);
	return set;
}

/* rules/06 10.2, with restricted scheduling on. */
static bool worker_fits(
	struct predicates *p, const struct task *t, const struct node *n, struct verdict *why)
{
	bool gpu = task_needs_gpu(t);
	const char *kind = gpu ? "gpu" : "cpu";

	if (!p->session->params->restrict_nodes ||
		p->node_bits[n->index] & (gpu ? NODE_GPU_WORKER : NODE_CPU_WORKER))
		return true;
	if (!why)
		return false;
	return refuse(why,
		session_text(p->session,
			"%s task: <" STR_FMT "> can't run on non %s nodes, node: <" STR_FMT ">",
			kind, STR_ARG(t->key), kind, STR_ARG(n->name)));
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
	if (!(p->node_bits[n->index] & NODE_READY))
		return refuse_conditions(n->object, why);
	return filters_pass(p, t, n, why) && worker_fits(p, t, n, why);
}

static uint64_t *find_lasting_nodes(struct predicates *p, const struct task *t, enum gpu_kind kind)
{
	const struct cluster *c = p->session->c;
	uint64_t *set =
		ARENA_ARRAY(&p->session->arena, (size_t)bit_words(c->n_nodes) + 1, uint64_t);

	memcpy(set, static_nodes(p, t), (size_t)bit_words(c->n_nodes) * sizeof *set);
	for (int i = 0; i < c->n_nodes; i++)
		if (!worker_fits(p, t, &c->nodes[i], NULL) ||
			(kind == KIND_WHOLE &&
				!gpu_kind_fits(p->session, kind, t, &c->nodes[i], NULL)))
			bit_clear(set, i);
	return set;
}

/* What is left when ports, volumes and inter-pod terms have no say. */
static const uint64_t *lasting_nodes(void *ctx, const struct task *t)
{
	struct predicates *p = ctx;
	enum gpu_kind kind = (enum gpu_kind)p->tasks[t->index].kind;
	const unsigned skipped = 1u << CHECK_VOLUMES | 1u << CHECK_PORTS;
	uint64_t **set = &p->lasting_sets[2 * t->pod->spec->id + (kind == KIND_WHOLE)];

	if ((kind != KIND_CPU && kind != KIND_WHOLE) || t->type != REQUEST_REGULAR ||
		t->gpu.memory > 0 || p->session->pod_terms ||
		(p->tasks[t->index].skip & skipped) != skipped)
		return NULL;
	if (!*set)
		*set = find_lasting_nodes(p, t, kind);
	return *set;
}

/* ---- opening ---- */

static enum gpu_kind kind_of(const struct task *t)
{
	if (t->legacy_mig)
		return KIND_LEGACY_MIG;
	if (!task_needs_gpu(t))
		return KIND_CPU;
	return task_shared(t) ? KIND_SHARED : t->type == REQUEST_MIG ? KIND_MIG : KIND_WHOLE;
}

static unsigned char node_bits_of(const struct node_object *n)
{
	return (unsigned char)((refuse_conditions(n, NULL) ? NODE_READY : 0) |
		(label_of(&n->meta, LABEL_GPU_WORKER) ? NODE_GPU_WORKER : 0) |
		(label_of(&n->meta, LABEL_CPU_WORKER) ? NODE_CPU_WORKER : 0));
}

void predicates_open(struct session *s, const struct plugin_option *option)
{
	struct predicates *p = ARENA_NEW(&s->arena, struct predicates);
	const struct cluster *c = s->c;

	(void)option;
	p->session = s;
	p->tasks = ARENA_ARRAY(&s->arena, (size_t)c->n_tasks + 1, struct task_state);
	for (int i = 0; i < c->n_tasks; i++)
		p->tasks[i].kind = (unsigned char)kind_of(&c->tasks[i]);
	p->node_bits = ARENA_ARRAY(&s->arena, (size_t)c->n_nodes + 1, unsigned char);
	for (int i = 0; i < c->n_nodes; i++)
		p->node_bits[i] = node_bits_of(c->nodes[i].object);
	p->static_verdicts =
		ARENA_ARRAY(&s->arena, (size_t)c->objects->n_specs + 1, unsigned char *);
	p->static_sets = ARENA_ARRAY(&s->arena, (size_t)c->objects->n_specs + 1, uint64_t *);
	p->lasting_sets = ARENA_ARRAY(&s->arena, 2 * (size_t)c->objects->n_specs + 2, uint64_t *);
	p->spec_bits = ARENA_ARRAY(&s->arena, (size_t)c->objects->n_specs + 1, unsigned char);
	ports_open(p);
	pod_affinity_open(p);
	volumes_open(p);
	max_resources_open(p);
	hook_add_pre_predicate(s, pre_predicate, p, "predicates");
	hook_add_victim_invariant(s, victim_invariant, p, "predicates");
	hook_add_predicate(s, predicate, p, "predicates");
	hook_add_static_nodes(s, static_nodes, p, "predicates");
	hook_add_lasting_nodes(s, lasting_nodes, p, "predicates");
}
