/* ConfigMap: the config maps that the pod requires exist (rules/06 9.2). */
#include "plugins/predicates/predicates.h"

static bool exists(struct predicates *p, struct str ns, struct str name)
{
	struct strbuf key = {0};
	bool found;

	strbuf_addf(&key, STR_FMT "/" STR_FMT, STR_ARG(ns), STR_ARG(name));
	found = map_get(&p->session->c->config_maps, strbuf_str(&key)) != NULL;
	strbuf_free(&key);
	return found;
}

/* The annotation names, by prefix, config maps that are made when the pod is bound. */
static bool made_later(const struct task *t, struct str name)
{
	const struct str *prefix = pod_annotation(t->pod, POD_ANNOTATION_GPU_CONFIG_MAP);

	return prefix && str_starts(name, *prefix);
}

struct prefilter config_maps_prefilter(struct predicates *p, const struct task *t)
{
	const struct pod_spec *spec = t->pod->spec;
	struct strbuf b = {0};
	struct prefilter r;
	int missing = 0;

	for (int i = 0; i < spec->n_config_maps; i++)
		if (!made_later(t, spec->config_maps[i]) &&
			!exists(p, t->pod->meta.ns, spec->config_maps[i]))
			strbuf_addf(&b, "%s" STR_FMT,
				missing++ ? " " : "Missing required configmaps: [",
				STR_ARG(spec->config_maps[i]));
	if (!missing)
		return prefilter_ok();
	strbuf_addc(&b, ']');
	r = prefilter_refuse(arena_str(&p->session->arena, strbuf_str(&b)));
	strbuf_free(&b);
	return r;
}
