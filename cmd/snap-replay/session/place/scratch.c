#include "session/place/scratch.h"

#include <stdlib.h>

#include "model/bits.h"

void place_scratch_open(struct session *s)
{
	struct place_scratch *p = s->place = ARENA_NEW(&s->arena, struct place_scratch);

	p->mask = ARENA_ARRAY(&s->arena, (size_t)bit_blocks(s->c->n_nodes), uint64_t);
	p->order = ARENA_ARRAY(&s->arena, (size_t)s->c->n_nodes, struct scored_node);
	p->unit = ARENA_ARRAY(&s->arena, (size_t)s->c->n_tasks, struct task *);
	p->group = ARENA_ARRAY(&s->arena, (size_t)s->c->n_tasks, struct task *);
}

void place_scratch_free(struct session *s)
{
	if (s->place)
		free(s->place->gpus);
}
