#include "units.h"

#include <stdlib.h>

#include "common/mem.h"

enum { LEVELS_MAX = 64 }; /* what stands above an object; rings of queues end there, too */

const char *const unit_list_names[UNIT_LISTS] = {"node", "pod group", "queue", "object"};
static const enum kind heads[UNIT_LISTS] = {KIND_NODES, KIND_POD_GROUPS, KIND_QUEUES, KIND_NONE};

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

static void each(struct units *u, enum kind kind, const struct snapshot *s,
	const unsigned char *keep, belongs_fn *belongs)
{
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
	each(u, heads[list], s, keep, count);
	for (int i = 0; i < s->n; i++)
		u->starts[i + 1] += u->starts[i];
	u->members = xcalloc((size_t)u->starts[s->n] + 1, sizeof *u->members);
	each(u, heads[list], s, keep, put);
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
