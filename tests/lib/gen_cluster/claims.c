/* ResourceClaims: who claims, and which devices the claims of pods on nodes were given. */
#include <stdio.h>
#include "tests/lib/gen_cluster/claims.h"

enum claiming claiming_of(const struct cluster *c, int job, bool whole)
{
	static const enum claiming kinds[] = {CLAIM_NOTHING, CLAIM_NOTHING, CLAIM_TEMPLATE,
		CLAIM_TEMPLATE, CLAIM_TEMPLATE, CLAIM_DIRECT, CLAIM_SHARED};
	struct roll r = kind_roll(c, ROLL_CLAIMING_JOB, job);

	return c->kinds.dra && whole ? ROLL(&r, kinds) : CLAIM_NOTHING;
}

bool claims_admit(const struct cluster *c, const struct node *n, const struct shape *s)
{
	if (!n->slices)
		return s->claiming == CLAIM_NOTHING;
	return s->kind == CPU_ONLY || s->claiming != CLAIM_NOTHING ||
		(s->kind == WHOLE && gpus_are_extended(c));
}

struct claim_plan claim_plan(const struct cluster *c, const struct pod *p)
{
	static const char *const classes[] = {"gpu.nvidia.com", "gpu.nvidia.com", "gpu.nvidia.com",
		"gpu.nvidia.com", "gpu.nvidia.com", "accelerator", "accelerator", "big-gpu",
		"any-gpu", "gone-gpu"};
	struct roll r = kind_roll(c, ROLL_CLAIMING_JOB, 1000 + p->job);
	struct claim_plan plan = {.class = ROLL(&r, classes)};
	const struct shape *s;

	if (!c->kinds.dra || p->job < 0)
		return plan;
	s = &c->jobs[p->job].shape;
	if (strcmp(plan.class, "gone-gpu") == 0 && roll(&r, 100) < 80)
		plan.class = "gpu.nvidia.com";
	plan.claiming = s->claiming;
	plan.gpus = s->claiming != CLAIM_NOTHING ? s->ask.gpus : 0;
	plan.extended = s->claiming == CLAIM_NOTHING && s->kind == WHOLE && p->node >= 0 &&
		c->nodes[p->node].slices;
	plan.nic_inside = plan.gpus > 0 && roll(&r, 100) < 12;
	plan.nic_claim = !plan.nic_inside && roll(&r, 100) < 15;
	plan.two_requests = plan.gpus > 1 && roll(&r, 100) < 25;
	plan.rest = r;
	return plan;
}

static unsigned take(
	const struct cluster *c, unsigned *used, int node, enum device_kind kind, int n)
{
	unsigned mask = 0;

	for (int i = 0; i < device_count(c, node, kind) && n > 0; i++)
		if (!(*used >> i & 1)) {
			mask |= 1u << i;
			n--;
		}
	if (n > 0)
		return 0;
	*used |= mask;
	return mask;
}

/* A claim that several pods use is allocated on one node. */
static void unshare(struct cluster *c)
{
	int at[MAX_JOBS];

	for (int i = 0; i < c->n_jobs; i++)
		at[i] = -1;
	for (int i = 0; i < c->n_pods; i++) {
		const struct pod *p = &c->pods[i];

		if (p->job < 0 || p->node < 0)
			continue;
		if (at[p->job] >= 0 && at[p->job] != p->node &&
			c->jobs[p->job].shape.claiming == CLAIM_SHARED)
			c->jobs[p->job].shape.claiming = CLAIM_DIRECT;
		at[p->job] = p->node;
	}
}

