#include "plugins/dynamicresources/node.h"

#include "model/selectors.h"
#include "plugins/dynamicresources/allocate.h"
#include "plugins/dynamicresources/extended.h"

static bool refuse(struct verdict *why, struct str text)
{
	if (why)
		verdict_add(why, text, SLOT_NONE);
	return false;
}

/* The allocation can be used on the node. */
static bool reaches(struct dra *d, const struct claim *c, const struct node *n, struct verdict *why)
{
	const struct device_allocation *a = c->allocation;
	const struct object_meta *m = &c->object->meta;

	if (a->node.p ? str_eq(a->node, n->name)
		      : !a->terms ||
				(node_terms_valid(a->terms) &&
					node_terms_match(
						a->terms, &n->object->meta.labels, n->name)))
		return true;
	if (!why)
		return false;
	return refuse(why,
		!a->node.p && !node_terms_valid(a->terms)
			? session_text(d->session,
				  "failed to parse node selector for claim " STR_FMT "/" STR_FMT,
				  STR_ARG(m->ns), STR_ARG(m->name))
			: session_text(d->session,
				  "claim " STR_FMT "/" STR_FMT
				  " node selector does not match node " STR_FMT,
				  STR_ARG(m->ns), STR_ARG(m->name), STR_ARG(n->name)));
}

bool node_claims(struct dra *d, struct task *t, struct node *n, struct verdict *why,
	const struct resource_claim ***claims, int *n_claims)
{
	const struct pod_spec *s = t->pod->spec;
	const struct resource_claim *special, **todo;
	int n_todo = 0;

	arena_free(&d->scratch);
	todo = ARENA_ARRAY(&d->scratch, (size_t)s->n_claims + 1, const struct resource_claim *);
	for (int i = 0; i < s->n_claims; i++) {
		struct str error;
		const struct claim *c =
			claim_of(d, t->pod, &s->claims[i], &d->session->arena, why ? &error : NULL);

		if (!c)
			return refuse(why, why ? error : (struct str){0});
		if (!c->allocation)
			todo[n_todo++] = c->object;
		else if (!reaches(d, c, n, why))
			return false;
	}
	special = t->extended ? special_claim(d, t, n) : NULL;
	if (special)
		todo[n_todo++] = special;
	*claims = todo;
	*n_claims = n_todo;
	return true;
}

bool node_has_devices(struct dra *d, struct task *t, struct node *n, struct verdict *why)
{
	const struct resource_claim **todo;
	struct search_result r;
	int n_todo;

	if (!node_claims(d, t, n, why, &todo, &n_todo))
		return false;
	if (!n_todo)
		return true;
	r = allocate(d, n, todo, n_todo, NULL);
	allocate_doubts(d, t, &r);
	if (r.end == SEARCH_FOUND)
		return true;
	if (!why)
		return false;
	return refuse(why,
		r.text.p ? session_text(d->session,
				   "cannot allocate DRA claims on node " STR_FMT ": " STR_FMT,
				   STR_ARG(n->name), STR_ARG(r.text))
			 : session_text(d->session,
				   "cannot allocate all DRA claims on node " STR_FMT,
				   STR_ARG(n->name)));
}
