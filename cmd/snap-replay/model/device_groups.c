#include "model/device_groups.h"

#include "common/grow.h"

struct device_group *device_group_of(const struct node *n, int id)
{
	for (int i = 0; i < n->n_device_groups; i++)
		if (n->device_groups[i].id == id)
			return &n->device_groups[i];
	return NULL;
}

/* Whether group id goes behind group other: in the order in which the original's map got them, as
 * far as that is known. Groups of the snapshot come first, by rank, then new ones, by name; without
 * a seed all go by name. */
static bool is_behind(const struct cluster *c, int id, int other)
{
	const struct device_group_name *l = &c->device_groups[id], *r = &c->device_groups[other];
	uint64_t l_rank, r_rank;

	if (!c->dice.thrown || (l->fresh && r->fresh))
		return str_cmp(l->name, r->name) > 0;
	if (l->fresh != r->fresh)
		return l->fresh;
	l_rank = dice_rank(&c->dice, l->name);
	r_rank = dice_rank(&c->dice, r->name);
	return l_rank != r_rank ? l_rank > r_rank : str_cmp(l->name, r->name) > 0;
}

static struct device_group *device_group_made(const struct cluster *c, struct node *n, int id)
{
	struct device_group *g = device_group_of(n, id);
	int at = n->n_device_groups;

	if (g)
		return g;
	ARRAY_GROW(n->device_groups, n->n_device_groups, n->cap_device_groups);
	for (; at > 0 && is_behind(c, n->device_groups[at - 1].id, id); at--)
		n->device_groups[at] = n->device_groups[at - 1];
	n->n_device_groups++;
	n->device_groups[at] = (struct device_group){.id = id};
	return &n->device_groups[at];
}

int node_device_groups_in_use(const struct node *n)
{
	int in_use = 0;

	for (int i = 0; i < n->n_device_groups; i++)
		in_use += n->device_groups[i].used > 0;
	return in_use;
}

/* More GPUs are idle or in use than the node has, so one of the idle ones belongs to this group. */
static bool counts_too_many(const struct node *n)
{
	return n->gpu_count <
		go_add(go_add(go_int64(n->idle[SLOT_GPU]), go_int64(n->used[SLOT_GPU])),
			node_device_groups_in_use(n));
}

static void mark(struct node *n, struct device_group *g, bool marked)
{
	if (g->marked == marked)
		return;
	n->releasing[SLOT_GPU] += marked ? 1 : -1;
	g->marked = marked;
}

void device_group_add(
	const struct cluster *c, struct node *n, int id, int64_t memory, enum pod_status status)
{
	struct device_group *g = device_group_made(c, n, id);

	g->used = go_add(g->used, memory);
	if (status == POD_RELEASING) {
		g->releasing = go_add(g->releasing, memory);
		g->allocated = go_add(g->allocated, memory);
		g->has_releasing = g->has_allocated = true;
		if (g->used == g->releasing) {
			mark(n, g, true);
			if (counts_too_many(n))
				n->idle[SLOT_GPU] -= 1;
		}
	} else if (status == POD_PIPELINED) {
		g->releasing = go_sub(g->releasing, memory);
		g->has_releasing = true;
		if (go_sub(g->used, memory) == go_add(g->releasing, memory))
			n->releasing[SLOT_GPU] -= 1;
	} else {
		g->allocated = go_add(g->allocated, memory);
		g->has_allocated = true;
		if (g->used <= memory && counts_too_many(n))
			n->idle[SLOT_GPU] -= 1;
		mark(n, g, false);
	}
}

void device_group_remove(const struct cluster *c, struct node *n, int id, int64_t memory,
	enum pod_status stored_status)
{
	struct device_group *g = device_group_made(c, n, id);

	g->used = go_sub(g->used, memory);
	if (stored_status == POD_RELEASING) {
		g->releasing = go_sub(g->releasing, memory);
		g->allocated = go_sub(g->allocated, memory);
		g->has_releasing = g->has_allocated = true;
		if (g->used <= 0) {
			if (!counts_too_many(n))
				n->idle[SLOT_GPU] += 1;
			mark(n, g, false);
		}
	} else if (stored_status == POD_PIPELINED) {
		g->releasing = go_add(g->releasing, memory);
		g->has_releasing = true;
		if (go_add(g->used, memory) == go_sub(g->releasing, memory) ||
			(g->used == 0 && g->releasing == 0))
			n->releasing[SLOT_GPU] += 1;
	} else {
		g->allocated = go_sub(g->allocated, memory);
		g->has_allocated = true;
		if (g->used <= 0 && !counts_too_many(n))
			n->idle[SLOT_GPU] += 1;
		if (g->used != 0 && g->has_releasing && g->releasing == g->used)
			mark(n, g, true);
	}
}

bool device_group_fits(const struct node *n, const struct device_group *g, int64_t memory)
{
	return g->used != 0 &&
		go_sub(go_add(go_sub(n->gpu_memory, g->allocated), g->releasing), memory) >= 0 &&
		g->allocated != g->releasing;
}

bool device_group_fits_idle(const struct node *n, const struct device_group *g, int64_t memory)
{
	return g && g->has_allocated && go_sub(go_sub(n->gpu_memory, g->allocated), memory) >= 0;
}
