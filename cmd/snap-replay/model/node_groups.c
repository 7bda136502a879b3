#include "model/node_groups.h"

#include "common/mem.h"

struct gpu_group *node_group(const struct node *n, int id)
{
	for (int i = 0; i < n->n_groups; i++)
		if (n->groups[i].id == id)
			return &n->groups[i];
	return NULL;
}

/* As the original's map got them, as far as that is known: those of the snapshot in an order
 * without sense, then each new one. */
static bool came_after(const struct cluster *c, int id, int other)
{
	const struct gpu_group_name *l = &c->groups[id], *r = &c->groups[other];
	uint64_t l_rank, r_rank;

	if (!c->dice.thrown || (l->fresh && r->fresh))
		return str_cmp(l->name, r->name) > 0;
	if (l->fresh != r->fresh)
		return l->fresh;
	l_rank = dice_rank(&c->dice, l->name);
	r_rank = dice_rank(&c->dice, r->name);
	return l_rank != r_rank ? l_rank > r_rank : str_cmp(l->name, r->name) > 0;
}

static struct gpu_group *group_made(const struct cluster *c, struct node *n, int id)
{
	struct gpu_group *g = node_group(n, id);
	int at = n->n_groups;

	if (g)
		return g;
	if (n->n_groups == n->cap_groups) {
		n->cap_groups = n->cap_groups ? 2 * n->cap_groups : 4;
		n->groups = xrealloc_array(n->groups, (size_t)n->cap_groups, sizeof *n->groups);
	}
	for (; at > 0 && came_after(c, n->groups[at - 1].id, id); at--)
		n->groups[at] = n->groups[at - 1];
	n->n_groups++;
	n->groups[at] = (struct gpu_group){.id = id};
	return &n->groups[at];
}

int node_shared_groups_in_use(const struct node *n)
{
	int in_use = 0;

	for (int i = 0; i < n->n_groups; i++)
		in_use += n->groups[i].used > 0;
	return in_use;
}

/* More GPUs are idle or in use than the node has: one of the idle ones is this group's. */
static bool counts_too_many(const struct node *n)
{
	return n->gpu_count <
		go_add(go_add(go_int64(n->idle[SLOT_GPU]), go_int64(n->used[SLOT_GPU])),
			node_shared_groups_in_use(n));
}

static void mark(struct node *n, struct gpu_group *g, bool marked)
{
	if (g->marked == marked)
		return;
	n->releasing[SLOT_GPU] += marked ? 1 : -1;
	g->marked = marked;
}

void node_group_add(
	const struct cluster *c, struct node *n, int id, int64_t memory, enum pod_status status)
{
	struct gpu_group *g = group_made(c, n, id);

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

void node_group_remove(const struct cluster *c, struct node *n, int id, int64_t memory,
	enum pod_status stored_status)
{
	struct gpu_group *g = group_made(c, n, id);

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

bool node_group_fits(const struct node *n, const struct gpu_group *g, int64_t memory)
{
	return g->used != 0 &&
		go_sub(go_add(go_sub(n->gpu_memory, g->allocated), g->releasing), memory) >= 0 &&
		g->allocated != g->releasing;
}

bool node_group_has_idle_room(const struct node *n, const struct gpu_group *g, int64_t memory)
{
	return g && g->has_allocated && go_sub(go_sub(n->gpu_memory, g->allocated), memory) >= 0;
}
