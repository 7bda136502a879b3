/* Persistent volumes and claims, storage classes, CSI drivers and capacities. */
#include "model/read/reader.h"

/* The amount named storage of a resource list. */
static void read_storage_amount(struct reader *x, void *at)
{
	struct amounts a = {0};

	if (json_peek(x->r) == JSON_NULL)
		*(struct quantity *)at = (struct quantity){0};
	read_amounts(x, &a);
	for (int i = 0; i < a.n; i++)
		if (str_eq(a.items[i].name, STR("storage")))
			*(struct quantity *)at = a.items[i].quantity;
}

/* ---- persistent volumes ---- */

static void read_claim_ref(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("name", read_text, struct persistent_volume, claim_name),
		FIELD("namespace", read_text, struct persistent_volume, claim_ns),
		FIELD("uid", read_text, struct persistent_volume, claim_uid),
		FIELDS_END,
	};
	struct persistent_volume *v = at;

	v->has_claim_ref = json_peek(x->r) == JSON_OBJECT;
	read_object(x, v, fields);
}

static void read_volume_affinity(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("required", read_node_selector, struct persistent_volume, affinity),
		FIELDS_END};

	read_object(x, at, fields);
}

static void read_volume_modes(struct reader *x, void *at)
{
	struct persistent_volume *v = at;

	read_text_list(x, &v->access_modes, &v->n_access_modes);
}

static void read_volume_spec(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("storageClassName", read_text, struct persistent_volume, class_name),
		FIELD("volumeMode", read_text, struct persistent_volume, volume_mode),
		FIELD("volumeAttributesClassName", read_text, struct persistent_volume,
			attributes_class),
		FIELD("capacity", read_storage_amount, struct persistent_volume, capacity),
		FIELD_SAME("claimRef", read_claim_ref),
		FIELD_SAME("nodeAffinity", read_volume_affinity),
		FIELD_SAME("accessModes", read_volume_modes),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_volume_status(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("phase", read_text, struct persistent_volume, phase), FIELDS_END};

	read_object(x, at, fields);
}

void read_volume(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("metadata", read_meta, struct persistent_volume, meta),
		FIELD_SAME("spec", read_volume_spec),
		FIELD_SAME("status", read_volume_status),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

/* ---- claims ---- */

static void read_claim_meta(struct reader *x, void *at)
{
	struct persistent_volume_claim *c = at;

	read_owned_meta(x, &c->meta, &c->owners, &c->n_owners);
}

static void read_claim_resources(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("requests", read_storage_amount, struct persistent_volume_claim, storage),
		FIELDS_END};

	read_object(x, at, fields);
}

static void read_claim_modes(struct reader *x, void *at)
{
	struct persistent_volume_claim *c = at;

	read_text_list(x, &c->access_modes, &c->n_access_modes);
}

static void read_claim_spec(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("storageClassName", read_text, struct persistent_volume_claim, class_name),
		FIELD("volumeName", read_text, struct persistent_volume_claim, volume_name),
		FIELD("volumeMode", read_text, struct persistent_volume_claim, volume_mode),
		FIELD("volumeAttributesClassName", read_text, struct persistent_volume_claim,
			attributes_class),
		FIELD_SAME("resources", read_claim_resources),
		FIELD("selector", read_label_selector, struct persistent_volume_claim, selector),
		FIELD_SAME("accessModes", read_claim_modes),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_claim_status(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("phase", read_text, struct persistent_volume_claim, phase), FIELDS_END};

	read_object(x, at, fields);
}

void read_claim(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD_SAME("metadata", read_claim_meta),
		FIELD_SAME("spec", read_claim_spec),
		FIELD_SAME("status", read_claim_status),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

/* ---- classes, drivers, capacities ---- */

void read_storage_class(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("metadata", read_meta, struct storage_class, meta),
		FIELD("provisioner", read_text, struct storage_class, provisioner),
		FIELD("volumeBindingMode", read_text, struct storage_class, binding_mode),
		FIELD("allowedTopologies", read_topology_terms, struct storage_class,
			allowed_topologies),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_driver_spec(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("storageCapacity", read_bool, struct csi_driver, storage_capacity),
		FIELDS_END};

	read_object(x, at, fields);
}

void read_csi_driver(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("metadata", read_meta, struct csi_driver, meta),
		FIELD_SAME("spec", read_driver_spec),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_capacity_value(struct reader *x, void *at)
{
	struct csi_capacity *c = at;

	c->has_capacity = json_peek(x->r) != JSON_NULL;
	read_quantity(x, &c->capacity);
}

static void read_maximum_value(struct reader *x, void *at)
{
	struct csi_capacity *c = at;

	c->has_maximum = json_peek(x->r) != JSON_NULL;
	read_quantity(x, &c->maximum);
}

void read_csi_capacity(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("metadata", read_meta, struct csi_capacity, meta),
		FIELD("storageClassName", read_text, struct csi_capacity, class_name),
		FIELD("nodeTopology", read_label_selector, struct csi_capacity, topology),
		FIELD_SAME("capacity", read_capacity_value),
		FIELD_SAME("maximumVolumeSize", read_maximum_value),
		FIELDS_END,
	};

	read_object(x, at, fields);
}
