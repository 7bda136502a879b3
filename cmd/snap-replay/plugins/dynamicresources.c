/* dynamicresources: refuses a pod that refers to resource claims in a cluster without dynamic
 * resource allocation (hook pre_predicate). In a cluster with it claims are not replayed, and
 * cluster_build reports them as unsupported. Rules: rules/07 C5, first step. */
#include "plugins/plugins.h"

static bool pre_predicate(void *ctx, struct task *t, struct str *text)
{
	struct session *s = ctx;
	const struct pod_spec *spec = t->pod->spec;
	struct strbuf b = {0};

	if (s->c->objects->dra_gate || spec->n_resource_claims == 0)
		return true;
	for (int i = 0; i < spec->n_resource_claims; i++)
		strbuf_addf(
			&b, "%s" STR_FMT, i ? ", " : "", STR_ARG(spec->resource_claim_entries[i]));
	*text = session_text(s,
		"pod " STR_FMT
		" cannot be scheduled, it references resource claims <%s> while dynamic resource allocation is "
		"not available in the cluster",
		STR_ARG(t->key), b.s);
	strbuf_free(&b);
	return false;
}

void dynamicresources_open(struct session *s, const struct plugin_option *option)
{
	(void)option;
	hook_add_pre_predicate(s, pre_predicate, s, "dynamicresources");
}
