#include "plugins/dynamicresources/pod.h"

#include "model/claims.h"

enum { CONSUMERS_MAX = 256 };

bool claim_label_fits(struct dra *d, const struct task *t, const struct claim_reference *r,
	const struct claim *c, struct str *text)
{
	const struct str *label = labels_get(&c->object->meta.labels, d->queue_label);
	struct str queue = t->job->object->queue;

	if (r->templated || !claim_wants_gpus(c->object))
		return true;
	if (label && label->n && str_eq(*label, queue))
		return true;
	if (!label || !label->n)
		*text = session_text(d->session,
			"pod " STR_FMT " cannot be scheduled: DRA claim " STR_FMT
			" is a shared GPU claim but does not have a queue label (kai.scheduler/queue)",
			STR_ARG(t->key), STR_ARG(c->object->meta.name));
	else
		*text = session_text(d->session,
			"pod " STR_FMT " cannot be scheduled: DRA claim " STR_FMT
			" is a shared GPU claim with wrong queue label (expected queue: " STR_FMT
			", claim queue label: " STR_FMT ")",
			STR_ARG(t->key), STR_ARG(c->object->meta.name), STR_ARG(queue),
			STR_ARG(*label));
	return false;
}

static bool classes_exist(struct dra *d, const struct claim *c, struct str *text)
{
	const struct resource_claim *o = c->object;

	for (int i = 0; i < o->n_requests && !c->allocation; i++) {
		const struct device_request *r = &o->requests[i];

		if (!r->exactly || map_get(&d->matcher.classes, r->device_class))
			continue;
		*text = session_text(d->session,
			"device class " STR_FMT " does not exist for claim " STR_FMT "/" STR_FMT
			" request " STR_FMT,
			STR_ARG(r->device_class), STR_ARG(o->meta.ns), STR_ARG(o->meta.name),
			STR_ARG(r->name));
		return false;
	}
	return true;
}

static bool reference_passes(
	struct dra *d, const struct task *t, const struct claim_reference *r, struct str *text)
{
	const struct claim *c = claim_of(d, t->pod, r, &d->session->arena, text);

	if (!c)
		return false;
	if (c->n_reserved_for >= CONSUMERS_MAX) {
		*text = session_text(d->session,
			"resource claim " STR_FMT "/" STR_FMT
			" has reached its maximum number of consumers (%d)",
			STR_ARG(c->object->meta.ns), STR_ARG(c->object->meta.name), CONSUMERS_MAX);
		return false;
	}
	return claim_label_fits(d, t, r, c, text) && classes_exist(d, c, text);
}

bool claims_pass(struct dra *d, struct task *t, struct str *text)
{
	static const struct extended_claim empty;
	const struct pod_spec *s = t->pod->spec;

	for (int i = 0; i < s->n_claims; i++)
		if (!reference_passes(d, t, &s->claims[i], text))
			return false;
	if (t->extends)
		t->extended = &empty;
	return true;
}
