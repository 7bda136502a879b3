/* Faults between pods, resource claims, classes, slices and nodes (rules/07 C). */
#include <inttypes.h>
#include <stdio.h>

#include "check.h"

/* ---- what pods and bind requests name ---- */

static void check_pod_claim(struct summary *s, const struct pod_claim *use)
{
	const struct pod *pod = &s->pods[use->pod - 1];
	struct str claim = names_text(&s->refs, use->claim);
	char field[60];
	struct place at = {KIND_PODS, use->pod, pod->index, field};

	snprintf(field, sizeof field, "spec.resourceClaims[%u]", (unsigned)use->at);
	if (pod->phase == PHASE_FINISHED)
		return;
	if (!use->claim)
		check_add(s, FAULT_CLAIM_UNRESOLVED,
			pod->deleting ? SEVERITY_NOTE : SEVERITY_WARNING, at, "entry",
			names_text(&s->refs, use->name),
			use->template
				? "is of a template, and status names no claim: none was made yet"
				: "names neither a claim nor a template");
	else if (names_find(&s->ids[KIND_RESOURCE_CLAIMS], claim) == 0)
		check_add_gone(s, FAULT_CLAIM_MISSING, pod, at, "resource claim", claim);
}

/* The set of entries: of each the number of a pod and a name in refs. */
static struct str entry_key(uint32_t key[2], uint32_t pod, uint32_t name)
{
	key[0] = pod;
	key[1] = name;
	return (struct str){(const char *)key, 2 * sizeof *key};
}

static void check_bind_claims(struct summary *s)
{
	const struct claims *c = &s->claims;
	struct names entries = {0};
	uint32_t key[2];

	for (size_t i = 0; i < c->of_pods_count && c->of_binds_count; i++)
		names_put(&entries, entry_key(key, c->of_pods[i].pod, c->of_pods[i].name), NULL);
	for (size_t i = 0; i < c->of_binds_count; i++) {
		const struct bind_claim *use = &c->of_binds[i];
		const struct bind *b = &s->binds[use->bind];
		uint32_t pod = names_find(&s->ids[KIND_PODS], names_text(&s->refs, b->pod));
		char field[60];
		struct place at = {KIND_BIND_REQUESTS, b->number, b->index, field};

		snprintf(field, sizeof field, "spec.resourceClaimAllocations[%u].name",
			(unsigned)use->at);
		if (b->live && !b->done && !b->other_pool && pod &&
			s->pods[pod - 1].phase != PHASE_FINISHED &&
			names_find(&entries, entry_key(key, pod, use->name)) == 0)
			check_add(s, FAULT_BIND_REQUEST_CLAIM_MISSING, SEVERITY_WARNING, at,
				"entry", names_text(&s->refs, use->name),
				"is none of the pod's resource claims");
	}
	names_free(&entries);
}

/* ---- claims ---- */

/* A field of a claim. */
static struct place in_claim(const struct summary *s, uint32_t number, const char *field)
{
	return (struct place){
		KIND_RESOURCE_CLAIMS, number, s->claims.list[number - 1].index, field};
}

/* What was allocated stays, whatever became of the class. */
static void check_class(struct summary *s, const struct class_use *use)
{
	struct str class = names_text(&s->refs, use->class);
	bool allocated = s->claims.list[use->claim - 1].allocated;
	char field[120];

	if (names_find(&s->ids[KIND_DEVICE_CLASSES], class))
		return;
	if (use->alternative == NO_INDEX)
		snprintf(field, sizeof field, "spec.devices.requests[%u].exactly.deviceClassName",
			(unsigned)use->request);
	else
		snprintf(field, sizeof field,
			"spec.devices.requests[%u].firstAvailable[%u].deviceClassName",
			(unsigned)use->request, (unsigned)use->alternative);
	check_add(s, FAULT_CLASS_MISSING, allocated ? SEVERITY_NOTE : SEVERITY_ERROR,
		in_claim(s, use->claim, field), "device class", class,
		allocated ? "is not there any more; the claim has its devices" : "is not there");
}

static void check_reservation(struct summary *s, const struct reservation *r, struct strbuf *id)
{
	struct str name = names_text(&s->refs, r->pod);
	char field[40];

	strbuf_clear(id);
	strbuf_addstr(id, check_namespace(names_text(&s->ids[KIND_RESOURCE_CLAIMS], r->claim)));
	strbuf_addstr(id, name);
	snprintf(field, sizeof field, "status.reservedFor[%u]", (unsigned)r->at);
	struct place at = in_claim(s, r->claim, field);
	bool there = names_find(&s->ids[KIND_PODS], strbuf_str(id)) != 0;
	if (!there)
		check_add(s, FAULT_RESERVED_POD_MISSING, SEVERITY_WARNING, at, "pod", name,
			"is not there: the claim keeps its devices for it");
	else if (r->uid && names_find(&s->uids[KIND_PODS], names_text(&s->refs, r->uid)) == 0)
		check_add(s, FAULT_RESERVED_POD_MISSING, SEVERITY_WARNING, at, "pod", name,
			"has another uid: the claim keeps its devices for one of that name before");
}

