#include "session/members.h"

#include "common/mem.h"

static void insert(struct session *s, const struct members *m, struct member item)
{
	int at = s->members.n++;

	for (; at > m->begin && session_member_less(s, &item, &s->members.items[at - 1]); at--)
		s->members.items[at] = s->members.items[at - 1];
	s->members.items[at] = item;
}

struct members members_enter(struct session *s, const struct sub_group *g)
{
	struct members m = {s->members.n, g->n_sets + g->n_pod_sets};

	if (m.begin + m.n > s->members.cap) {
		s->members.cap = 2 * (m.begin + m.n);
		s->members.items = xrealloc_array(
			s->members.items, (size_t)s->members.cap, sizeof *s->members.items);
	}
	for (int i = 0; i < g->n_sets; i++)
		insert(s, &m, (struct member){.set = g->sets[i]});
	for (int i = 0; i < g->n_pod_sets; i++)
		insert(s, &m, (struct member){.pod_set = g->pod_sets[i]});
	return m;
}
