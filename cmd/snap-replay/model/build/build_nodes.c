/* Nodes of the session (rules/01 5.2, 5.4, 5.6). */
#include "model/build/build.h"

#include <stdlib.h>

#include "common/claim_gpus.h"
#include "common/mem.h"
#include "model/go_numbers.h"
#include "model/names.h"
#include "model/numbers.h"

enum { UNKNOWN_GPU_MEMORY = 100 }; /* MiB; known ones are more */

bool in_shard(const struct params *p, const struct labels *l)
{
	const struct str *value;

	if (!p->pool_label_key.n)
		return true;
	value = labels_get(l, p->pool_label_key);
	return p->pool_label_value.n ? value && str_eq(*value, p->pool_label_value) : !value;
}

static bool is_kept(const struct params *p, const struct node_object *n)
{
	if (!in_shard(p, &n->meta.labels))
		return false;
	return !p->restrict_nodes || label_of(&n->meta, LABEL_GPU_WORKER) ||
		label_of(&n->meta, LABEL_CPU_WORKER);
}

/* rules/06 7.4 */
static bool is_ready(const struct node_object *n)
{
	if (n->unschedulable)
		return false;
	for (int i = 0; i < n->n_conditions; i++) {
		struct str type = n->conditions[i].type, status = n->conditions[i].status;

		if (str_eq(type, STR("Ready"))) {
			if (!str_eq(status, STR("True")))
				return false;
		} else if (str_eq(type, STR("MemoryPressure")) ||
			str_eq(type, STR("DiskPressure")) || str_eq(type, STR("PIDPressure")) ||
			str_eq(type, STR("NetworkUnavailable"))) {
			if (!str_eq(status, STR("False")))
				return false;
		}
	}
	return true;
}

static void set_gpu_memory(struct build *b, struct node *n)
{
	const struct str *label = label_of(&n->object->meta, LABEL_GPU_MEMORY);
	int64_t v;

	n->gpu_memory = UNKNOWN_GPU_MEMORY;
	if (!label || !parse_int64(*label, &v))
		return;
	if (v >= 1048576)
		v /= 1048576; /* given in bytes */
	n->gpu_memory = v - v % 100;
	n->gpu_memory_synced = true;
	if (n->gpu_memory <= 0)
		warn_input(b->w, n->name, "GPU memory label rounds to nothing");
}

static int by_name(const void *l, const void *r)
{
	return str_cmp((*(struct node_object *const *)l)->meta.name,
		(*(struct node_object *const *)r)->meta.name);
}

static void add_names(struct build *b, const struct node_object *n)
{
	for (int i = 0; i < n->allocatable.n; i++) {
		enum resource_kind kind = resource_kind(n->allocatable.items[i].name);

		if (kind == RES_MIG || kind == RES_BYTES || kind == RES_SCALAR)
			slots_add(b, n->allocatable.items[i].name);
	}
}

/* Before v0.16.2 a memory that is not known took part, which no node is below. */
static void bound_gpu_memory(struct build *b)
{
	struct cluster *c = b->c;

	if (!b->o->follows.memory_bounds)
		c->min_gpu_memory = c->max_gpu_memory = UNKNOWN_GPU_MEMORY;
	for (int i = 0; b->o->follows.memory_bounds && i < c->n_nodes; i++) {
		int64_t memory = c->nodes[i].gpu_memory;

		if (memory <= UNKNOWN_GPU_MEMORY)
			continue;
		if (!c->min_gpu_memory || memory < c->min_gpu_memory)
			c->min_gpu_memory = memory;
		if (memory > c->max_gpu_memory)
			c->max_gpu_memory = memory;
	}
}

void build_nodes(struct build *b)
{
	struct cluster *c = b->c;
	struct node_object **kept = xcalloc((size_t)b->o->nodes.n, sizeof *kept);
	int n = 0;

	for (int i = 0; i < b->o->nodes.n; i++)
		if (is_kept(&b->o->params, b->o->nodes.items[i]))
			kept[n++] = b->o->nodes.items[i];
	qsort(kept, (size_t)n, sizeof *kept, by_name);
	c->nodes = ARENA_ARRAY(&c->arena, (size_t)n, struct node);
	c->n_nodes = n;
	for (int i = 0; i < n; i++) {
		struct node *node = &c->nodes[i];

		node->object = kept[i];
		node->name = kept[i]->meta.name;
		node->index = i;
		node->ready = is_ready(kept[i]);
		set_gpu_memory(b, node);
		map_put(&c->node_by_name, node->name, NULL)->value = node;
		add_names(b, kept[i]);
		node->n_slots = c->slots.count;
	}
	bound_gpu_memory(b);
	free(kept);
}