void make_claims(struct cluster *c)
{
	unsigned used[MAX_NODES][DEVICE_KINDS] = {{0}};

	unshare(c);
	for (int i = 0; i < c->n_pods; i++) {
		struct pod *p = &c->pods[i], *first = p;
		struct claim_plan plan = claim_plan(c, p);
		struct roll r = kind_roll(c, ROLL_CLAIM, i);
		int nics = plan.nic_inside || plan.nic_claim;

		p->device_node = p->node;
		/* now and then a pod that waits has its devices already */
		if (plan.gpus && p->state == PENDING && p->node < 0 && roll(&r, 100) < 5)
			p->device_node = (int)roll(&r, (uint32_t)c->n_nodes);
		if (p->device_node < 0 || p->state == SUCCEEDED || p->state == FAILED)
			continue;
		for (int k = 0; k < i && plan.claiming == CLAIM_SHARED && first == p; k++)
			if (c->pods[k].job == p->job && c->pods[k].devices[DEVICE_GPU])
				first = &c->pods[k];
		unsigned *u = used[p->device_node];

		if (first != p) {
			p->device_node = first->device_node;
			memcpy(p->devices, first->devices, sizeof p->devices);
			continue;
		}
		if (plan.gpus || plan.extended)
			p->devices[DEVICE_GPU] = take(c, &u[DEVICE_GPU], p->device_node, DEVICE_GPU,
				c->jobs[p->job].shape.ask.gpus);
		if (nics)
			p->devices[DEVICE_NIC] =
				take(c, &u[DEVICE_NIC], p->device_node, DEVICE_NIC, 1);
	}
}

const char *claim_name(
	const struct cluster *c, char *buffer, const struct pod *p, enum claim_part part)
{
	static const char *const suffixes[] = {"gpu", "nic", "extended"};
	char name[POD_NAME_SIZE];

	if (part == PART_GPU && c->jobs[p->job].shape.claiming == CLAIM_SHARED)
		snprintf(buffer, CLAIM_NAME_SIZE, "%s-shared", job_name(name, p->job));
	else
		snprintf(buffer, CLAIM_NAME_SIZE, "%s-%s", pod_name(c, name, (int)(p - c->pods)),
			suffixes[part]);
	return buffer;
}

static void results(const struct cluster *c, struct jsonw *w, const struct pod *p,
	enum device_kind kind, const char *request, unsigned mask)
{
	char pool[NAME_SIZE];

	for (int i = 0; mask >> i; i++) {
		if (!(mask >> i & 1))
			continue;
		jsonw_begin(w, '{');
		put(w, "request", "\"%s\"", request);
		put(w, "driver", "\"%s\"", device_drivers[kind]);
		put(w, "pool", "\"%s\"", pool_name(pool, p->device_node, kind));
		put(w, "device", "\"%s-%d\"", device_names[kind], i);
		jsonw_end(w, '}');
	}
	(void)c;
}

bool claim_has_devices(const struct cluster *c, const struct pod *p, enum claim_part part)
{
	struct claim_plan plan = claim_plan(c, p);

	if (part == PART_NIC)
		return p->devices[DEVICE_NIC] != 0;
	return p->devices[DEVICE_GPU] != 0 && (!plan.nic_inside || p->devices[DEVICE_NIC] != 0);
}

void claim_allocation(
	const struct cluster *c, struct jsonw *w, const struct pod *p, enum claim_part part)
{
	struct claim_plan plan = claim_plan(c, p);
	unsigned gpus = p->devices[DEVICE_GPU], last = gpus & (~gpus + 1);
	char name[NAME_SIZE];

	jsonw_key(w, "allocation");
	jsonw_begin(w, '{');
	jsonw_key(w, "devices");
	jsonw_begin(w, '{');
	jsonw_key(w, "results");
	jsonw_begin(w, '[');
	if (part == PART_NIC) {
		results(c, w, p, DEVICE_NIC, "nic", p->devices[DEVICE_NIC]);
	} else if (part == PART_EXTENDED) {
		results(c, w, p, DEVICE_GPU, "container-0-request-2", gpus);
	} else {
		results(c, w, p, DEVICE_GPU, "req-0", plan.two_requests ? gpus & ~last : gpus);
		if (plan.two_requests)
			results(c, w, p, DEVICE_GPU, "req-1", last);
		if (plan.nic_inside)
			results(c, w, p, DEVICE_NIC, "nic", p->devices[DEVICE_NIC]);
	}
	jsonw_end(w, ']');
	jsonw_end(w, '}');
	put(w, "nodeSelector",
		"{\"nodeSelectorTerms\":[{\"matchFields\":[{\"key\":\"metadata.name\",\"operator\":"
		"\"In\",\"values\":[\"%s\"]}]}]}",
		node_name(name, p->device_node));
	jsonw_end(w, '}');
}
