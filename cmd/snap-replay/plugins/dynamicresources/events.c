#include "plugins/dynamicresources/events.h"

#include "plugins/dynamicresources/allocate.h"
#include "plugins/dynamicresources/extended.h"

static void log_failure(struct dra *d, const struct task *t, const char *what,
	const struct claim_reference *r, struct str error)
{
	session_error(d->session,
		"Failed to %s resource claim " STR_FMT " for pod " STR_FMT ": " STR_FMT, what,
		STR_ARG(r->name), STR_ARG(t->key), STR_ARG(error));
}

/* ---- log ---- */

static bool logs_claims(const struct dra *d, const struct task *t)
{
	const struct session *s = d->session;

	return session_logs(s, 6) && s->log.detailed && s->log.detailed[t->job->index];
}

static struct str devices_text(struct dra *d, const struct device_allocation *a)
{
	struct strbuf b = {0};
	struct str made;

	for (int i = 0; a && i < a->n; i++)
		strbuf_addf(&b, "%s" STR_FMT, i ? ", " : "", STR_ARG(a->devices[i].name));
	made = arena_str(&d->scratch, strbuf_str(&b));
	strbuf_free(&b);
	return made;
}

static void log_allocated(struct dra *d, const struct task *t, const struct claim *c, bool known)
{
	struct str devices;

	if (!logs_claims(d, t))
		return;
	devices = devices_text(d, c->allocation);
	session_log(d->session, 6,
		"Allocated claim <" STR_FMT "/" STR_FMT ">, devices <" STR_FMT
		">, allocation data from podInfo: %s.",
		STR_ARG(c->object->meta.ns), STR_ARG(c->object->meta.name), STR_ARG(devices),
		known ? "true" : "false");
}

/* from: what the claim had. */
static void log_deallocated(struct dra *d, const struct task *t, const struct claim *c,
	const struct device_allocation *from)
{
	struct str devices;

	if (!logs_claims(d, t))
		return;
	devices = devices_text(d, from);
	session_log(d->session, 6,
		"Deallocated claim <" STR_FMT "/" STR_FMT ">, devices <" STR_FMT ">.",
		STR_ARG(c->object->meta.ns), STR_ARG(c->object->meta.name), STR_ARG(devices));
}

/* ---- claims ---- */

/* Devices for the claim alone. NULL: *error says why. */
static const struct device_allocation *search_one(
	struct dra *d, struct task *t, const struct claim *c, struct str *error)
{
	const struct device_allocation *made = NULL;
	struct search_result r = allocate(d, t->node, &c->object, 1, &made);

	allocate_doubts(d, t, &r);
	if (r.end != SEARCH_FOUND)
		*error = text_in(&d->scratch, "failed to allocate resources: " STR_FMT,
			STR_ARG(r.end == SEARCH_NONE ? STR("no allocation result") : r.text));
	return made;
}

static bool allocate_reference(
	struct dra *d, struct task *t, const struct claim_reference *r, struct str *error)
{
	struct claim *c = claim_of(d, t->pod, r, &d->scratch, error);
	const struct device_allocation *a;
	bool known;

	if (!c)
		return false;
	a = t->claims ? t->claims->items[r->first].allocation : NULL;
	known = a;
	if (!a)
		a = c->allocation ? c->allocation : search_one(d, t, c, error);
	if (!a || !claim_store(d, c, a, t->pod, true, error))
		return false;
	log_allocated(d, t, c, known);
	memory_set(d, t, r->first, a);
	return true;
}

static bool deallocate_reference(
	struct dra *d, struct task *t, const struct claim_reference *r, struct str *error)
{
	struct claim *c = claim_of(d, t->pod, r, &d->scratch, error);
	const struct device_allocation *a, *before;

	if (!c)
		return false;
	before = c->allocation;
	a = claim_has_others(c, t->pod) ? c->allocation : NULL;
	if (!claim_store(d, c, a, t->pod, false, error))
		return false;
	if (t->claims && t->claims->items[r->first].known)
		memory_set(d, t, r->first, a);
	log_deallocated(d, t, c, before);
	return true;
}

/* ---- extended resources ---- */

static void allocate_extended(struct dra *d, struct task *t)
{
	const struct resource_claim *special = special_claim(d, t, t->node);
	struct extended_claim *made;
	const struct device_allocation *a = NULL;
	struct search_result r;

	if (!special) {
		t->extended = NULL;
		return;
	}
	r = allocate(d, t->node, &special, 1, &a);
	allocate_doubts(d, t, &r);
	if (r.end != SEARCH_FOUND) {
		session_error(d->session,
			"Failed to allocate extended resource claim for pod " STR_FMT
			": failed to allocate extended resources on node " STR_FMT ": " STR_FMT,
			STR_ARG(t->key), STR_ARG(t->node->name),
			STR_ARG(r.end == SEARCH_NONE ? STR("<nil>") : r.text));
		return;
	}
	made = ARENA_NEW(&d->session->arena, struct extended_claim);
	made->allocation = a;
	inventory_promise(&d->inventory, a, 1);
	t->extended = made;
}

/* ---- the events ---- */

void claims_allocate(struct dra *d, struct task *t)
{
	const struct pod_spec *s = t->pod->spec;
	struct str error;

	for (int i = 0; i < s->n_claims; i++) {
		arena_free(&d->scratch);
		if (!allocate_reference(d, t, &s->claims[i], &error))
			log_failure(d, t, "allocate", &s->claims[i], error);
	}
	if (t->extended) {
		arena_free(&d->scratch);
		allocate_extended(d, t);
	}
}

void claims_deallocate(struct dra *d, struct task *t)
{
	const struct pod_spec *s = t->pod->spec;
	struct str error;

	for (int i = 0; i < s->n_claims; i++) {
		arena_free(&d->scratch);
		if (!deallocate_reference(d, t, &s->claims[i], &error))
			log_failure(d, t, "deallocate", &s->claims[i], error);
	}
	if (t->extended && t->extended->allocation)
		inventory_promise(&d->inventory, t->extended->allocation, -1);
	t->extended = NULL;
}
