/* What tasks know of their claims when the session begins (rules/07 C3). */
#include "model/build/build.h"
#include "model/claims.h"

/* What the task's bind request gives to a reference. NULL: it does not name it. */
static const struct claim_update *update_of(const struct task *t, struct str reference)
{
	const struct bind_request *r = t->bind_request;

	for (int i = r ? r->n_claims - 1 : -1; i >= 0; i--) /* the last one counts */
		if (str_eq(r->claims[i].name, reference))
			return &r->claims[i];
	return NULL;
}

static bool names_directly(const struct pod *p, struct str claim)
{
	for (int i = 0; i < p->spec->n_claims; i++)
		if (p->spec->claims[i].claim.p && str_eq(p->spec->claims[i].claim, claim))
			return true;
	return false;
}

/* The claim of a reference. NULL: there is none, or it is another pod's: neither does the pod name
 * it, nor is the pod its owner. */
static const struct resource_claim *own_claim(
	struct build *b, const struct pod *p, const struct claim_reference *r)
{
	const struct resource_claim *c = claim_called(b, p, claim_name(p, r));
	struct str uid;

	if (!c)
		return NULL;
	uid = claim_pod(c);
	return (uid.n && str_eq(uid, p->meta.uid)) || names_directly(p, c->meta.name) ? c : NULL;
}

/* A reference without a claim ends the list, unless it is of a template, whose claim may be made
 * later. */
void find_claims(struct build *b, struct task *t)
{
	const struct pod_spec *s = t->pod->spec;
	struct found_claim *found;

	if (!s->n_claims || (t->node_name.n && !t->node))
		return;
	t->found = found = ARENA_ARRAY(&b->c->arena, (size_t)s->n_claims, struct found_claim);
	for (int i = 0; i < s->n_claims; i++) {
		const struct claim_reference *r = &s->claims[i];
		const struct claim_update *update = update_of(t, r->name);
		const struct resource_claim *c = own_claim(b, t->pod, r);

		if (c)
			found[r->first] = (struct found_claim){
				true, update ? update->allocation : c->allocation};
		else if (!r->templated)
			return;
	}
}
