/* Looking into the device, its maps, lists and optionals (rules/07 C11.1). */
#include "common/grow.h"
#include "functions.h"

/* A domain that no attribute has: they end at the first slash. */
#define NOWHERE STR("/")

/* The name of an attribute or a capacity in two parts. True: it names its domain itself. */
static bool split(struct str name, struct str driver, struct str *domain, struct str *id)
{
	const char *slash = str_find(name, '/');

	*domain = driver;
	*id = name;
	if (!slash)
		return false;
	*domain = (struct str){name.p, (size_t)(slash - name.p)};
	*id = (struct str){slash + 1, name.n - domain->n - 1};
	return true;
}

static int n_names(const struct run *r, bool capacity)
{
	return capacity ? r->device->n_capacities : r->device->n_attributes;
}
static struct str name_at(const struct run *r, bool capacity, int i)
{
	return capacity ? r->device->capacities[i].name : r->device->attributes[i].name;
}

/* The index of an attribute or a capacity; -1: there is none. */
static int find(const struct run *r, const struct value *names, struct str id)
{
	struct str domain, own_id;
	int found = -1;

	for (int i = 0; i < n_names(r, names->map.capacity); i++) {
		struct str name = name_at(r, names->map.capacity, i);
		if (name.n < id.n)
			continue;
		bool qualified = split(name, r->device->driver, &domain, &own_id);

		if (!str_eq(own_id, id) || !str_eq(domain, names->map.domain))
			continue;
		found = i;
		if (qualified)
			break;
	}
	return found;
}

static bool has_domain(const struct run *r, bool capacity, struct str domain)
{
	struct str own, id;

	for (int i = 0; i < n_names(r, capacity); i++) {
		split(name_at(r, capacity, i), r->device->driver, &own, &id);
		if (str_eq(own, domain))
			return true;
	}
	return false;
}

static struct value attribute_value(struct run *r, const struct cel_attribute *a)
{
	struct value v = {.kind = VALUE_VERSION};
	struct str why;

	switch (a->kind) {
	case CEL_ATTRIBUTE_INT: return value_int(a->number);
	case CEL_ATTRIBUTE_BOOL: return value_bool(a->truth);
	case CEL_ATTRIBUTE_STRING: return value_string(a->text);
	default:
		if (!version_parse(a->text, &v.version, r->scratch, &why))
			return value_error(why);
		return v;
	}
}

static struct value item(struct run *r, bool capacity, int i)
{
	struct quantity q;

	if (!capacity)
		return attribute_value(r, &r->device->attributes[i]);
	if (!quantity_parse(r->device->capacities[i].quantity, &q)) /* a cluster has none such */
		return value_unknown(STR("a capacity that is no quantity"));
	return value_quantity(q);
}

static struct value device_field(const struct run *r, struct str name)
{
	if (str_eq(name, STR("driver")))
		return value_string(r->device->driver);
	if (str_eq(name, STR("allowMultipleAllocations")))
		return value_bool(false);
	return (struct value){
		.kind = VALUE_DOMAINS, .map = {.capacity = str_eq(name, STR("capacity"))}};
}

/* As Go prints it with %v. */
static struct value no_key(struct run *r, const char *what, const struct value *key)
{
	switch (key->kind) {
	case VALUE_STRING:
		return value_errorf(r->scratch, "%s: " STR_FMT, what, STR_ARG(key->text));
	case VALUE_INT: return value_errorf(r->scratch, "%s: %lld", what, (long long)key->number);
	case VALUE_UINT:
		return value_errorf(r->scratch, "%s: %llu", what, (unsigned long long)key->natural);
	case VALUE_BOOL:
		return value_errorf(r->scratch, "%s: %s", what, key->truth ? "true" : "false");
	case VALUE_VERSION: return value_error(STR("invalid qualifier type: cel.Semver"));
	default: return value_error(STR("invalid qualifier type"));
	}
}

static struct value optional(struct run *r, struct value v)
{
	struct value *present = ARENA_NEW(r->scratch, struct value);

	if (value_failed(&v))
		return v;
	*present = v;
	return (struct value){.kind = VALUE_OPTIONAL, .present = present};
}

/* Versions, lists and the like are no keys. */
static bool may_be_key(const struct value *key)
{
	return key->kind >= VALUE_BOOL && key->kind <= VALUE_STRING;
}

static struct value list_item(
	struct run *r, const struct value *list, const struct value *at, bool missing)
{
	if (at->kind != VALUE_INT)
		return value_errorf(r->scratch, "unsupported index type '%s' in list",
			value_kind_name(at->kind));
	if (at->number < 0 || (uint64_t)at->number >= list->list.n)
		return missing ? (struct value){.kind = VALUE_OPTIONAL}
			       : no_key(r, "index out of bounds", at);
	struct value v = list->list.items[at->number];
	return missing ? optional(r, v) : v;
}

struct value look_up(struct run *r, const struct value *of, const struct value *key, bool missing)
{
	struct value v = {.kind = VALUE_NAMES};

	if (!may_be_key(key))
		return no_key(r, "", key);
	if (of->kind == VALUE_LIST)
		return list_item(r, of, key, missing);
	if (of->kind == VALUE_DEVICE) {
		v = device_field(r, key->text);
	} else if (of->kind == VALUE_DOMAINS) {
		v.map.domain = key->kind == VALUE_STRING ? key->text : NOWHERE;
		v.map.capacity = of->map.capacity;
	} else {
		bool names = of->kind == VALUE_NAMES && key->kind == VALUE_STRING;
		int i = names ? find(r, of, key->text) : -1;

		if (i < 0)
			return missing ? (struct value){.kind = VALUE_OPTIONAL}
				       : no_key(r, "no such key", key);
		v = item(r, of->map.capacity, i);
	}
	return missing ? optional(r, v) : v;
}

struct value has_key(struct run *r, const struct value *of, struct str name)
{
	struct value key = value_string(name);

	if (of->kind == VALUE_LIST)
		return list_item(r, of, &key, false);
	if (of->kind == VALUE_NAMES)
		return value_bool(find(r, of, name) >= 0);
	return value_bool(of->kind == VALUE_DEVICE || of->kind == VALUE_DOMAINS);
}

struct value contains_key(struct run *r, const struct value *map, const struct value *key)
{
	if (map->kind == VALUE_DEVICE)
		return no_overload();
	if (key->kind != VALUE_STRING)
		return value_bool(false);
	return value_bool(map->kind == VALUE_NAMES ? find(r, map, key->text) >= 0
						   : has_domain(r, map->map.capacity, key->text));
}

struct value map_keys(struct run *r, const struct value *map)
{
	int n = n_names(r, map->map.capacity);
	struct value *keys;
	size_t count = 0;

	r->cost += (double)n * n;
	if (r->cost > MOST_COST)
		return value_unknown(STR("more work than the original may allow"));
	keys = ARENA_ARRAY(r->scratch, (size_t)n, struct value);
	for (int i = 0; i < n; i++) {
		struct str domain, id, key;
		bool fresh = true;

		split(name_at(r, map->map.capacity, i), r->device->driver, &domain, &id);
		if (map->kind == VALUE_NAMES && !str_eq(domain, map->map.domain))
			continue;
		key = map->kind == VALUE_NAMES ? id : domain;
		for (size_t k = 0; k < count && fresh; k++)
			fresh = !str_eq(keys[k].text, key);
		if (fresh)
			keys[count++] = value_string(key);
	}
	return (struct value){.kind = VALUE_LIST, .list = {keys, count, false}};
}
