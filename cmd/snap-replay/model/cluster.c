#include "model/cluster.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/grow.h"

const char *pod_status_name(enum pod_status s)
{
	static const char *const names[POD_STATUSES] = {
		[POD_PENDING] = "Pending",
		[POD_GATED] = "Gated",
		[POD_ALLOCATED] = "Allocated",
		[POD_PIPELINED] = "Pipelined",
		[POD_BINDING] = "Binding",
		[POD_BOUND] = "Bound",
		[POD_RUNNING] = "Running",
		[POD_RELEASING] = "Releasing",
		[POD_STUCK_IN_RELEASING] = "StuckInReleasing",
		[POD_SUCCEEDED] = "Succeeded",
		[POD_FAILED] = "Failed",
		[POD_UNKNOWN] = "Unknown",
	};

	return names[s];
}

bool task_needs_gpu(const struct task *t)
{
	return t->type == REQUEST_GPU_MEMORY || t->type == REQUEST_MIG || t->request[SLOT_GPU] > 0;
}

double task_accepted(const struct task *t, int slot)
{
	if (!t->accepted_set)
		return 0;
	if (slot == SLOT_GPU)
		return gpu_request_gpus(&t->accepted) + (double)t->accepted.dra;
	return t->request[slot];
}

static int add_group(struct cluster *c, struct str name, bool fresh)
{
	ARRAY_GROW(c->device_groups, c->n_device_groups, c->cap_device_groups);
	c->device_groups[c->n_device_groups] = (struct device_group_name){name, fresh};
	return c->n_device_groups++;
}

int cluster_device_group(struct cluster *c, struct str name)
{
	bool fresh;
	struct map_entry *e = map_put(&c->device_group_by_name, name, &fresh);

	if (fresh)
		e->value = (void *)(uintptr_t)add_group(c, name, false);
	return (int)(uintptr_t)e->value;
}

int cluster_new_device_group(struct cluster *c)
{
	char text[32];
	struct str name;

	do {
		snprintf(text, sizeof text, "new-%06d", ++c->n_new_device_groups);
		name = str_of(text);
	} while (map_get(&c->device_group_by_name, name));
	return add_group(c, arena_str(&c->arena, name), true);
}

void cluster_free(struct cluster *c)
{
	struct map *maps[] = {&c->node_by_name, &c->job_by_name, &c->queue_by_name, &c->config_maps,
		&c->task_by_uid, &c->stuck_bind_requests, &c->class_by_resource, &c->gpu_pods,
		&c->device_group_by_name, &c->zone_slots.by_name};

	for (int i = 0; i < c->n_nodes; i++) {
		free(c->nodes[i].entries);
		free(c->nodes[i].device_groups);
		free(c->nodes[i].legacy_mig);
		free(c->nodes[i].view);
	}
	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
		map_free(maps[i]);
	free(c->device_groups);
	arena_free(&c->arena);
	*c = (struct cluster){0};
}
