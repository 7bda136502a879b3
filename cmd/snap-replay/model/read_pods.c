/* Pods: metadata, spec, status. */
#include "pod_parts.h"

static void read_condition(struct reader *x, void *at)
{
	static const struct field fields[] = {FIELD_SAME("lastTransitionTime", read_moment), FIELDS_END};

	read_object(x, at, fields);
}

static void read_conditions(struct reader *x, void *at)
{
	if (read_enter(x))
		while (json_element(x->r))
			read_condition(x, at);
}

static void read_status(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("phase", read_text, struct pod, phase),
		FIELD_SAME("conditions", read_conditions),
		FIELD_SAME("startTime", read_moment),
		FIELD("nominatedNodeName", read_text, struct pod, nominated_node),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

void read_pod(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("metadata", read_meta, struct pod, meta),
		FIELD_SAME("spec", read_pod_spec),
		FIELD_SAME("status", read_status),
		FIELDS_END,
	};

	struct pod *p = at;

	read_object(x, p, fields);
	if (!p->spec && !json_failed(x->r))
		p->spec = pod_spec_make(x, &(struct pod_spec_key){0});
}
