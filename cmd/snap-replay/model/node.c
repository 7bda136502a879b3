#include "model/node.h"

#include <math.h>

#include "common/grow.h"
#include "common/mem.h"
#include "model/device_groups.h"
#include "model/shared_gpus.h"

int64_t node_request_memory(const struct node *n, const struct gpu_request *g)
{
	return g->memory > 0 ? g->memory : go_int64(g->fraction * (double)n->gpu_memory);
}

double node_memory_fraction(const struct node *n, int64_t memory)
{
	return ceil(go_div((double)memory, (double)n->gpu_memory) * 100) / 100;
}

double node_fraction(const struct node *n, const struct gpu_request *g)
{
	if (g->memory <= 0)
		return g->fraction;
	return node_memory_fraction(n, g->memory);
}

double node_shared_gpus_free(const struct node *n)
{
	double sum = 0;

	for (int i = 0; i < n->n_device_groups && n->gpu_memory > 0; i++) {
		const struct device_group *g = &n->device_groups[i];
		int64_t free = go_add(go_sub(n->gpu_memory, g->allocated), g->releasing);

		if (g->used > 0 && free > 0)
			sum += (double)free / (double)n->gpu_memory;
	}
	return sum;
}

/* What the task gets on this node (rules/01 7.2). */
static void accept(const struct node *n, struct task *t)
{
	struct gpu_request got = {0};
	double gpus;

	if (t->accepted_set && !task_fractional(t))
		return; /* only shares depend on the node */
	switch (t->type) {
	case REQUEST_MIG:
		t->received = RECEIVED_MIG;
		got.mig = t->gpu.mig;
		got.n_mig = t->gpu.n_mig;
		break;
	case REQUEST_FRACTION:
	case REQUEST_GPU_MEMORY:
		t->received = RECEIVED_FRACTION;
		got.count = t->gpu.count;
		got.fraction = node_fraction(n, &t->gpu);
		got.memory = node_request_memory(n, &t->gpu);
		break;
	case REQUEST_REGULAR:
		t->received = RECEIVED_REGULAR;
		gpus = gpu_request_gpus(&t->gpu);
		got.count = go_int64(fmax(gpus, 0)); /* a whole number */
		got.fraction = fmin(gpus, 1);
		got.dra = t->gpu.dra;
		break;
	}
	t->accepted = got;
	t->accepted_set = true;
}

/* That the node books as whole ones. */
static double whole_gpus(const struct task *t)
{
	if (task_fractional(t) || t->reservation || t->type == REQUEST_MIG)
		return 0;
	return t->request[SLOT_GPU];
}

/* What the node books for the task in one slot (rules/01 7.3, "charge"). It depends on the
 * request and the node only, so that the entry made by node_add is un-booked by the same amount. */
static double charge(const struct cluster *c, const struct node *n, const struct task *t, int slot)
{
	if (!node_books(c, n, slot))
		return 0; /* not booked: DRA-backed names, and GPUs of a node that lists none */
	return slot == SLOT_GPU ? whole_gpus(t) : t->request[slot];
}

/* How often book() adds the charge to idle and to releasing for a status. */
static double idle_part(enum pod_status s)
{
	return s == POD_PIPELINED ? 0 : -1;
}

static double releasing_part(enum pod_status s)
{
	return s == POD_RELEASING ? 1 : s == POD_PIPELINED ? -1 : 0;
}

/* sign +1 books, -1 un-books. */
static void book(struct cluster *c, struct node *n, const struct node_entry *e, int sign)
{
	const struct task *t = e->task;
	enum pod_status status = e->status;
	double shared = shared_gpus_book(c, n, e, whole_gpus(t), sign);

	for (int i = 0; i < c->slots.count; i++) {
		double v = charge(c, n, t, i);

		if (i == SLOT_GPU && v > 0)
			v -= shared;
		v *= sign;
		n->used[i] += v;
		if (status == POD_RELEASING) {
			n->releasing[i] += v;
			n->idle[i] -= v;
		} else if (status == POD_PIPELINED) {
			n->releasing[i] -= v;
		} else {
			n->idle[i] -= v;
		}
	}
}

