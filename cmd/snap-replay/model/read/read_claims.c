/* Resource claims: what they request and what they are allocated (rules/07 C12). */
#include "model/read/claim_parts.h"

/* ---- selectors ---- */

static void read_cel(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("expression", read_text, struct device_selector, expression), FIELDS_END};
	struct device_selector *s = at;

	if (json_peek(x->r) == JSON_OBJECT && !s->expression.p)
		s->expression = objects_intern(x->o, STR(""));
	read_object(x, s, fields);
}

static void read_selector(struct reader *x, void *at)
{
	static const struct field fields[] = {FIELD_SAME("cel", read_cel), FIELDS_END};

	read_object(x, at, fields);
}

void read_device_selectors(struct reader *x, void *at)
{
	struct device_selectors *s = at;

	s->items = read_list(x, struct device_selector, read_selector, &s->n);
}

/* ---- requests and constraints ---- */

static void read_exactly(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("deviceClassName", read_text, struct device_request, device_class),
		FIELD("selectors", read_device_selectors, struct device_request, selectors),
		FIELD("allocationMode", read_text, struct device_request, allocation_mode),
		FIELD("count", read_int64, struct device_request, count),
		FIELD("adminAccess", read_present, struct device_request, admin_access),
		FIELDS_END,
	};
	struct device_request *d = at;

	d->exactly = json_peek(x->r) == JSON_OBJECT;
	read_object(x, d, fields);
}

void read_not_empty(struct reader *x, void *at)
{
	bool *not_empty = at;

	*not_empty = false;
	if (read_enter(x))
		while (json_element(x->r)) {
			json_skip(x->r);
			*not_empty = true;
		}
}

static void read_request(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("name", read_text, struct device_request, name),
		FIELD_SAME("exactly", read_exactly),
		FIELD("firstAvailable", read_not_empty, struct device_request, first_available),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_requests(struct reader *x, void *at)
{
	struct resource_claim *c = at;

	c->requests = read_list(x, struct device_request, read_request, &c->n_requests);
}

static void read_request_names(struct reader *x, void *at)
{
	struct device_constraint *c = at;

	read_text_list(x, &c->requests, &c->n_requests);
}

static void read_constraint(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD_SAME("requests", read_request_names),
		FIELD("matchAttribute", read_text, struct device_constraint, attribute),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_constraints(struct reader *x, void *at)
{
	struct resource_claim *c = at;

	c->constraints = read_list(x, struct device_constraint, read_constraint, &c->n_constraints);
}

static void read_devices(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD_SAME("requests", read_requests),
		FIELD_SAME("constraints", read_constraints),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_spec(struct reader *x, void *at)
{
	static const struct field fields[] = {FIELD_SAME("devices", read_devices), FIELDS_END};

	read_object(x, at, fields);
}

/* ---- allocations ---- */

static void read_result(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("request", read_text, struct device_result, request),
		FIELD("driver", read_text, struct device_result, driver),
		FIELD("pool", read_text, struct device_result, pool),
		FIELD("device", read_text, struct device_result, device),
		FIELD("adminAccess", read_bool, struct device_result, admin),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_results(struct reader *x, void *at)
{
	struct claim_allocation *a = at;

	a->results = read_list(x, struct device_result, read_result, &a->n);
}

static void read_allocated_devices(struct reader *x, void *at)
{
	static const struct field fields[] = {FIELD_SAME("results", read_results), FIELDS_END};

	read_object(x, at, fields);
}

void read_claim_allocation(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD_SAME("devices", read_allocated_devices),
		FIELD("nodeSelector", read_node_selector, struct claim_allocation, node_selector),
		FIELDS_END,
	};
	struct claim_allocation **a = at;

	if (json_null(x->r)) {
		*a = NULL;
		return;
	}
	if (!*a)
		*a = ARENA_NEW(&x->o->arena, struct claim_allocation);
	read_object(x, *a, fields);
}

static void read_consumer(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("apiGroup", read_text, struct claim_consumer, group),
		FIELD("resource", read_text, struct claim_consumer, resource),
		FIELD("name", read_text, struct claim_consumer, name),
		FIELD("uid", read_text, struct claim_consumer, uid),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_reserved_for(struct reader *x, void *at)
{
	struct resource_claim *c = at;

	c->reserved_for = read_list(x, struct claim_consumer, read_consumer, &c->n_reserved_for);
}

static void read_status(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("allocation", read_claim_allocation, struct resource_claim, allocation),
		FIELD_SAME("reservedFor", read_reserved_for),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_owners(struct reader *x, void *at)
{
	struct resource_claim *c = at;

	c->owners = read_list(x, struct owner, read_owner, &c->n_owners);
}

static void read_claim_meta(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("name", read_text, struct resource_claim, meta.name),
		FIELD("namespace", read_text, struct resource_claim, meta.ns),
		FIELD("uid", read_text, struct resource_claim, meta.uid),
		FIELD("resourceVersion", read_text, struct resource_claim, version),
		FIELD("labels", read_labels, struct resource_claim, meta.labels),
		FIELD("annotations", read_labels, struct resource_claim, meta.annotations),
		FIELD("creationTimestamp", read_instant, struct resource_claim, meta.creation),
		FIELD("deletionTimestamp", read_instant, struct resource_claim, meta.deletion),
		FIELD_SAME("ownerReferences", read_owners),
		FIELDS_END,
	};
	struct resource_claim *c = at;

	read_object(x, c, fields);
	read_newest(x, c->meta.creation);
}

void read_resource_claim(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD_SAME("metadata", read_claim_meta),
		FIELD_SAME("spec", read_spec),
		FIELD_SAME("status", read_status),
		FIELDS_END,
	};

	read_object(x, at, fields);
}
