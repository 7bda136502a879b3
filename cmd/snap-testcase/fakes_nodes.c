/* Nodes and queues. */
#include <stdlib.h>

#include "common/grow.h"
#include "common/quantity.h"
#include "fakes.h"
#include "fakes_values.h"

static struct quantity amount(const struct value *v, const char *path, const char *resource)
{
	const struct value *text = value_get(at(v, path), str_of(resource));
	struct quantity q = {0};

	if (text && (text->type == JSON_STRING || text->type == JSON_NUMBER))
		quantity_parse(text->text, &q);
	return q;
}

static void take_node(struct fakes *f, const struct value *v)
{
	static const char path[] = "status.allocatable";
	struct fake_node n = {.name = text_at(v, "metadata.name"),
		.cpu = quantity_milli(amount(v, path, "cpu")),
		.memory = quantity_value(amount(v, path, "memory")),
		.gpus = quantity_value(amount(v, path, "nvidia.com/gpu")),
		.pods = quantity_value(amount(v, path, "pods")),
		.labels = at(v, "metadata.labels")};

	/* There 0 stands for these. */
	if (n.cpu <= 0) {
		lacks_add(&f->lacks, STR("nodes.status.allocatable.cpu: 0"));
		n.cpu = (int64_t)20000 * 1000;
	}
	if (n.memory <= 0) {
		lacks_add(&f->lacks, STR("nodes.status.allocatable.memory: 0"));
		n.memory = 20000000000;
	}
	ARRAY_GROW(f->nodes, f->n_nodes, f->cap_nodes);
	f->nodes[f->n_nodes++] = n;
}

void fakes_take_nodes(struct fakes *f, const struct value *objects)
{
	for (size_t i = 0; i < count_at(objects, "nodes"); i++)
		take_node(f, item(at(objects, "nodes"), i));
}

/* ---- queues ---- */

static struct fake_amounts amounts(const struct value *v)
{
	return (struct fake_amounts){number_at(v, "quota", 0), number_at(v, "limit", 0),
		number_at(v, "overQuotaWeight", 0)};
}

static void take_queue(struct fakes *f, const struct value *v)
{
	struct fake_queue q = {.name = text_at(v, "metadata.name"),
		.parent = text_at(v, "spec.parentQueue"),
		.created = text_at(v, "metadata.creationTimestamp"),
		.priority = int_at(v, "spec.priority", INT64_MIN),
		.v1 = !at(v, "spec.resources"),
		.gpu = amounts(at(v, "spec.resources.gpu")),
		.cpu = amounts(at(v, "spec.resources.cpu")),
		.memory = amounts(at(v, "spec.resources.memory"))};

	if (!q.v1 && q.gpu.limit == 0) {
		lacks_add(&f->lacks, STR("queues.spec.resources.gpu.limit: 0"));
		q.gpu.limit = -1;
	}
	if (!q.v1 && (q.cpu.weight != 1 || q.memory.weight != 1))
		lacks_add(&f->lacks, STR("queues.spec.resources: weight of CPUs or memory"));
	ARRAY_GROW(f->queues, f->n_queues, f->cap_queues);
	f->queues[f->n_queues++] = q;
}

static int by_age(const void *a, const void *b)
{
	const struct fake_queue *x = a, *y = b;
	int order = str_cmp(x->created, y->created);

	return order ? order : str_cmp(x->name, y->name);
}

void fakes_take_queues(struct fakes *f, const struct value *objects)
{
	for (size_t i = 0; i < count_at(objects, "queues"); i++)
		take_queue(f, item(at(objects, "queues"), i));
	if (f->n_queues)
		qsort(f->queues, f->n_queues, sizeof *f->queues, by_age);
}
