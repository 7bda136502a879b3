#include "requests.h"

#include "common/keys.h"
#include "common/quantity.h"

#define AMOUNT_MAX ((nano)1 << 100) /* so that sums do not overflow */

static struct request *find(struct requests *r, struct str resource)
{
	for (int i = 0; i < r->n; i++)
		if (str_eq(r->all[i].resource, resource))
			return &r->all[i];
	if (r->n == REQUESTS_MAX)
		return NULL;
	r->all[r->n] = (struct request){resource, 0};
	return &r->all[r->n++];
}

static bool add(struct requests *r, struct str resource, nano amount)
{
	struct request *of = find(r, resource);

	if (of && amount < AMOUNT_MAX && of->amount < AMOUNT_MAX)
		of->amount += amount;
	else
		of = NULL;
	return of != NULL;
}

/* Of each resource the larger amount. */
static bool requests_max(struct requests *r, const struct requests *other)
{
	for (int i = 0; i < other->n; i++) {
		struct request *of = find(r, other->all[i].resource);

		if (!of)
			return false;
		if (of->amount < other->all[i].amount)
			of->amount = other->all[i].amount;
	}
	return true;
}

bool requests_read(const struct value *amounts, struct requests *r)
{
	for (size_t i = 0; amounts && i < amounts->count; i++) {
		const struct value *v = amounts->members[i].value;
		struct quantity q;

		if ((v->type != JSON_STRING && v->type != JSON_NUMBER) ||
			!quantity_parse(v->text, &q) || q.nano < 0 ||
			!add(r, amounts->members[i].key, q.nano))
			return false;
	}
	return true;
}

static bool has_claims(const struct value *volumes)
{
	for (size_t i = 0; volumes && i < volumes->count; i++) {
		const struct value *v = volumes->members[i].value;

		if (value_field(v, STR("persistentVolumeClaim")) ||
			value_field(v, STR("ephemeral")))
			return true;
	}
	return false;
}

/* The pod has, of its GPUs, parts, or devices and volumes that have a place. */
static bool has_places(const struct value *pod, const struct value *spec)
{
	static const enum pod_annotation_key parts[] = {POD_ANNOTATION_GPU_FRACTION,
		POD_ANNOTATION_GPU_MEMORY, POD_ANNOTATION_GPU_DEVICES,
		POD_ANNOTATION_RECEIVED_TYPE};
	const struct value *notes =
		value_field(value_field(pod, STR("metadata")), STR("annotations"));

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (value_get(notes, pod_annotation_keys[parts[i]]))
			return true;
	return value_field(spec, STR("resourceClaims")) ||
		has_claims(value_field(spec, STR("volumes")));
}

static const struct value *amounts_of(const struct value *container)
{
	return value_field(value_field(container, STR("resources")), STR("requests"));
}

/* Init containers run one at a time, before the others, unless they stay beside them. */
static bool add_init_containers(const struct value *containers, struct requests *r)
{
	struct requests most = {0};

	for (size_t i = 0; containers && i < containers->count; i++) {
		const struct value *v = containers->members[i].value;
		struct requests one = {0};

		if (str_eq(value_str(value_field(v, STR("restartPolicy"))), STR("Always"))) {
			if (!requests_read(amounts_of(v), r))
				return false;
		} else if (!requests_read(amounts_of(v), &one) || !requests_max(&most, &one)) {
			return false;
		}
	}
	return requests_max(r, &most);
}

bool requests_of(const struct value *pod, struct requests *r)
{
	const struct value *spec = value_field(pod, STR("spec"));
	const struct value *containers = value_field(spec, STR("containers"));

	if (has_places(pod, spec))
		return false;
	for (size_t i = 0; containers && i < containers->count; i++)
		if (!requests_read(amounts_of(containers->members[i].value), r))
			return false;
	return add_init_containers(value_field(spec, STR("initContainers")), r) &&
		requests_read(value_field(spec, STR("overhead")), r) &&
		add(r, STR("pods"), NANO_PER_UNIT);
}

bool requests_add(struct requests *r, const struct requests *more)
{
	for (int i = 0; i < more->n; i++)
		if (!add(r, more->all[i].resource, more->all[i].amount))
			return false;
	return true;
}
