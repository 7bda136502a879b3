/* Pods: metadata, spec, status. */
#include "model/read/pod_parts.h"

static void read_condition(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD_SAME("lastTransitionTime", read_moment), FIELDS_END};

	read_object(x, at, fields);
}

static void read_conditions(struct reader *x, void *at)
{
	if (read_enter(x))
		while (json_element(x->r))
			read_condition(x, at);
}

static void read_qos_class(struct reader *x, void *at)
{
	struct str s;

	if (!json_null(x->r) && json_string(x->r, &s))
		((struct pod *)at)->guaranteed = str_eq(s, STR("Guaranteed"));
}

static void read_claim_name(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("name", read_text, struct label, key),
		FIELD("resourceClaimName", read_text, struct label, value),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_claim_names(struct reader *x, void *at)
{
	struct pod *p = at;

	p->claim_names = read_list(x, struct label, read_claim_name, &p->n_claim_names);
}

static void read_status(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("phase", read_text, struct pod, phase),
		FIELD_SAME("conditions", read_conditions),
		FIELD_SAME("qosClass", read_qos_class),
		FIELD_SAME("startTime", read_moment),
		FIELD_SAME("resourceClaimStatuses", read_claim_names),
		FIELD("nominatedNodeName", read_text, struct pod, nominated_node),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_pod_meta(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("name", read_text, struct object_meta, name),
		FIELD("uid", read_text, struct object_meta, uid),
		FIELD("labels", read_waiting_labels, struct object_meta, labels),
		FIELD("namespace", read_text, struct object_meta, ns),
		FIELD("annotations", read_wanted_annotations, struct object_meta, annotations),
		FIELD("creationTimestamp", read_instant, struct object_meta, creation),
		FIELD("deletionTimestamp", read_instant, struct object_meta, deletion),
		FIELDS_END,
	};
	struct object_meta *m = at;

	read_object(x, m, fields);
	read_newest(x, m->creation);
}

void read_pod(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("metadata", read_pod_meta, struct pod, meta),
		FIELD_SAME("spec", read_pod_spec),
		FIELD_SAME("status", read_status),
		FIELDS_END,
	};

	struct pod *p = at;

	read_object(x, p, fields);
	if (!p->spec && !json_failed(x->r))
		p->spec = pod_spec_make(x, &(struct pod_spec_key){0});
}