/* What a node offers, in the units of rules/01 4.3. A scalar whose name ends in gpu
 * overwrites the GPUs. */
static void fill_allocatable(struct build *b, struct node *n)
{
	const struct amounts *a = &n->object->allocatable;

	for (int pass = 0; pass < 2; pass++) /* scalars last: they overwrite */
		for (int i = 0; i < a->n; i++) {
			enum resource_kind kind = resource_kind(a->items[i].name);
			struct quantity q = a->items[i].quantity;

			if (q.nano == 0 || kind == RES_OTHER || (kind == RES_SCALAR) != (pass == 1))
				continue;
			if (kind == RES_GPU)
				n->allocatable[SLOT_GPU] += (double)quantity_value(q);
			else if (kind == RES_CPU)
				n->allocatable[SLOT_CPU] = (double)quantity_milli(q);
			else if (kind == RES_MEMORY)
				n->allocatable[SLOT_MEMORY] = (double)quantity_value(q);
			else if (kind == RES_PODS)
				n->allocatable[SLOT_PODS] = (double)quantity_value(q);
			else
				n->allocatable[slots_now(b, a->items[i].name)] =
					(double)(kind == RES_SCALAR ? quantity_milli(q)
								    : quantity_value(q));
		}
}

/* Devices of DRA drivers for GPUs (rules/01 5.6). */
static void add_dra_gpus(struct build *b)
{
	double *sums = xcalloc((size_t)b->c->n_nodes, sizeof *sums);

	for (int i = 0; b->o->dra_gate && i < b->o->resource_slices.n; i++) {
		const struct resource_slice *s = b->o->resource_slices.items[i];
		const struct node *n = map_get(&b->c->node_by_name, s->node_name);

		if (n && !s->all_nodes && has_gpu_word(s->driver))
			sums[n->index] += (double)s->n_devices;
	}
	for (int i = 0; i < b->c->n_nodes; i++) {
		struct node *n = &b->c->nodes[i];

		if (sums[i] <= 0)
			continue;
		if (n->allocatable[SLOT_GPU] > 0)
			warn_input(
				b->w, n->name, "a node has both device-plugin GPUs and DRA GPUs");
		n->allocatable[SLOT_GPU] += sums[i];
		n->dra_gpus = true;
	}
	free(sums);
}

static void set_mig(const struct build *b, struct node *n)
{
	const struct str *enabled = label_of(&n->object->meta, LABEL_MIG_ENABLED);
	const struct str *strategy = label_of(&n->object->meta, LABEL_MIG_STRATEGY);

	if (enabled) {
		if (!parse_bool(*enabled, &n->mig_enabled))
			n->mig_enabled = false;
	} else {
		for (int i = SLOT_OTHERS; i < b->c->slots.count; i++)
			n->mig_enabled =
				n->mig_enabled || (b->c->slots.mig[i] && n->allocatable[i] > 0);
	}
	if (n->mig_enabled && strategy && str_eq(*strategy, STR("single")))
		n->mig_strategy = MIG_SINGLE;
	else if (n->mig_enabled && strategy && str_eq(*strategy, STR("mixed")))
		n->mig_strategy = MIG_MIXED;
}

static void set_gpu_count(struct node *n)
{
	const struct str *label = label_of(&n->object->meta, LABEL_GPU_COUNT);

	if (!label || !parse_int64(*label, &n->gpu_count))
		n->gpu_count = go_int64(n->allocatable[SLOT_GPU]);
}

void build_node_vectors(struct build *b)
{
	struct cluster *c = b->c;
	size_t width = (size_t)c->slots.count, cells = width * (size_t)c->n_nodes;
	double *rows[4];

	for (int i = 0; i < 4; i++)
		rows[i] = ARENA_ARRAY(&c->arena, cells, double);
	for (int i = 0; i < c->n_nodes; i++) {
		struct node *n = &c->nodes[i];
		size_t at = width * (size_t)i;

		n->allocatable = rows[0] + at;
		n->idle = rows[1] + at;
		n->used = rows[2] + at;
		n->releasing = rows[3] + at;
		fill_allocatable(b, n);
		set_mig(b, n);
		set_gpu_count(n); /* DRA GPUs are not counted */
	}
	add_dra_gpus(b);
	for (int i = 0; i < c->n_nodes; i++) {
		struct node *n = &c->nodes[i];

		memcpy(n->idle, n->allocatable, width * sizeof *n->idle);
		n->cpu_only = !n->mig_enabled && n->allocatable[SLOT_GPU] <= 0 && !n->dra_gpus;
	}
}
