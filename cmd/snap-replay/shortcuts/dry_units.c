#include "shortcuts/dry_units.h"

struct dry_units *dry_units_new(const struct cluster *c, struct arena *a)
{
	struct dry_units *u = ARENA_NEW(a, struct dry_units);

	*u = (struct dry_units){.c = c,
		.arena = a,
		.of = ARENA_ARRAY(a, (size_t)c->n_jobs, struct dry_unit),
		.nodes = ARENA_ARRAY(a, (size_t)c->n_tasks, const uint64_t *),
		.asked = ARENA_ARRAY(a, (size_t)bit_blocks(c->n_tasks), uint64_t),
		.requests = ARENA_ARRAY(a, (size_t)c->n_tasks, const double *)};
	return u;
}

struct dry_unit *dry_units_look(struct dry_units *u, const struct job *j)
{
	struct dry_unit *one = &u->of[j->index];
	uint64_t mark = u->c->job_changed[j->index];

	if (one->mark != mark)
		one->has_surplus = one->has_pods = one->has_read = false;
	one->mark = mark;
	return one;
}

void dry_units_keep(struct dry_units *u, const struct job *j, struct task_list unit)
{
	struct dry_unit *one = &u->of[j->index];

	if (!one->pods.items)
		one->pods.items = ARENA_ARRAY(u->arena, (size_t)j->n_tasks, struct task *);
	for (int i = 0; i < unit.n; i++)
		one->pods.items[i] = unit.items[i];
	one->pods.n = unit.n;
	one->has_pods = true;
}
