#include "numa.h"

#include <stdlib.h>

#include "summary.h"

void numa_free(struct numa *n)
{
	free(n->list);
	free(n->zones);
	free(n->uses);
	*n = (struct numa){0};
}

void numa_derive(struct summary *s)
{
	struct numa *n = &s->numa;

	for (uint32_t i = 1; i <= s->ids[KIND_NODE_RESOURCE_TOPOLOGIES].count; i++) {
		const struct node_zones *z = &n->list[i - 1];
		struct str node = names_text(&s->ids[KIND_NODE_RESOURCE_TOPOLOGIES], i);

		if (z->count == 0 || names_find(&s->ids[KIND_NODES], node) == 0)
			continue;
		n->nodes++;
		n->node_zones += z->count;
		n->by_rule[z->rule.policy][z->rule.per_pod]++;
	}
}
