/* Dynamic resources and topologies. */
#include "model/read/reader.h"

static void read_exactly(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("deviceClassName", read_text, struct device_request, device_class),
		FIELD("allocationMode", read_text, struct device_request, allocation_mode),
		FIELD("count", read_int64, struct device_request, count),
		FIELDS_END,
	};
	struct device_request *d = at;

	d->exactly = json_peek(x->r) == JSON_OBJECT;
	read_object(x, d, fields);
}

static void read_device_request(struct reader *x, void *at)
{
	static const struct field fields[] = {FIELD_SAME("exactly", read_exactly), FIELDS_END};

	read_object(x, at, fields);
}

static void read_device_requests(struct reader *x, void *at)
{
	struct resource_claim *c = at;

	c->requests = read_list(x, struct device_request, read_device_request, &c->n_requests);
}

static void read_claim_devices(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD_SAME("requests", read_device_requests), FIELDS_END};

	read_object(x, at, fields);
}

static void read_claim_spec(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD_SAME("devices", read_claim_devices), FIELDS_END};

	read_object(x, at, fields);
}

static void read_consumer(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("resource", read_text, struct label, key),
		FIELD("uid", read_text, struct label, value),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_reserved_for(struct reader *x, void *at)
{
	struct resource_claim *c = at;
	int n;
	struct label *consumers = read_list(x, struct label, read_consumer, &n);

	c->n_reserved_for = 0;
	c->reserved_for = ARENA_ARRAY(&x->o->arena, (size_t)n, struct str);
	for (int i = 0; i < n; i++)
		if (str_eq(consumers[i].key, STR("pods")))
			c->reserved_for[c->n_reserved_for++] = consumers[i].value;
}

static void read_claim_status(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("allocation", read_present, struct resource_claim, allocated),
		FIELD_SAME("reservedFor", read_reserved_for),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

void read_resource_claim(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD_SAME("metadata", read_resource_claim_meta),
		FIELD_SAME("spec", read_claim_spec),
		FIELD_SAME("status", read_claim_status),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_devices(struct reader *x, void *at)
{
	int64_t *count = at;

	*count = 0;
	if (read_enter(x))
		while (json_element(x->r)) {
			json_skip(x->r);
			++*count;
		}
}

static void read_slice_spec(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("nodeName", read_text, struct resource_slice, node_name),
		FIELD("driver", read_text, struct resource_slice, driver),
		FIELD("allNodes", read_bool, struct resource_slice, all_nodes),
		FIELD("devices", read_devices, struct resource_slice, devices),
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
		FIELD("extendedResourceName", read_text, struct device_class, extended_resource),
		FIELDS_END};

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

static void read_level(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("nodeLabel", read_text, struct topology_level, label),
		FIELD("alias", read_text, struct topology_level, alias),
		FIELDS_END,
	};

	read_object(x, at, fields);
	label_mark_wanted(x, ((struct topology_level *)at)->label);
}

static void read_levels(struct reader *x, void *at)
{
	struct topology_object *t = at;

	t->levels = read_list(x, struct topology_level, read_level, &t->n_levels);
}

static void read_topology_spec(struct reader *x, void *at)
{
	static const struct field fields[] = {FIELD_SAME("levels", read_levels), FIELDS_END};

	read_object(x, at, fields);
}

void read_topology(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("metadata", read_meta, struct topology_object, meta),
		FIELD_SAME("spec", read_topology_spec),
		FIELDS_END,
	};

	read_object(x, at, fields);
}
