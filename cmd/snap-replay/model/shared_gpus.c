#include "model/shared_gpus.h"

#include "common/claim_gpus.h"
#include "model/task_claims.h"

bool gpus_may_be_shared(const struct cluster *c, const struct task *t)
{
	return c->objects->follows.shared_dra_once && t->uses_claims;
}

/* ---- the GPUs among the devices of a task's claims ---- */

/* A device on a node. Texts are interned, so that addresses stand for them. */
struct gpu_key {
	uintptr_t node, driver, pool, device;
};

static struct str key_text(const struct gpu_key *k)
{
	return (struct str){(const char *)k, sizeof *k};
}

struct gpu_walk {
	const struct node *node;
	const struct task *task;
	const struct task_claims *claims; /* NULL: those of the snapshot */
	int claim, device;                /* the next one */
};

/* Device number i of claim number `claim`; false: it has no such. */
static bool device_at(const struct gpu_walk *w, struct str *driver, struct gpu_key *k)
{
	const struct device_allocation *a =
		w->claims ? w->claims->items[w->claim].allocation : NULL;
	const struct claim_allocation *found =
		!w->claims && w->task->found ? w->task->found[w->claim].allocation : NULL;
	struct str pool, device;

	if (a && w->device < a->n) {
		*driver = a->devices[w->device].driver;
		pool = a->devices[w->device].pool;
		device = a->devices[w->device].name;
	} else if (found && w->device < found->n) {
		*driver = found->results[w->device].driver;
		pool = found->results[w->device].pool;
		device = found->results[w->device].device;
	} else {
		return false;
	}
	*k = (struct gpu_key){(uintptr_t)w->node->index, (uintptr_t)driver->p, (uintptr_t)pool.p,
		(uintptr_t)device.p};
	return true;
}

static bool next_gpu(struct gpu_walk *w, struct gpu_key *k)
{
	struct str driver;

	for (; w->claim < w->task->pod->spec->n_claims; w->claim++, w->device = 0)
		while (device_at(w, &driver, k)) {
			w->device++;
			if (has_gpu_word(driver))
				return true;
		}
	return false;
}

/* ---- how many pods have a device ---- */

double shared_gpus(const struct cluster *c, const struct node *n, const struct task *t)
{
	struct gpu_walk w = {n, t, t->claims, 0, 0};
	struct gpu_key k;
	double shared = 0;

	while (gpus_may_be_shared(c, t) && next_gpu(&w, &k))
		shared += map_get(&c->gpu_pods, key_text(&k)) != NULL;
	return shared;
}

/* Changes the number of pods by `by`; returns how many others there are. */
static uintptr_t count_pod(struct cluster *c, const struct gpu_key *k, int by)
{
	bool fresh;
	struct map_entry *e = map_put(&c->gpu_pods, key_text(k), &fresh);
	uintptr_t pods = (uintptr_t)e->value;

	if (fresh)
		e->key = arena_str(&c->arena, e->key);
	e->value = (void *)(by > 0 ? pods + 1 : pods - 1); /* NULL for 0: not found by map_get */
	return by > 0 ? pods : pods - 1;
}

double shared_gpus_book(
	struct cluster *c, const struct node *n, const struct node_entry *e, double gpus, int by)
{
	struct gpu_walk w = {n, e->task, e->claims, 0, 0};
	struct gpu_key k;
	double shared = 0;

	if (gpus <= 0)
		return 0;
	while (gpus_may_be_shared(c, e->task) && next_gpu(&w, &k))
		shared += count_pod(c, &k, by) > 0;
	return shared < gpus ? shared : gpus;
}
