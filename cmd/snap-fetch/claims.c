#include "claims.h"
#include "common/value.h"

/* ---- members of one object for another ---- */

static bool is_among(struct str key, const char *const *keys)
{
	while (*keys && !str_eq(key, str_of(*keys)))
		keys++;
	return *keys != NULL;
}

static bool is_zero(const struct value *v)
{
	return v->type == JSON_NULL || (v->type == JSON_STRING && !v->text.n) ||
		(v->type == JSON_NUMBER && str_eq(v->text, STR("0")));
}

/* Members of v that are in `keys` and not empty. */
static void pick(struct value_list *to, const struct value *v, const char *const *keys)
{
	for (size_t i = 0; v && v->type == JSON_OBJECT && i < v->count; i++)
		if (is_among(v->members[i].key, keys) && !is_zero(v->members[i].value))
			value_add(to, v->members[i].key, v->members[i].value);
}

/* ---- what differs ---- */

/* What a request says itself is in "exactly". */
static struct value *request(struct arena *a, const struct value *v)
{
	static const char *const keys[] = {"deviceClassName", "selectors", "allocationMode",
		"count", "adminAccess", "tolerations", NULL};
	static const char *const outer_keys[] = {"name", "firstAvailable", NULL};
	struct value_list outer = {0}, inner = {0};

	pick(&outer, v, outer_keys);
	pick(&inner, v, keys);
	struct value *exactly = value_object(a, &inner);
	if (exactly->count)
		value_add(&outer, STR("exactly"), exactly);
	return value_object(a, &outer);
}

/* What a device has is in "basic". */
static struct value *device(struct arena *a, const struct value *v)
{
	static const char *const keys[] = {"attributes", "capacity", "consumesCounters", "nodeName",
		"nodeSelector", "allNodes", "taints", NULL};
	static const char *const outer_keys[] = {"name", NULL};
	struct value_list members = {0};

	pick(&members, v, outer_keys);
	pick(&members, value_get(v, STR("basic")), keys);
	return value_object(a, &members);
}

typedef struct value *element_fn(struct arena *a, const struct value *v);

static struct value *each(struct arena *a, const struct value *array, element_fn *element)
{
	struct value_list l = {0};

	for (size_t i = 0; i < array->count; i++) {
		struct value *v = array->members[i].value;

		value_add(&l, STR(""), v->type == JSON_OBJECT ? element(a, v) : v);
	}
	return value_array(a, &l);
}

/* v with the array at its key changed; v itself without one. */
static struct value *with_each(
	struct arena *a, struct value *v, struct str key, element_fn *element)
{
	const struct value *array = value_get(v, key);

	return array && array->type == JSON_ARRAY ? value_with(a, v, key, each(a, array, element))
						  : v;
}

bool claims_convert(struct str object, struct strbuf *out, struct error *e)
{
	struct arena a = {0};
	struct json *r = json_over_memory(object.p, object.n);
	struct value *v = value_read(&a, r);
	bool good = v && json_finish(r);

	if (good) {
		struct value *spec = value_get(v, STR("spec"));
		struct value *devices = value_get(spec, STR("devices"));

		if (devices && devices->type == JSON_OBJECT) {
			devices = with_each(&a, devices, STR("requests"), request);
			spec = value_with(&a, spec, STR("devices"), devices);
		} else if (devices) {
			spec = with_each(&a, spec, STR("devices"), device);
		}
		value_write(out, devices ? value_with(&a, v, STR("spec"), spec) : v);
	} else {
		json_error(r, e);
	}
	json_free(r);
	arena_free(&a);
	return good;
}
