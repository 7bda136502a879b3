/* Nodes, and the kinds of which only names, times and quantities are read. */
#include <errno.h>
#include <stdlib.h>

#include "read.h"

struct allocatable {
	struct summary *s;
	double gpus;
};

static void take_allocatable(void *ctx, struct str name, struct quantity q)
{
	struct allocatable *a = ctx;

	if (is_gpu(name))
		a->gpus += (double)quantity_value(q);
	else if (mig_size(name) != 0)
		tally_add_many(&a->s->mig, name, quantity_value(q));
}

/* MiB of one GPU by the node's label (rules/01 5.4): a value of a mebi and more is bytes, and
 * hundreds are kept. */
static int64_t gpu_memory(struct reading *p)
{
	char *end;

	if (!p->has_mark[MARK_NODE_MEMORY] || p->marks[MARK_NODE_MEMORY].len == 0)
		return 100;
	errno = 0;
	long long v = strtoll(p->marks[MARK_NODE_MEMORY].s, &end, 10);
	if (errno != 0 || *end != '\0')
		return 100;
	if (v >= 1048576)
		v /= 1048576;
	if (v < 100)
		fault(p, FAULT_GPU_MEMORY_LABEL, SEVERITY_WARNING,
			FIELD("metadata.labels.nvidia.com/gpu.memory"),
			"less than 100 MiB for each GPU: shares of such GPUs have no meaning");
	return v - v % 100;
}

static void read_node_spec(struct reading *p)
{
	struct str key;

	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		if (IS(key, "unschedulable"))
			p->s->cordoned += flag(p->r);
		else
			json_skip(p->r);
	}
}

static void read_node_status(struct reading *p, bool *ready, double *gpus)
{
	struct str key;
	struct allocatable all = {p->s, 0};

	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		if (IS(key, "allocatable"))
			read_quantities(p, FIELD("status.allocatable"), take_allocatable, &all);
		else if (IS(key, "capacity"))
			read_quantities(p, FIELD("status.capacity"), NULL, NULL);
		else if (IS(key, "conditions"))
			read_conditions(p, "status.conditions", ready);
		else
			json_skip(p->r);
	}
	*gpus = all.gpus;
}

void read_node(struct reading *p)
{
	struct summary *s = p->s;
	struct str key;
	bool ready = true; /* without a condition Ready, as the scheduler sees it (rules/05 4) */
	double gpus = 0;
	size_t first_label = s->topologies.of_nodes_count;

	while (json_key(p->r, &key)) {
		if (IS(key, "metadata"))
			read_metadata(p);
		else if (IS(key, "spec"))
			read_node_spec(p);
		else if (IS(key, "status"))
			read_node_status(p, &ready, &gpus);
		else
			json_skip(p->r);
	}
	if (json_failed(p->r))
		return;
	s->ready += ready;
	int64_t memory = gpu_memory(p);
	identify(p);
	if (p->number == 0) {
		s->topologies.of_nodes_count = first_label;
		return;
	}
	s->nodes = grow(s->nodes, &s->node_cap, p->number - 1, sizeof *s->nodes);
	s->nodes[p->number - 1] = (struct node){
		.index = p->index,
		.gpu_memory = memory,
		.outside = in_other_pool(p) ||
			(s->scheduler.restrict_nodes && !p->has_mark[MARK_WORKER]),
		.gpus = gpus,
		.first_label = first_label,
		.n_labels = (uint32_t)(s->topologies.of_nodes_count - first_label),
	};
}

/* An object with a map of quantities at object.field. */
static void read_with_quantities(
	struct reading *p, const char *object, const char *field, const char *path)
{
	struct str key;

	while (json_key(p->r, &key)) {
		if (IS(key, "metadata")) {
			read_metadata(p);
		} else if (!str_eq(key, str_of(object))) {
			json_skip(p->r);
		} else if (enter(p->r)) {
			while (json_key(p->r, &key)) {
				if (str_eq(key, str_of(field)))
					read_quantities(p, FIELD(path), NULL, NULL);
				else
					json_skip(p->r);
			}
		}
	}
	if (!json_failed(p->r))
		identify(p);
}

void read_persistent_volume(struct reading *p)
{
	read_with_quantities(p, "spec", "capacity", "spec.capacity");
}

static void read_claim_spec(struct reading *p)
{
	struct str key;

	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		if (!IS(key, "resources")) {
			json_skip(p->r);
		} else if (enter(p->r)) {
			while (json_key(p->r, &key)) {
				if (IS(key, "requests"))
					read_quantities(
						p, FIELD("spec.resources.requests"), NULL, NULL);
				else if (IS(key, "limits"))
					read_quantities(
						p, FIELD("spec.resources.limits"), NULL, NULL);
				else
					json_skip(p->r);
			}
		}
	}
}

static void read_claim_status(struct reading *p)
{
	struct str key;

	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		if (IS(key, "capacity"))
			read_quantities(p, FIELD("status.capacity"), NULL, NULL);
		else
			json_skip(p->r);
	}
}

void read_persistent_volume_claim(struct reading *p)
{
	struct str key;

	while (json_key(p->r, &key)) {
		if (IS(key, "metadata")) {
			read_metadata(p);
		} else if (IS(key, "spec")) {
			read_claim_spec(p);
		} else if (IS(key, "status")) {
			read_claim_status(p);
		} else {
			json_skip(p->r);
		}
	}
	if (!json_failed(p->r))
		identify(p);
}

void read_csi_storage_capacity(struct reading *p)
{
	struct str key;
	struct quantity q;

	while (json_key(p->r, &key)) {
		if (IS(key, "metadata"))
			read_metadata(p);
		else if (IS(key, "capacity"))
			read_quantity(p, FIELD("capacity"), &q);
		else if (IS(key, "maximumVolumeSize"))
			read_quantity(p, FIELD("maximumVolumeSize"), &q);
		else
			json_skip(p->r);
	}
	if (!json_failed(p->r))
		identify(p);
}

void read_other(struct reading *p)
{
	struct str key;

	while (json_key(p->r, &key)) {
		if (IS(key, "metadata"))
			read_metadata(p);
		else
			json_skip(p->r);
	}
	if (!json_failed(p->r))
		identify(p);
}
