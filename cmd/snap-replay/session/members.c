#include "members.h"

#include <stdlib.h>

#include "common/mem.h"

static void insert(struct session *s, struct members *m, struct member item)
{
	int at = m->n++;

	for (; at > 0 && session_member_less(s, &item, &m->items[at - 1]); at--)
		m->items[at] = m->items[at - 1];
	m->items[at] = item;
}

void members_of(struct session *s, const struct sub_group *g, struct members *m)
{
	int n = g->n_sets + g->n_pod_sets;

	m->n = 0;
	m->items = n <= (int)(sizeof m->few / sizeof *m->few) ? m->few : xcalloc((size_t)n, sizeof *m->items);
	for (int i = 0; i < g->n_sets; i++)
		insert(s, m, (struct member){.set = g->sets[i]});
	for (int i = 0; i < g->n_pod_sets; i++)
		insert(s, m, (struct member){.pod_set = g->pod_sets[i]});
}

void members_free(struct members *m)
{
	if (m->items != m->few)
		free(m->items);
}
