#include "plugins/dynamicresources/open.h"

#include "model/claims.h"

/* ---- memory ---- */

void remember_claims(struct dra *d)
{
	struct cluster *c = d->session->c;

	for (int i = 0; i < c->n_tasks; i++) {
		struct task *t = &c->tasks[i];

		for (int k = 0; t->found && k < t->pod->spec->n_claims; k++) {
			if (t->found[k].known)
				memory_set(d, t, k, allocation_read(d, t->found[k].allocation));
			arena_free(&d->scratch);
		}
	}
}

/* ---- bind requests ---- */

static struct str references_text(struct dra *d, const struct pod *p)
{
	struct strbuf b = {0};
	struct str made;

	for (int i = 0; i < p->spec->n_claims; i++)
		strbuf_addf(&b, "%s" STR_FMT, i ? " " : "", STR_ARG(p->spec->claims[i].name));
	made = arena_str(&d->scratch, strbuf_str(&b));
	strbuf_free(&b);
	return made;
}

static const struct claim_reference *reference_named(const struct pod_spec *s, struct str name)
{
	for (int i = 0; i < s->n_claims; i++)
		if (str_eq(s->claims[i].name, name))
			return &s->claims[i];
	return NULL;
}

/* NULL: *error says why. */
static struct claim *claim_of_update(
	struct dra *d, const struct pod *p, const struct claim_update *u, struct str *error)
{
	const struct claim_reference *r = reference_named(p->spec, u->name);
	struct claim *c;
	struct str why;

	if (!r) {
		why = references_text(d, p);
		*error = text_in(&d->scratch,
			"claim reference " STR_FMT " from bind request not found in pod " STR_FMT
			"/" STR_FMT ", pod's claims: [" STR_FMT "]",
			STR_ARG(u->name), STR_ARG(p->meta.ns), STR_ARG(p->meta.name), STR_ARG(why));
		return NULL;
	}
	c = claim_of(d, p, r, &d->scratch, &why);
	if (!c && !claim_name(p, r).p)
		*error = text_in(&d->scratch,
			"failed to get claim name for pod " STR_FMT "/" STR_FMT ": " STR_FMT,
			STR_ARG(p->meta.ns), STR_ARG(p->meta.name), STR_ARG(why));
	else if (!c)
		*error = why;
	return c;
}

/* Of two requests for one claim the later one counts. */
static void promise(struct dra *d, struct map *promised, const struct claim *c,
	const struct device_allocation *a)
{
	struct map_entry *e = map_put(promised, c->object->meta.uid, NULL);

	if (e->value)
		inventory_promise(&d->inventory, e->value, -1);
	e->value = (void *)(uintptr_t)a;
	if (a)
		inventory_promise(&d->inventory, a, 1);
}

static void assume(struct dra *d, struct map *promised, const struct task *t)
{
	const struct bind_request *r = t->bind_request;

	for (int i = 0; i < r->n_claims; i++) {
		struct str error;
		const struct claim *c;

		arena_free(&d->scratch);
		c = claim_of_update(d, t->pod, &r->claims[i], &error);
		if (!c)
			session_error(d->session,
				"Failed to assume pending claim " STR_FMT " for pod " STR_FMT
				": " STR_FMT,
				STR_ARG(r->claims[i].name), STR_ARG(t->key), STR_ARG(error));
		else if (!c->allocation)
			promise(d, promised, c, allocation_read(d, r->claims[i].allocation));
	}
}

void assume_pending_claims(struct dra *d)
{
	const struct cluster *c = d->session->c;
	struct map promised = {0}; /* claim uid to struct device_allocation */

	for (int i = 0; i < c->n_jobs; i++)
		for (int k = 0; k < c->jobs[i]->n_tasks; k++) {
			const struct task *t = c->jobs[i]->tasks[k];

			if (t->bind_request && t->status != POD_SUCCEEDED &&
				t->status != POD_FAILED)
				assume(d, &promised, t);
		}
	map_free(&promised);
}
