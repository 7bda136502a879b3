/* NUMA zones: NodeResourceTopologies (rules/01 5.7), and where pods are placed in them (rules/07
 * B7). */
#include "model/read/pod_parts.h"

/* ---- NodeResourceTopology ---- */

static void read_resource(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("name", read_text, struct zone_resource, name),
		FIELD("allocatable", read_quantity, struct zone_resource, allocatable),
		FIELD("available", read_quantity, struct zone_resource, available),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_resources(struct reader *x, void *at)
{
	struct zone_object *z = at;

	z->resources = read_list(x, struct zone_resource, read_resource, &z->n_resources);
}

static void read_zone(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("name", read_text, struct zone_object, name),
		FIELD("type", read_text, struct zone_object, type),
		FIELD_SAME("resources", read_resources),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_zone_list(struct reader *x, void *at)
{
	struct resource_topology *t = at;

	t->zones = read_list(x, struct zone_object, read_zone, &t->n_zones);
}

static void read_attribute(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("name", read_text, struct label, key),
		FIELD("value", read_text, struct label, value),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_attributes(struct reader *x, void *at)
{
	struct resource_topology *t = at;
	int n;
	struct label *items = read_list(x, struct label, read_attribute, &n);

	t->policy = t->scope = (struct str){0};
	for (int i = 0; i < n; i++)
		if (str_eq(items[i].key, STR("topologyManagerPolicy")))
			t->policy = items[i].value;
		else if (str_eq(items[i].key, STR("topologyManagerScope")))
			t->scope = items[i].value;
}

static void read_policies(struct reader *x, void *at)
{
	struct resource_topology *t = at;
	struct str *items;
	int n;

	read_text_list(x, &items, &n);
	t->policy_and_scope = n ? items[0] : (struct str){0};
}

void read_resource_topology(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("metadata", read_meta, struct resource_topology, meta),
		FIELD_SAME("topologyPolicies", read_policies),
		FIELD_SAME("attributes", read_attributes),
		FIELD_SAME("zones", read_zone_list),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

/* ---- records of placements ---- */

static void read_zone_amounts(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("zone", read_text, struct zone_amounts, zone),
		FIELD("amount", read_amounts, struct zone_amounts, amounts),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

void read_zone_record(struct reader *x, void *at)
{
	struct zone_record *r = at;

	r->items = read_list(x, struct zone_amounts, read_zone_amounts, &r->n);
}

bool objects_zone_record(
	struct objects *o, struct str annotation, struct zone_record *out, struct error *e)
{
	struct arena text = {0};
	struct reader x = {.o = o};
	bool ok;

	x.r = json_over_memory(copy_raw(&text, annotation), annotation.n);
	read_zone_record(&x, out);
	ok = json_finish(x.r);
	if (!ok) {
		json_error(x.r, e);
		*out = (struct zone_record){0};
	}
	json_free(x.r);
	strbuf_free(&x.scratch);
	strbuf_free(&x.text);
	arena_free(&text);
	return ok;
}