struct node_entry *node_entry_of(struct node *n, const struct task *t)
{
	for (int i = n->n_entries - 1; i >= 0; i--)
		if (n->entries[i].task == t)
			return &n->entries[i];
	return NULL;
}

static void drop_entry(struct node *n, struct node_entry *e)
{
	*e = n->entries[--n->n_entries];
}

static void push_entry(struct node *n, struct task *t)
{
	ARRAY_GROW(n->entries, n->n_entries, n->cap_entries);
	n->entries[n->n_entries++] =
		(struct node_entry){t, t->status, t->device_groups, t->zones, t->claims};
}

static void view_add(struct node *n, struct task *t)
{
	ARRAY_GROW(n->view, n->n_view, n->cap_view);
	n->view[n->n_view++] = t;
}

static void view_remove(struct node *n, const struct task *t)
{
	for (int i = 0; i < n->n_view; i++)
		if (n->view[i] == t) {
			n->n_view--;
			memmove(&n->view[i], &n->view[i + 1],
				(size_t)(n->n_view - i) * sizeof *n->view);
			return;
		}
}

static void remember_legacy_mig(struct node *n, struct task *t)
{
	for (int i = 0; i < n->n_legacy_mig; i++)
		if (n->legacy_mig[i] == t)
			return;
	n->legacy_mig =
		xrealloc_array(n->legacy_mig, (size_t)n->n_legacy_mig + 1, sizeof(struct task *));
	n->legacy_mig[n->n_legacy_mig++] = t;
}

static void changed(struct cluster *c, struct node *n)
{
	n->changed = c->n_changes;
	c->changes[c->n_changes++ % CHANGE_RING] = (uint32_t)n->index;
}

bool node_add(struct cluster *c, struct node *n, struct task *t, bool move)
{
	struct node_entry *old = node_entry_of(n, t);

	accept(n, t);
	if (move && t->received == RECEIVED_FRACTION && old)
		drop_entry(n, old);
	else if (old)
		return false;
	changed(c, n);
	push_entry(n, t);
	if (t->legacy_mig)
		remember_legacy_mig(n, t);
	book(c, n, &n->entries[n->n_entries - 1], 1);
	if (t->received == RECEIVED_FRACTION)
		for (int i = 0; i < t->device_groups.n; i++)
			device_group_add(c, n, t->device_groups.ids[i],
				node_request_memory(n, &t->gpu), t->status);
	view_add(n, t);
	return true;
}

bool node_remove(struct cluster *c, struct node *n, struct task *t)
{
	struct node_entry *e = node_entry_of(n, t);
	struct node_entry old;

	if (!e)
		return false;
	old = *e;
	changed(c, n);
	drop_entry(n, e);
	book(c, n, &old, -1);
	if (task_fractional(t))
		for (int i = 0; i < old.device_groups.n; i++)
			device_group_remove(c, n, old.device_groups.ids[i],
				node_request_memory(n, &t->gpu), old.status);
	view_remove(n, t);
	return true;
}

bool node_restate(struct cluster *c, struct node *n, struct task *t)
{
	struct node_entry *e = node_entry_of(n, t);
	double idle, releasing;

	if (!e)
		return false;
	idle = idle_part(t->status) - idle_part(e->status);
	releasing = releasing_part(t->status) - releasing_part(e->status);
	changed(c, n);
	e->status = t->status;
	e->device_groups = t->device_groups;
	e->zones = t->zones;
	for (int i = 0; i < c->slots.count; i++) {
		double v = charge(c, n, t, i);

		n->idle[i] += idle * v;
		n->releasing[i] += releasing * v;
	}
	return true;
}

bool node_update(struct cluster *c, struct node *n, struct task *t)
{
	return node_remove(c, n, t) && node_add(c, n, t, false);
}
