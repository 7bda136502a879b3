/* ResourceClaims as objects, and what pods and bind requests say of them. */
#include <stdio.h>
#include "tests/lib/gen_cluster/claims.h"

static void reserved(const struct cluster *c, struct jsonw *w, int first, bool shared)
{
	char name[POD_NAME_SIZE], uid[NAME_SIZE];

	jsonw_key(w, "reservedFor");
	jsonw_begin(w, '[');
	for (int i = first; i < (shared ? c->n_pods : first + 1); i++) {
		const struct pod *p = &c->pods[i];

		if (p->job != c->pods[first].job || p->node < 0 || p->state == BINDING ||
			!(p->devices[DEVICE_GPU] | p->devices[DEVICE_NIC]))
			continue;
		jsonw_begin(w, '{');
		put(w, "resource", "\"pods\"");
		put(w, "name", "\"%s\"", pod_name(c, name, i));
		put(w, "uid", "\"%s\"", uid_of(uid, "pod", i));
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
}

static void metadata(const struct cluster *c, struct jsonw *w, const struct pod *p,
	enum claim_part part, const struct claim_plan *plan)
{
	int number = (int)(p - c->pods);
	struct roll r = kind_roll(c, ROLL_CLAIM, 10000 + p->job);
	bool direct = part == PART_GPU && plan->claiming != CLAIM_TEMPLATE;
	char name[CLAIM_NAME_SIZE], pod[POD_NAME_SIZE], uid[NAME_SIZE];
	uint32_t label = roll(&r, 100);

	begin_metadata(c, w, "claim", 3 * number + (int)part, claim_name(c, name, p, part), "team",
		p->age);
	put(w, "resourceVersion", "\"%d\"", 100 + number);
	if (direct && label < 94)
		put(w, "labels", "{\"kai.scheduler/queue\":\"%s\"}",
			label < 90 ? queue_name(uid, c->jobs[p->job].queue) : "other");
	if (part == PART_EXTENDED)
		put(w, "annotations",
			"{\"resource.kubernetes.io/extended-resource-claim\":\"true\"}");
	if (!direct)
		put(w, "ownerReferences",
			"[{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"%s\",\"uid\":\"%s\","
			"\"controller\":true}]",
			pod_name(c, pod, number), uid_of(uid, "pod", number));
	jsonw_end(w, '}');
}

/* What the claim of a pod on a node is like: 0 to 99. */
static uint32_t fate(const struct cluster *c, const struct pod *p, enum claim_part part)
{
	struct roll r = kind_roll(c, ROLL_CLAIM, 20000 + 3 * (int)(p - c->pods) + (int)part);

	return roll(&r, 100);
}

/* Binding: as a rule only the bind request knows the devices. */
static bool allocated(const struct cluster *c, const struct pod *p, enum claim_part part)
{
	uint32_t dice = fate(c, p, part);

	return claim_has_devices(c, p, part) && dice >= (p->state == BINDING ? 70u : 4u);
}

static void claim(const struct cluster *c, struct jsonw *w, int pod, enum claim_part part)
{
	const struct pod *p = &c->pods[pod];
	struct claim_plan plan = claim_plan(c, p);
	bool shared = part == PART_GPU && plan.claiming == CLAIM_SHARED;

	jsonw_begin(w, '{');
	metadata(c, w, p, part, &plan);
	claim_spec(c, w, p, part, &plan);
	jsonw_key(w, "status");
	jsonw_begin(w, '{');
	if (allocated(c, p, part)) {
		claim_allocation(c, w, p, part);
		if (fate(c, p, part) < 97)
			reserved(c, w, pod, shared);
	}
	jsonw_end(w, '}');
	jsonw_end(w, '}');
}

/* A shared claim is that of the first pod that has devices, or else of the first pod. */
static bool writes_shared(const struct cluster *c, int pod)
{
	int owner = -1;

	for (int i = 0; i < c->n_pods; i++)
		if (c->pods[i].job == c->pods[pod].job &&
			(owner < 0 || (!c->pods[owner].devices[0] && c->pods[i].devices[0])))
			owner = i;
	return owner == pod;
}

static bool made(const struct cluster *c, const struct pod *p, enum claim_part part)
{
	return p->node >= 0 || claim_has_devices(c, p, part) || fate(c, p, part) < 97;
}

void claim_objects(const struct cluster *c, struct jsonw *w)
{
	if (!c->kinds.dra)
		return;
	jsonw_key(w, "resourceClaims");
	jsonw_begin(w, '[');
	for (int i = 0; i < c->n_pods; i++) {
		const struct pod *p = &c->pods[i];
		struct claim_plan plan = claim_plan(c, p);

		if (plan.gpus &&
			(plan.claiming == CLAIM_SHARED ? writes_shared(c, i)
						       : made(c, p, PART_GPU)))
			claim(c, w, i, PART_GPU);
		if (plan.nic_claim && made(c, p, PART_NIC))
			claim(c, w, i, PART_NIC);
		if (plan.extended && p->devices[DEVICE_GPU] && p->state != BINDING)
			claim(c, w, i, PART_EXTENDED);
	}
	jsonw_end(w, ']');
}

void claim_references(const struct cluster *c, struct jsonw *w, const struct pod *p)
{
	struct claim_plan plan = claim_plan(c, p);
	char name[CLAIM_NAME_SIZE];

	if (!plan.gpus && !plan.nic_claim)
		return;
	jsonw_key(w, "resourceClaims");
	jsonw_begin(w, '[');
	if (plan.gpus) {
		jsonw_begin(w, '{');
		put(w, "name", "\"gpu\"");
		if (plan.claiming == CLAIM_TEMPLATE)
			put(w, "resourceClaimTemplateName", "\"gpu-template\"");
		else
			put(w, "resourceClaimName", "\"%s\"", claim_name(c, name, p, PART_GPU));
		jsonw_end(w, '}');
	}
	if (plan.nic_claim)
		jsonw_raw(w, str_of("{\"name\":\"nic\",\"resourceClaimTemplateName\":\"nic\"}"));
	jsonw_end(w, ']');
}

static void status_entry(
	const struct cluster *c, struct jsonw *w, const struct pod *p, enum claim_part part)
{
	char name[CLAIM_NAME_SIZE];

	jsonw_begin(w, '{');
	put(w, "name", part == PART_GPU ? "\"gpu\"" : "\"nic\"");
	put(w, "resourceClaimName", "\"%s\"", claim_name(c, name, p, part));
	jsonw_end(w, '}');
}

void claim_statuses(const struct cluster *c, struct jsonw *w, const struct pod *p)
{
	struct claim_plan plan = claim_plan(c, p);
	bool gpus = plan.gpus && plan.claiming == CLAIM_TEMPLATE;
	char name[CLAIM_NAME_SIZE];

	if (plan.extended && p->devices[DEVICE_GPU] && p->state != BINDING)
		put(w, "extendedResourceClaimStatus",
			"{\"resourceClaimName\":\"%s\",\"requestMappings\":[{\"containerName\":\"main\","
			"\"resourceName\":\"nvidia.com/gpu\",\"requestName\":\"container-0-request-2\"}]}",
			claim_name(c, name, p, PART_EXTENDED));
	if (!gpus && !plan.nic_claim)
		return;
	jsonw_key(w, "resourceClaimStatuses");
	jsonw_begin(w, '[');
	/* of those whose claim is not made, half have a status all the same */
	if (gpus && (made(c, p, PART_GPU) || p->number % 2))
		status_entry(c, w, p, PART_GPU);
	if (plan.nic_claim && (made(c, p, PART_NIC) || p->number % 2))
		status_entry(c, w, p, PART_NIC);
	jsonw_end(w, ']');
}

void claim_promises(const struct cluster *c, struct jsonw *w, const struct pod *p)
{
	struct claim_plan plan = claim_plan(c, p);

	if (!plan.gpus && !plan.nic_claim)
		return;
	jsonw_key(w, "resourceClaimAllocations");
	jsonw_begin(w, '[');
	for (int part = PART_GPU; part <= PART_NIC; part++) {
		if (!(part == PART_GPU ? plan.gpus > 0 : plan.nic_claim) ||
			!claim_has_devices(c, p, (enum claim_part)part))
			continue;
		jsonw_begin(w, '{');
		put(w, "name", part == PART_GPU ? "\"gpu\"" : "\"nic\"");
		claim_allocation(c, w, p, (enum claim_part)part);
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
}
