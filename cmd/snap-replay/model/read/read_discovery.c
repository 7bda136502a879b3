/* The feature gates out of `discovery` (rules/01 1.6 and 2.3). */
#include "model/read/reader.h"

static void read_group_version(struct reader *x, void *at)
{
	struct str s = {0};

	(void)at;
	read_text(x, &s);
	gates_group_version(&x->gates, s);
}

static void read_resources(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD_SAME("groupVersion", read_group_version), FIELDS_END};

	x->no_resources = json_peek(x->r) != JSON_ARRAY;
	if (read_enter(x))
		while (json_element(x->r))
			read_object(x, at, fields);
}

struct version_texts {
	struct str major, minor;
};

static void read_server_version(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("major", read_text, struct version_texts, major),
		FIELD("minor", read_text, struct version_texts, minor),
		FIELDS_END,
	};
	struct version_texts t = {0};

	(void)at;
	read_object(x, &t, fields);
	gates_server_version(&x->gates, t.major, t.minor);
}

void read_discovery(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD_SAME("serverVersion", read_server_version),
		FIELD_SAME("resources", read_resources),
		FIELDS_END,
	};

	x->has_discovery = json_peek(x->r) == JSON_OBJECT;
	x->no_resources = true;
	read_object(x, at, fields);
}

void read_gates(struct reader *x)
{
	struct objects *o = x->o;
	bool dra = o->resource_claims.n || o->resource_slices.n || o->device_classes.n,
	     nrt = o->node_resource_topologies.n > 0;

	if (!x->has_discovery) { /* made up out of the objects, as Kubernetes 1.32 */
		o->dra_gate = dra;
		o->nrt_gate = nrt;
		return;
	}
	if (x->no_resources && (dra || nrt))
		warn_input(x->w, STR("discovery.resources"),
			"no API groups are known, so dynamic resources and NUMA topologies count as absent");
	o->dra_gate = gates_dra(&x->gates);
	o->nrt_gate = gates_nrt(&x->gates);
}
