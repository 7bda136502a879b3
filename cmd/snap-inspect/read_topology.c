/* Topologies, and the constraints of pod groups that name them (rules/01 3.2 and 3.4). */
#include "common/grow.h"
#include "read.h"

static void read_level(struct reading *p)
{
	struct topologies *t = &p->s->topologies;
	struct str key;
	struct level level = {0};

	if (enter(p->r)) {
		while (json_key(p->r, &key)) {
			if (IS(key, "nodeLabel"))
				level.label = ref(p);
			else if (IS(key, "alias"))
				level.alias = ref(p);
			else
				json_skip(p->r);
		}
	}
	ARRAY_GROW(t->levels, t->level_count, t->level_cap);
	t->levels[t->level_count++] = level;
}

static void read_levels(struct reading *p)
{
	struct str key;

	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		if (!IS(key, "levels"))
			json_skip(p->r);
		else if (enter(p->r))
			while (json_element(p->r))
				read_level(p);
	}
}

void read_topology(struct reading *p)
{
	struct topologies *t = &p->s->topologies;
	struct str key;
	struct topology topology = {.index = p->index, .first = t->level_count};

	while (json_key(p->r, &key)) {
		if (IS(key, "metadata"))
			read_metadata(p);
		else if (IS(key, "spec"))
			read_levels(p);
		else
			json_skip(p->r);
	}
	if (json_failed(p->r))
		return;
	identify(p);
	topology.count = t->level_count - topology.first;
	if (p->number == 0)
		return;
	t->list = grow(t->list, &t->cap, p->number - 1, sizeof *t->list);
	t->list[p->number - 1] = topology;
}

void read_constraint(struct reading *p, uint32_t sub_group)
{
	struct topologies *t = &p->s->topologies;
	struct str key;
	struct constraint c = {.sub_group = sub_group};

	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		if (IS(key, "topology"))
			c.topology = ref(p);
		else if (IS(key, "requiredTopologyLevel"))
			c.required = ref(p);
		else if (IS(key, "preferredTopologyLevel"))
			c.preferred = ref(p);
		else
			json_skip(p->r);
	}
	if (c.topology == 0) /* then it asks for nothing (rules/07 A1) */
		return;
	ARRAY_GROW(t->constraints, t->constraint_count, t->constraint_cap);
	t->constraints[t->constraint_count++] = c;
}

void keep_constraints(struct reading *p, size_t first)
{
	struct topologies *t = &p->s->topologies;

	if (p->number == 0)
		t->constraint_count = first;
	for (size_t i = first; i < t->constraint_count; i++)
		t->constraints[i].group = p->number;
}
