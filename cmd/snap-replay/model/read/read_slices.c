/* Resource slices with their devices, and device classes (rules/07 C12). Clusters have many devices
 * with attributes alike: names and texts are interned. */
#include "model/read/claim_parts.h"

static void read_truth(struct reader *x, void *at)
{
	bool truth = false;

	read_bool(x, &truth);
	*(int64_t *)at = truth;
}

static bool is_null(struct reader *x)
{
	return json_peek(x->r) == JSON_NULL;
}

/* One value of the union. Of several the first of int, bool, string, version counts. */
#define VALUE_READER(name, of_kind, read, member) \
	static void name(struct reader *x, void *at) \
	{ \
		struct device_attribute *a = at; \
		if (is_null(x) || (a->kind && a->kind < (of_kind))) { \
			json_skip(x->r); \
			return; \
		} \
		a->kind = (of_kind); \
		read(x, &a->member); \
	}
VALUE_READER(read_int, ATTRIBUTE_INT, read_int64, number)
VALUE_READER(read_bool_value, ATTRIBUTE_BOOL, read_truth, number)
VALUE_READER(read_string, ATTRIBUTE_STRING, read_text, text)
VALUE_READER(read_version, ATTRIBUTE_VERSION, read_text, text)

static void read_attribute(struct reader *x, struct device_attribute *a)
{
	static const struct field fields[] = {
		FIELD_SAME("int", read_int),
		FIELD_SAME("bool", read_bool_value),
		FIELD_SAME("string", read_string),
		FIELD_SAME("version", read_version),
		FIELDS_END,
	};

	read_object(x, a, fields);
}

static void read_attributes(struct reader *x, void *at)
{
	struct device *d = at;
	struct str key;
	size_t begin;

	if (!read_enter_map(x, &d->n_attributes))
		return;
	begin = list_resume(x, d->attributes, d->n_attributes, sizeof *d->attributes);
	while (json_key(x->r, &key)) {
		struct device_attribute a = {.name = objects_intern(x->o, key)};

		read_attribute(x, &a);
		list_add(x, &a, sizeof a);
	}
	d->attributes = named_end(x, begin, sizeof *d->attributes, &d->n_attributes);
}

static void read_capacity_value(struct reader *x, void *at)
{
	struct device_capacity *c = at;
	struct quantity q;
	struct str text;

	if (read_quantity_text(x, &q, &text))
		c->quantity = objects_intern(x->o, text);
}

static void read_capacities(struct reader *x, void *at)
{
	static const struct field fields[] = {FIELD_SAME("value", read_capacity_value), FIELDS_END};
	struct device *d = at;
	struct str key;
	size_t begin;

	if (!read_enter_map(x, &d->n_capacities))
		return;
	begin = list_resume(x, d->capacities, d->n_capacities, sizeof *d->capacities);
	while (json_key(x->r, &key)) {
		struct device_capacity c = {.name = objects_intern(x->o, key)};

		read_object(x, &c, fields);
		list_add(x, &c, sizeof c);
	}
	d->capacities = named_end(x, begin, sizeof *d->capacities, &d->n_capacities);
}

static void read_device(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("name", read_text, struct device, name),
		FIELD_SAME("attributes", read_attributes),
		FIELD_SAME("capacity", read_capacities),
		FIELD("bindingConditions", read_not_empty, struct device, has_conditions),
		FIELD("consumesCounters", read_not_empty, struct device, uses_counters),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_devices(struct reader *x, void *at)
{
	struct resource_slice *s = at;

	s->devices = read_list(x, struct device, read_device, &s->n_devices);
}

static void read_pool(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("name", read_text, struct resource_slice, pool),
		FIELD("generation", read_int64, struct resource_slice, generation),
		FIELD("resourceSliceCount", read_int64, struct resource_slice, slice_count),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_slice_spec(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("driver", read_text, struct resource_slice, driver),
		FIELD_SAME("pool", read_pool),
		FIELD("nodeName", read_text, struct resource_slice, node_name),
		FIELD("nodeSelector", read_node_selector, struct resource_slice, node_selector),
		FIELD("allNodes", read_bool, struct resource_slice, all_nodes),
		FIELD("perDeviceNodeSelection", read_present, struct resource_slice, per_device),
		FIELD_SAME("devices", read_devices),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

void read_resource_slice(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("metadata", read_meta, struct resource_slice, meta),
		FIELD_SAME("spec", read_slice_spec),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_class_spec(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("selectors", read_device_selectors, struct device_class, selectors),
		FIELD("extendedResourceName", read_text, struct device_class, extended_resource),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

void read_device_class(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("metadata", read_meta, struct device_class, meta),
		FIELD_SAME("spec", read_class_spec),
		FIELDS_END,
	};

	read_object(x, at, fields);
}
