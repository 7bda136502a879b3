/* PodToleratesNodeTaints (rules/06 8.2). */
#include "plugins/predicates/predicates.h"
#include "model/selectors.h"

static bool tolerates(const struct toleration *t, const struct taint *taint)
{
	if (t->effect.n && !same_text(t->effect, taint->effect))
		return false;
	if (t->key.n && !same_text(t->key, taint->key))
		return false;
	if (t->op.n == 0 || str_eq(t->op, STR("Equal")))
		return same_text(t->value, taint->value);
	return str_eq(t->op, STR("Exists")); /* Gt and Lt are behind a gate that is off */
}

static bool tolerated(const struct pod_spec *spec, const struct taint *taint)
{
	for (int i = 0; i < spec->n_tolerations; i++)
		if (tolerates(&spec->tolerations[i], taint))
			return true;
	return false;
}

const struct taint *taints_untolerated(const struct pod_spec *spec, const struct node_object *n)
{
	for (int i = 0; i < n->n_taints; i++) {
		const struct taint *taint = &n->taints[i];

		if ((str_eq(taint->effect, STR("NoSchedule")) ||
			    str_eq(taint->effect, STR("NoExecute"))) &&
			!tolerated(spec, taint))
			return taint;
	}
	return NULL;
}

bool taints_filter(const struct pod_spec *spec, const struct node_object *n)
{
	return !taints_untolerated(spec, n);
}
