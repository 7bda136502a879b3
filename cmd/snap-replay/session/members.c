#include "session/members.h"

#include <stdlib.h>

#include "common/grow.h"
#include "session/orders.h"

static void insert(
	struct session *s, struct member_stack *stack, int begin, const struct member *item)
{
	int at = stack->n++;

	for (; at > begin && session_member_less(s, item, &stack->items[at - 1]); at--)
		stack->items[at] = stack->items[at - 1];
	stack->items[at] = *item;
}

struct members members_enter(struct session *s, const struct sub_group *g)
{
	struct member_stack *stack = s->members;
	struct members m = {stack->n, g->n_sets + g->n_pod_sets};

	ARRAY_RESERVE(stack->items, m.begin + m.n, stack->cap);
	for (int i = 0; i < g->n_sets; i++)
		insert(s, stack, m.begin, &(struct member){.set = g->sets[i]});
	for (int i = 0; i < g->n_pod_sets; i++)
		insert(s, stack, m.begin, &(struct member){.pod_set = g->pod_sets[i]});
	return m;
}

struct members members_enter_pod_sets(struct session *s, const struct job *j)
{
	struct member_stack *stack = s->members;
	struct members m = {stack->n, j->n_pod_sets};

	ARRAY_RESERVE(stack->items, m.begin + m.n, stack->cap);
	for (int i = 0; i < j->n_pod_sets; i++)
		insert(s, stack, m.begin, &(struct member){.pod_set = j->pod_sets[i]});
	return m;
}

void members_open(struct session *s)
{
	s->members = ARENA_NEW(&s->arena, struct member_stack);
}

void members_free(struct session *s)
{
	if (s->members)
		free(s->members->items);
}
