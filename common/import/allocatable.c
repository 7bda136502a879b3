/* Whether a node of a list has the amounts that a dump tells. */
#include "common/import/dump.h"
#include "common/quantity.h"

bool dump_counts(struct str resource)
{
	static const struct str own[] = {STR_INIT("cpu"), STR_INIT("memory"), STR_INIT("pods"),
		STR_INIT("ephemeral-storage")};

	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (str_eq(resource, own[i]))
			return true;
	return str_find(resource, '/') || str_starts(resource, STR("hugepages-")) ||
		str_starts(resource, STR("attachable-volumes-"));
}

/* An amount of the dump that is compared. */
struct told {
	int64_t n;
	bool seen;
};

static void tell(struct arena *a, struct map *amounts, struct str name, int64_t n)
{
	struct told *t = ARENA_NEW(a, struct told);

	t->n = n;
	map_put(amounts, name, NULL)->value = t;
}

static void tell_all(struct arena *a, struct map *amounts, const struct dump_amounts *from)
{
	struct str rest = from->scalars, name, value;
	struct quantity q;

	tell(a, amounts, STR("cpu"), from->milli_cpu);
	tell(a, amounts, STR("memory"), from->memory);
	tell(a, amounts, STR("pods"), from->pods);
	tell(a, amounts, STR("ephemeral-storage"), from->ephemeral);
	while (dump_scalar(&rest, &name, &value))
		tell(a, amounts, name, quantity_parse(value, &q) ? quantity_value(q) : 0);
}

/* The next value of r is the quantity of this resource. */
static bool same_amount(struct json *r, struct map *amounts, struct str name)
{
	struct told *t = map_get(amounts, name), none = {0};
	bool cpu = str_eq(name, STR("cpu")), counts = dump_counts(name);
	struct quantity q;
	struct str text;

	t = t ? t : &none;
	t->seen = true;
	if (json_null(r) ||
		!(json_peek(r) == JSON_NUMBER ? json_number(r, &text) : json_string(r, &text)))
		return !t->n;
	if (!counts || !quantity_parse(text, &q))
		return !counts;
	return t->n == (cpu ? quantity_milli(q) : quantity_value(q));
}

static bool same_amounts(struct json *r, struct map *amounts)
{
	bool same = true;
	struct str key;

	if (!json_null(r) && json_enter(r))
		while (json_key(r, &key))
			same = same_amount(r, amounts, key) && same;
	for (size_t i = 0; i < amounts->count; i++) {
		const struct told *t = amounts->entries[i].value;

		same = same && (t->seen || t->n == 0);
	}
	return same;
}

/* Enters the value of the member `wanted` of the next value. */
static bool find_member(struct json *r, struct str wanted)
{
	struct str key;

	if (json_null(r) || !json_enter(r))
		return false;
	while (json_key(r, &key)) {
		if (str_eq(key, wanted))
			return true;
		json_skip(r);
	}
	return false;
}

bool dump_same_allocatable(const struct dump_node *node, struct str object)
{
	struct arena arena = {0};
	struct map amounts = {0};
	char *copy = arena_zalloc(&arena, object.n + JSON_PADDING, 1);

	memcpy(copy, object.p, object.n);
	struct json *r = json_over_memory(copy, object.n);
	tell_all(&arena, &amounts, &node->allocatable);
	bool same = find_member(r, STR("status")) && find_member(r, STR("allocatable")) &&
		same_amounts(r, &amounts);
	json_free(r);
	map_free(&amounts);
	arena_free(&arena);
	return same;
}
