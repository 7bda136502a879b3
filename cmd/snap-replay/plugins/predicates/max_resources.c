/* MaxNodePoolResources: no node of the pool is large enough for the pod (rules/06 9.1). The
 * lacking slot depends on the request alone, so it is found once per request class. */
#include "plugins/predicates/predicates.h"

enum { NOT_ASKED = -2, NONE = -1 };
struct max_resources {
	double *most; /* element-wise maximum of Allocatable */
	int known;    /* slots of which there is a maximum; of the others it is 0 */
	int *lacking; /* by task.request_class: slot, NONE or NOT_ASKED */
};

/* Before v0.16.5 the maximum kept the length that the vector of the first node had, which a walk
 * over a map gives: resources that only later nodes named were left out. */
static int known_slots(const struct cluster *c)
{
	enum { WALK = 0x6d61 }; /* tells this walk from others */

	if (c->objects->follows.max_grows || !c->n_nodes)
		return c->slots.count;
	return c->nodes[dice_start(&c->dice, WALK, c->n_nodes)].n_slots;
}

void max_resources_open(struct predicates *p)
{
	struct session *s = p->session;
	const struct cluster *c = s->c;
	struct max_resources *m = p->max = ARENA_NEW(&s->arena, struct max_resources);
	int classes = 0;

	m->most = ARENA_ARRAY(&s->arena, (size_t)c->slots.count, double);
	m->known = known_slots(c);
	for (int i = 0; i < c->n_nodes; i++)
		for (int k = 0; k < m->known; k++)
			if (i == 0 || c->nodes[i].allocatable[k] > m->most[k])
				m->most[k] = c->nodes[i].allocatable[k];
	for (int i = 0; i < c->n_tasks; i++)
		classes = c->tasks[i].request_class >= classes ? c->tasks[i].request_class + 1
							       : classes;
	m->lacking = ARENA_ARRAY(&s->arena, (size_t)classes, int);
	for (int i = 0; i < classes; i++)
		m->lacking[i] = NOT_ASKED;
}

static int find_lacking(const struct max_resources *m, const double *request, int slots)
{
	static const int first[] = {SLOT_GPU, SLOT_CPU, SLOT_MEMORY};

	for (size_t i = 0; i < sizeof first / sizeof *first; i++)
		if (request[first[i]] > m->most[first[i]])
			return first[i];
	for (int i = SLOT_PODS; i < slots; i++)
		if (request[i] > 0 && m->most[i] < request[i])
			return i;
	return NONE;
}

static bool in_bytes(struct str name)
{
	return str_eq(name, STR("ephemeral-storage")) || str_eq(name, STR("storage"));
}

/* "GPU: 1, CPU: 2 (cores), memory: 3 (GB), pods: 1" */
static void add_request(struct strbuf *b, const struct slots *slots, const struct task *t)
{
	strbuf_addz(b, "GPU: ");
	fit_human(b, gpu_request_quota(&t->gpu), 1);
	strbuf_addz(b, ", CPU: ");
	fit_human(b, t->request[SLOT_CPU], 1000);
	strbuf_addz(b, " (cores), memory: ");
	fit_human(b, t->request[SLOT_MEMORY], 1e9);
	strbuf_addz(b, " (GB)");
	for (int i = SLOT_PODS; i < slots->count; i++) {
		bool bytes = in_bytes(slots->names[i]);

		if (slots->mig[i] || t->request[i] == 0)
			continue;
		strbuf_addf(b, ", " STR_FMT ": ", STR_ARG(slots->names[i]));
		fit_human(b, t->request[i], bytes ? 1e9 : 1);
		if (bytes)
			strbuf_addz(b, " (GB)");
	}
	for (int i = 0; i < t->gpu.n_mig; i++)
		strbuf_addf(b, ", mig " STR_FMT ": %lld", STR_ARG(t->gpu.mig[i].name),
			(long long)t->gpu.mig[i].quantity);
}

static void add_limit(struct strbuf *b, const struct session *s, int slot, double most)
{
	struct str pool =
		s->params->pool_label_value.n ? s->params->pool_label_value : STR("default");
	struct str name = slot == SLOT_GPU ? STR("GPU")
		: slot == SLOT_CPU         ? STR("CPU")
					   : s->c->slots.names[slot];
	double unit = slot == SLOT_CPU ? 1000 : slot == SLOT_MEMORY || in_bytes(name) ? 1e9 : 1;

	if (slot >= SLOT_PODS && !in_bytes(name))
		most = 0; /* extended resources are never counted out */
	if (most == 0) {
		strbuf_addf(b, "No node in the " STR_FMT " node-pool has " STR_FMT " resources",
			STR_ARG(pool), STR_ARG(name));
		return;
	}
	strbuf_addf(b,
		"Max " STR_FMT " resources available in a single node in the " STR_FMT
		" node-pool is topped at ",
		STR_ARG(name), STR_ARG(pool));
	fit_human(b, most / unit, 1);
	if (slot == SLOT_CPU)
		strbuf_addz(b, " cores");
	else if (unit != 1)
		strbuf_addz(b, " GB");
}

struct prefilter max_resources_prefilter(struct predicates *p, const struct task *t)
{
	const struct slots *slots = &p->session->c->slots;
	int *lacking = &p->max->lacking[t->request_class];
	struct strbuf b = {0};
	struct prefilter r;

	if (*lacking == NOT_ASKED)
		*lacking = find_lacking(p->max, t->request, slots->count);
	if (*lacking == NONE)
		return prefilter_ok();
	if (*lacking >= p->max->known)
		warn_doubt(p->session->warnings, t->key,
			"--seed N throws the dice anew; v0.16.5 and later do not throw any here",
			"whether some node has the resources that it requests is chance in this version");
	strbuf_addf(&b, "The pod " STR_FMT " requires ", STR_ARG(t->key));
	add_request(&b, slots, t);
	strbuf_addz(&b, ". ");
	add_limit(&b, p->session, *lacking, p->max->most[*lacking]);
	r = prefilter_refuse(arena_str(&p->session->arena, strbuf_str(&b)));
	strbuf_free(&b);
	return r;
}
