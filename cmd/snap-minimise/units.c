#include "units.h"

#include <stdlib.h>

#include "common/mem.h"

enum { LEVELS_MAX = 64 }; /* what stands above an object; rings of queues end there, too */

const char *const unit_list_names[UNIT_LISTS] = {
	"pod group that waits", "node", "full node", "pod group", "queue", "object"};
static const enum kind heads[UNIT_LISTS] = {
	KIND_POD_GROUPS, KIND_NODES, KIND_NODES, KIND_POD_GROUPS, KIND_QUEUES, KIND_NONE};

/* Object i belongs to the unit of head. */
typedef void belongs_fn(struct units *u, int head, int i);

static void count(struct units *u, int head, int i)
{
	(void)i;
	u->starts[head + 1]++;
}

static void put(struct units *u, int head, int i)
{
	u->members[u->starts[head]++] = i;
}

enum { NOWHERE = -1, SEVERAL = -2 };

/* Of each pod group: the node of all its pods, NOWHERE, or SEVERAL. The caller frees it. */
static int *nodes_of_groups(const struct snapshot *s, const unsigned char *keep)
{
	int *nodes = xcalloc((size_t)s->n + 1, sizeof *nodes);

	for (int i = 0; i < s->n; i++)
		nodes[i] = NOWHERE;
	for (int i = s->first[KIND_PODS]; i < s->first[KIND_PODS + 1]; i++) {
		int group = s->objects[i].owner, node = s->objects[i].node;

		if (!keep[i] || group < 0)
			continue;
		nodes[group] = node < 0 || (nodes[group] != NOWHERE && nodes[group] != node)
			? SEVERAL
			: node;
	}
	return nodes;
}

/* What has its place on a node. */
static void each_room(
	struct units *u, const struct snapshot *s, const unsigned char *keep, belongs_fn *belongs)
{
	int *of_groups = nodes_of_groups(s, keep);

	for (int i = 0; i < s->n; i++) {
		enum kind kind = snapshot_kind(s, i);
		int node = kind == KIND_NODES     ? i
			: kind == KIND_PODS       ? s->objects[i].node
			: kind == KIND_POD_GROUPS ? of_groups[i]
						  : s->objects[i].owner;

		if (keep[i] && node >= 0 && keep[node] && snapshot_kind(s, node) == KIND_NODES)
			belongs(u, node, i);
	}
	free(of_groups);
}

/* Of each pod group: one of its pods has a node. The caller frees it. */
static bool *which_run(const struct snapshot *s, const unsigned char *keep)
{
	bool *runs = xcalloc((size_t)s->n + 1, sizeof *runs);

	for (int i = s->first[KIND_PODS]; i < s->first[KIND_PODS + 1]; i++)
		if (keep[i] && s->objects[i].owner >= 0 && s->objects[i].on.n)
			runs[s->objects[i].owner] = true;
	return runs;
}

static void each_waiting(
	struct units *u, const struct snapshot *s, const unsigned char *keep, belongs_fn *belongs)
{
	bool *runs = which_run(s, keep);

	for (int i = 0; i < s->n; i++) {
		enum kind kind = snapshot_kind(s, i);
		int group = kind == KIND_POD_GROUPS ? i
			: kind == KIND_PODS         ? s->objects[i].owner
						    : -1;

		if (keep[i] && group >= 0 && keep[group] && !runs[group])
			belongs(u, group, i);
	}
	free(runs);
}

static void each(struct units *u, enum unit_list list, const struct snapshot *s,
	const unsigned char *keep, belongs_fn *belongs)
{
	enum kind kind = heads[list];

	if (list == UNITS_ROOMS || list == UNITS_WAITING) {
		(list == UNITS_ROOMS ? each_room : each_waiting)(u, s, keep, belongs);
		return;
	}
	for (int i = 0; i < s->n; i++) {
		int at = i;

		if (!keep[i])
			continue;
		for (int level = 0; at >= 0 && level < LEVELS_MAX; level++) {
			if (kind == KIND_NONE || snapshot_kind(s, at) == kind) {
				if (keep[at])
					belongs(u, at, i);
				if (kind != KIND_QUEUES)
					break;
			}
			at = s->objects[at].owner;
		}
	}
}

/* Leaves out units without members. */
static void pack(struct units *u, int n)
{
	u->n = 0;
	for (int i = 0; i < n; i++)
		if (u->starts[i + 1] > u->starts[i])
			u->starts[u->n++] = u->starts[i];
	u->starts[u->n] = u->starts[n];
}

void units_of(
	struct units *u, enum unit_list list, const struct snapshot *s, const unsigned char *keep)
{
	u->starts = xcalloc((size_t)s->n + 2, sizeof *u->starts);
	each(u, list, s, keep, count);
	for (int i = 0; i < s->n; i++)
		u->starts[i + 1] += u->starts[i];
	u->members = xcalloc((size_t)u->starts[s->n] + 1, sizeof *u->members);
	each(u, list, s, keep, put);
	/* Each start is where the next unit begins now. */
	for (int i = s->n; i > 0; i--)
		u->starts[i] = u->starts[i - 1];
	u->starts[0] = 0;
	pack(u, s->n);
}

void units_free(struct units *u)
{
	free(u->members);
	free(u->starts);
	*u = (struct units){0};
}
