#include "model/pod_relations.h"

enum { MOST_TASKS = 4096 };
enum relation { NOT_COMPARED, RELATED, UNRELATED };

void pod_relations_open(
	struct pod_relations *r, const struct cluster *c, struct arena *a, enum which_terms which)
{
	*r = (struct pod_relations){.which = which, .n = c->n_tasks};
	if (c->n_tasks <= MOST_TASKS)
		r->known = ARENA_ARRAY(a, (size_t)c->n_tasks * (size_t)c->n_tasks, unsigned char);
}

static bool any_selects(const struct pod_terms *terms, const struct pod *owner, const struct pod *p)
{
	for (int i = 0; i < terms->n; i++)
		if (pod_term_matches(&terms->items[i], owner->meta.ns, p))
			return true;
	return false;
}

static bool selects(enum which_terms which, const struct pod *owner, const struct pod *p)
{
	const struct pod_spec *s = owner->spec;

	if (which == REQUIRED_TERMS)
		return any_selects(&s->affinity, owner, p) ||
			any_selects(&s->anti_affinity, owner, p);
	return any_selects(&s->preferred_affinity, owner, p) ||
		any_selects(&s->preferred_anti_affinity, owner, p);
}

bool pods_relate(struct pod_relations *r, const struct task *a, const struct task *b)
{
	unsigned char *known;

	if (!r->known)
		return true;
	known = &r->known[(size_t)a->index * (size_t)r->n + (size_t)b->index];
	if (*known == NOT_COMPARED)
		*known = selects(r->which, a->pod, b->pod) || selects(r->which, b->pod, a->pod)
			? RELATED
			: UNRELATED;
	return *known == RELATED;
}
