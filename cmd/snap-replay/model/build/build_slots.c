/* The table of resource names: cpu, memory, gpu, pods, then others in the order in which nodes and
 * pods first name them (rules/01 4.3, rules/06 9.1). */
#include "model/build/build.h"

#include "common/grow.h"

/* nvidia.com/mig-<g>g.<m>gb, where any character may stand for the first dot (rules/01 4.4). */
bool mig_profile(struct str name, int64_t *g, int64_t *m)
{
	static const struct str head = STR_INIT("nvidia.com/mig-");
	static const struct str units[] = {STR_INIT("g."), STR_INIT("gb")};
	int64_t numbers[2];
	size_t i = head.n;

	*g = *m = 0;
	if (name.n < head.n || memcmp(name.p, head.p, 6) != 0 ||
		memcmp(name.p + 7, head.p + 7, head.n - 7) != 0)
		return false;
	for (int k = 0; k < 2; k++) {
		int64_t v = 0;
		size_t begin = i;

		for (; i < name.n && name.p[i] >= '0' && name.p[i] <= '9' && v < INT32_MAX; i++)
			v = v * 10 + (name.p[i] - '0');
		if (i == begin || name.n - i < 2 || memcmp(name.p + i, units[k].p, 2) != 0)
			return false;
		numbers[k] = v;
		i += 2;
	}
	if (i != name.n)
		return false;
	*g = numbers[0];
	*m = numbers[1];
	return true;
}

static void *grown(struct build *b, void *old, size_t size)
{
	void *p = arena_zalloc(&b->c->arena, (size_t)b->slots_cap, size);

	if (b->c->slots.count)
		memcpy(p, old, (size_t)b->c->slots.count * size);
	return p;
}

/* The scheduler's words for a node that lacks the resource (rules/02 13.3). */
static struct str lack_text(struct build *b, struct str name)
{
	struct strbuf text = {0};
	struct str made;

	strbuf_addf(&text, "node(s) didn't have enough %s: " STR_FMT,
		resource_kind(name) == RES_MIG ? "of mig profile" : "resources", STR_ARG(name));
	made = arena_str(&b->c->arena, strbuf_str(&text));
	strbuf_free(&text);
	return made;
}

static int append(struct build *b, struct str name)
{
	struct slots *s = &b->c->slots;
	int i = s->count;

	if (i == b->slots_cap) {
		b->slots_cap = (int)next_capacity((size_t)b->slots_cap);
		s->names = grown(b, s->names, sizeof *s->names);
		s->lack_texts = grown(b, s->lack_texts, sizeof *s->lack_texts);
		s->mig = grown(b, s->mig, sizeof *s->mig);
		s->dra_backed = grown(b, s->dra_backed, sizeof *s->dra_backed);
		s->mig_gpus = grown(b, s->mig_gpus, sizeof *s->mig_gpus);
		s->mig_gb = grown(b, s->mig_gb, sizeof *s->mig_gb);
	}
	s->names[i] = name;
	s->lack_texts[i] = lack_text(b, name);
	s->mig[i] = resource_kind(name) == RES_MIG;
	if (s->mig[i])
		s->mig_end = i + 1;
	s->dra_backed[i] = map_get(&b->c->class_by_resource, name) != NULL;
	mig_profile(name, &s->mig_gpus[i], &s->mig_gb[i]);
	map_put(&b->slot_by_name, name, NULL)->value = (void *)(uintptr_t)(i + 1);
	return s->count++;
}

void slots_start(struct build *b)
{
	static const char *const core[SLOT_OTHERS] = {/* ORDER slot: a name's place is its slot */
		[SLOT_CPU] = "cpu",
		[SLOT_MEMORY] = "memory",
		[SLOT_GPU] = "gpu",
		[SLOT_PODS] = "pods"};

	for (int i = 0; i < SLOT_OTHERS; i++)
		append(b, objects_intern(b->o, str_of(core[i])));
}

int slots_now(const struct build *b, struct str name)
{
	if (str_ends(name, STR("gpu")))
		return SLOT_GPU;
	return (int)(uintptr_t)map_get(&b->slot_by_name, name) - 1;
}

int slots_add(struct build *b, struct str name)
{
	int i = slots_now(b, name);

	return i >= 0 ? i : append(b, name);
}
