#include "claims.h"

#include <stdlib.h>

#include "common/claim_gpus.h"
#include "common/grow.h"
#include "common/mem.h"
#include "summary.h"

void claims_free(struct claims *c)
{
	free(c->list);
	free(c->reservations);
	free(c->results);
	free(c->class_uses);
	free(c->of_pods);
	free(c->of_binds);
	free(c->slices);
	free(c->slice_devices);
	names_free(&c->pool_names);
	names_free(&c->devices);
	free(c->pools);
	free(c->device);
	names_free(&c->drivers);
	free(c->driver);
	tally_free(&c->classes);
	*c = (struct claims){0};
}

uint32_t device_pool(const struct claims *c, uint32_t device)
{
	uint32_t pool;

	memcpy(&pool, names_text(&c->devices, device).p, sizeof pool);
	return pool;
}

/* ---- pools and devices ---- */

static void find_generations(struct summary *s)
{
	struct claims *c = &s->claims;

	for (uint32_t i = 1; i <= s->ids[KIND_RESOURCE_SLICES].count; i++) {
		const struct slice *slice = &c->slices[i - 1];
		struct pool *pool = &c->pools[slice->pool - 1];

		if (pool->first && slice->generation < pool->generation)
			continue;
		if (!pool->first || slice->generation > pool->generation)
			*pool = (struct pool){slice->generation, slice->expected, i, 0};
		pool->slices++;
	}
}

static void offer_devices(struct summary *s)
{
	struct claims *c = &s->claims;
	size_t cap = 0;

	for (uint32_t i = 0; i < s->ids[KIND_RESOURCE_SLICES].count; i++) {
		const struct slice *slice = &c->slices[i];
		struct str name = names_first(&c->pool_names, slice->pool);
		bool fresh;
		uint32_t id = names_put(&c->drivers, name, &fresh);

		ARRAY_RESERVE(c->driver, id, cap);
		if (fresh)
			c->driver[id - 1] = (struct driver){0};
		struct driver *driver = &c->driver[id - 1];
		driver->slices++;
		if (slice->generation != c->pools[slice->pool - 1].generation)
			continue;
		for (size_t k = 0; k < slice->devices; k++) {
			struct device *device =
				&c->device[c->slice_devices[slice->first_device + k] - 1];

			driver->devices += !device->offered;
			driver->allocated += !device->offered && device->allocated;
			device->offered = true;
		}
	}
}

static void count_claims(struct summary *s)
{
	struct claims *c = &s->claims;
	uint32_t claim = 0, *last = xcalloc((size_t)s->refs.count + 1, sizeof *last);

	for (uint32_t i = 0; i < s->ids[KIND_RESOURCE_CLAIMS].count; i++) {
		c->pending += !c->list[i].allocated;
		c->unused += c->list[i].allocated && c->list[i].pods == 0;
		c->reserved += c->list[i].allocated && c->list[i].pods != 0;
	}
	for (size_t i = 0; i < c->class_use_count; i++) {
		claim = c->class_uses[i].claim;
		if (last[c->class_uses[i].class] == claim)
			continue;
		last[c->class_uses[i].class] = claim;
		tally_add(&c->classes, names_text(&s->refs, c->class_uses[i].class));
	}
	free(last);
}

/* ---- GPUs ---- */

static bool gate(const struct summary *s)
{
	return s->discovery ? gates_dra(&s->gates)
			    : s->counts[KIND_RESOURCE_CLAIMS] || s->counts[KIND_RESOURCE_SLICES] ||
			s->counts[KIND_DEVICE_CLASSES];
}

/* Of any generation, as the scheduler counts (rules/01 5.6). */
static void add_node_gpus(struct summary *s)
{
	for (uint32_t i = 0; i < s->ids[KIND_RESOURCE_SLICES].count; i++) {
		const struct slice *slice = &s->claims.slices[i];
		uint32_t node = names_find(&s->ids[KIND_NODES], names_text(&s->refs, slice->node));

		if (slice->node && node && !slice->all_nodes &&
			has_gpu_word(names_first(&s->claims.pool_names, slice->pool)))
			s->nodes[node - 1].slice_gpus += (double)slice->devices;
	}
	/* A device that the device plugin has, too, is one device. */
	for (uint32_t i = 0; i < s->ids[KIND_NODES].count; i++) {
		struct node *node = &s->nodes[i];

		node->plugin_gpus = node->gpus;
		if (node->slice_gpus > node->gpus)
			node->gpus = node->slice_gpus;
	}
}

static uint32_t pod_of_uid(const struct summary *s, uint32_t uid)
{
	uint32_t id = uid ? names_find(&s->uids[KIND_PODS], names_text(&s->refs, uid)) : 0;

	return id ? s->pod_of_uid[id - 1] : 0;
}

static void charge_pod(struct summary *s, uint32_t pod, struct claim *claim)
{
	claim->last_pod = pod;
	gpus_add(&s->pods[pod - 1].claim_gpus, claim->gpus);
}

/* A claim counts to the pod that owns it, or else to the first that it is reserved for, and to all
 * that name it (rules/01 6.5). */
static void add_pod_gpus(struct summary *s)
{
	struct claims *c = &s->claims;

	for (uint32_t i = 0; i < s->ids[KIND_RESOURCE_CLAIMS].count; i++) {
		struct claim *claim = &c->list[i];
		uint32_t uid = claim->owner ? claim->owner
			: claim->pods       ? c->reservations[claim->first_pod].uid
					    : 0;

		claim->pod = pod_of_uid(s, uid);
		if (claim->pod)
			charge_pod(s, claim->pod, claim);
	}
	for (size_t i = 0; i < c->of_pods_count; i++) {
		const struct pod_claim *use = &c->of_pods[i];
		uint32_t number = use->template || !use->claim
			? 0
			: names_find(
				  &s->ids[KIND_RESOURCE_CLAIMS], names_text(&s->refs, use->claim));

		if (number && c->list[number - 1].pod != use->pod &&
			c->list[number - 1].last_pod != use->pod)
			charge_pod(s, use->pod, &c->list[number - 1]);
	}
}

void claims_derive(struct summary *s)
{
	struct claims *c = &s->claims;

	c->pools = xcalloc((size_t)c->pool_names.count + 1, sizeof *c->pools);
	c->device = xcalloc((size_t)c->devices.count + 1, sizeof *c->device);
	for (size_t i = 0; i < c->result_count; i++)
		c->device[c->results[i].device - 1].allocated = true;
	find_generations(s);
	offer_devices(s);
	count_claims(s);
	if (!gate(s))
		return;
	add_node_gpus(s);
	add_pod_gpus(s);
}
