#include "fields.h"
#include "common/value_diff.h"
#include "same.h"

/* ---- noise ---- */

/* Members that change all the time, or that repeat that others did. above: the member that has it,
 * of the object itself; NULL: wherever it stands. */
static const struct {
	const char *above, *key;
} noise_members[] = {
	{"metadata", "generation"},
	{"metadata", "managedFields"},
	{"metadata", "resourceVersion"},
	{"metadata", "selfLink"},
	{"status", "observedGeneration"},
	{NULL, "lastHeartbeatTime"},
	{NULL, "lastProbeTime"},
};

static bool is_noise_member(const struct value_place *place)
{
	const struct value_place *above = place->above;

	if (!place->of_object)
		return false;
	for (size_t i = 0; i < sizeof noise_members / sizeof *noise_members; i++) {
		const char *wanted = noise_members[i].above;

		if (str_eq(place->key, str_of(noise_members[i].key)) &&
			(!wanted || (above && !above->above && str_eq(above->key, str_of(wanted)))))
			return true;
	}
	return false;
}

static bool is_noise(const struct value_place *place)
{
	while (place && !is_noise_member(place))
		place = place->above;
	return place != NULL;
}

/* ---- comparison ---- */

struct comparing {
	const struct fields *f;
	bool noise_met;
	struct strbuf path;
};

static bool differs(void *ctx, const struct value_place *place, const struct value *a,
	const struct value *b, bool order)
{
	struct comparing *c = ctx;

	(void)order;
	if (!c->f->noise && is_noise(place)) {
		c->noise_met = true;
		return true;
	}
	strbuf_clear(&c->path);
	value_place_path(&c->path, place);
	return c->f->differs(c->f->ctx, strbuf_str(&c->path), a, b);
}

/* NULL: missing, or null. */
static struct value *parse(struct arena *arena, struct str raw)
{
	if (!raw.n || str_eq(raw, STR("null")))
		return NULL;
	struct json *r = json_over_memory(raw.p, raw.n);
	struct value *v = value_read(arena, r);

	json_free(r);
	return v;
}

/* An object whose values are texts, each a member as it is written: what both write alike needs no
 * reading. */
static struct value *outline(struct arena *arena, struct str raw)
{
	struct json *r = json_over_memory(raw.p, raw.n);
	struct value_list l = {0};
	struct str key, text;

	json_enter(r);
	while (json_key(r, &key)) {
		struct value *v = value_new(arena, JSON_STRING);

		key = arena_str(arena, key);
		if (json_raw(r, &text))
			v->text = text;
		value_add(&l, key, v);
	}
	json_free(r);
	return value_object(arena, &l);
}

static bool compare_values(const struct value_diff *d, struct arena *arena,
	const struct value_place *place, struct str a, struct str b)
{
	const struct value *x, *y;

	if (str_eq(a, b))
		return true;
	x = parse(arena, a);
	y = parse(arena, b);
	if (x && y)
		return value_differences(d, place, x, y);
	return (!x && !y) || d->differs(d->ctx, place, x, y, false);
}

static bool compare_outlines(
	const struct value_diff *d, struct arena *arena, struct str a, struct str b)
{
	const struct value *x = outline(arena, a), *y = outline(arena, b);
	bool on = true;

	for (size_t i = 0, k = 0; on && (i < x->count || k < y->count);) {
		int order = i == x->count ? 1
			: k == y->count   ? -1
					  : str_cmp(x->members[i].key, y->members[k].key);
		const struct value_place place = {
			.key = order <= 0 ? x->members[i].key : y->members[k].key,
			.of_object = true};

		on = compare_values(d, arena, &place,
			value_str(order <= 0 ? x->members[i].value : NULL),
			value_str(order >= 0 ? y->members[k].value : NULL));
		i += order <= 0;
		k += order >= 0;
	}
	return on;
}

bool fields_compare(const struct fields *f, struct str a, struct str b)
{
	static const char *const names[] = {"name", "type", "key", NULL};
	struct comparing c = {.f = f};
	struct arena arena = {0};
	const struct value_diff d = {
		.names = names, .same = same_meaning, .differs = differs, .ctx = &c};

	if (str_eq(a, b))
		return false;
	if (str_starts(a, STR("{")) && str_starts(b, STR("{")))
		compare_outlines(&d, &arena, a, b);
	else
		compare_values(&d, &arena, NULL, a, b);
	strbuf_free(&c.path);
	arena_free(&arena);
	return c.noise_met;
}

static bool stop(void *ctx, struct str path, const struct value *a, const struct value *b)
{
	(void)path, (void)a, (void)b;
	*(bool *)ctx = true;
	return false;
}

enum fields_verdict fields_verdict(bool noise, struct str a, struct str b)
{
	bool any = false;
	const struct fields f = {noise, stop, &any};
	bool noise_met = fields_compare(&f, a, b);

	return any ? FIELDS_DIFFER : noise_met ? FIELDS_NOISE : FIELDS_SAME;
}