/* ---- devices ---- */

static bool pool_is_whole(const struct pool *pool)
{
	return (int64_t)pool->slices == pool->expected;
}

/* "driver/pool/device" */
static void add_device_name(struct strbuf *out, const struct summary *s, uint32_t device)
{
	struct str key = names_text(&s->claims.devices, device);
	const struct names *pools = &s->claims.pool_names;
	uint32_t pool = device_pool(&s->claims, device);
	struct str driver = names_first(pools, pool), name = names_second(pools, pool);

	strbuf_clear(out);
	strbuf_addf(out, "%.*s/%.*s/%.*s", CHECK_NAME(driver), CHECK_NAME(name),
		(int)(key.n - sizeof pool < 300 ? key.n - sizeof pool : 300), key.p + sizeof pool);
}

static void check_result(struct summary *s, const struct allocated_device *r, struct device *device,
	struct strbuf *name)
{
	const struct pool *pool = &s->claims.pools[device_pool(&s->claims, r->device) - 1];
	char field[80], after[400];
	struct place at = in_claim(s, r->claim, field);

	snprintf(field, sizeof field, "status.allocation.devices.results[%u]", (unsigned)r->at);
	/* A slice that is not there yet may have it. */
	if (!device->offered && (pool->slices == 0 || pool_is_whole(pool))) {
		add_device_name(name, s, r->device);
		check_add(s, FAULT_DEVICE_MISSING, SEVERITY_WARNING, at, "device", strbuf_str(name),
			"is in no resource slice");
	}
	if (r->shared)
		return;
	if (device->claim) {
		struct str other = names_text(&s->ids[KIND_RESOURCE_CLAIMS], device->claim);

		add_device_name(name, s, r->device);
		snprintf(after, sizeof after, "is also allocated to %.*s", CHECK_NAME(other));
		check_add(s, FAULT_DEVICE_TWICE, SEVERITY_ERROR, at, "device", strbuf_str(name),
			after);
	}
	device->claim = r->claim;
}

static void check_pools(struct summary *s)
{
	const struct claims *c = &s->claims;

	for (uint32_t i = 1; i <= c->pool_names.count; i++) {
		const struct pool *pool = &c->pools[i - 1];
		char after[160];

		if (pool->slices == 0 || pool_is_whole(pool))
			continue;
		struct place at = {KIND_RESOURCE_SLICES, pool->first,
			c->slices[pool->first - 1].index, "spec.pool.resourceSliceCount"};
		snprintf(after, sizeof after,
			"has %u slices of generation %" PRId64 " and should have %" PRId64
			": its devices are not allocated",
			(unsigned)pool->slices, pool->generation, pool->expected);
		check_add(s, FAULT_POOL_INCOMPLETE, SEVERITY_WARNING, at, "pool",
			names_second(&c->pool_names, i), after);
	}
}

static void check_slices(struct summary *s)
{
	for (uint32_t i = 1; i <= s->ids[KIND_RESOURCE_SLICES].count; i++) {
		const struct slice *slice = &s->claims.slices[i - 1];
		struct str node = names_text(&s->refs, slice->node);
		struct place at = {KIND_RESOURCE_SLICES, i, slice->index, "spec.nodeName"};

		if (slice->node && names_find(&s->ids[KIND_NODES], node) == 0)
			check_add_cluster(s, FAULT_SLICE_NODE_MISSING, at, "node", node,
				"is not there: nobody can use the devices");
	}
}

static void check_gpus(struct summary *s)
{
	for (uint32_t i = 1; i <= s->ids[KIND_NODES].count; i++) {
		const struct node *node = &s->nodes[i - 1];
		struct place at = {KIND_NODES, i, node->index, "status.allocatable"};
		char after[160];

		if (node->plugin_gpus <= 0 || node->slice_gpus <= 0)
			continue;
		snprintf(after, sizeof after,
			"has %.0f GPUs by its device plugin and %.0f by resource slices: the scheduler adds them up",
			node->plugin_gpus, node->slice_gpus);
		check_add(s, FAULT_GPUS_TWICE, SEVERITY_WARNING, at, "node",
			names_text(&s->ids[KIND_NODES], i), after);
	}
}

void check_claims(struct summary *s)
{
	const struct claims *c = &s->claims;
	struct strbuf scratch = {0};

	for (size_t i = 0; i < c->of_pods_count; i++)
		check_pod_claim(s, &c->of_pods[i]);
	check_bind_claims(s);
	for (size_t i = 0; i < c->class_use_count; i++)
		check_class(s, &c->class_uses[i]);
	for (size_t i = 0; i < c->reservation_count; i++)
		check_reservation(s, &c->reservations[i], &scratch);
	for (size_t i = 0; i < c->result_count; i++)
		check_result(s, &c->results[i], &c->device[c->results[i].device - 1], &scratch);
	check_pools(s);
	check_slices(s);
	check_gpus(s);
	strbuf_free(&scratch);
}
