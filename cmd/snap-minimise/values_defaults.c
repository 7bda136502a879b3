#include "values.h"

#include "common/kai_config.h"
#include "common/kinds.h"

/* Member i of holder becomes what it is by default. */
static void add(struct edits *e, struct value *holder, size_t i, struct value *preset)
{
	if (preset && value_equal(holder->members[i].value, preset))
		return;
	edits_group(e);
	edits_add(e, holder, i, preset);
}

/* Each member of the same name; or all of them, which is tried last to first, at once. */
static void add_member(struct edits *e, struct str key, struct value *preset)
{
	struct value *top = e->document, *v;

	for (size_t i = 0; i < top->count; i++) {
		if (!same_but_case(top->members[i].key, key))
			continue;
		add(e, top, i, preset);
		v = top->members[i].value;
		for (size_t k = 0; v->type == JSON_OBJECT && k < v->count; k++)
			add(e, v, k, value_get(preset, v->members[k].key));
	}
}

static struct value *default_params(struct arena *a)
{
	struct strbuf text = {0};
	struct value *v;
	struct json *r;

	strbuf_addz(&text, kai_params_built_in);
	memset(strbuf_reserve(&text, JSON_PADDING), 0, JSON_PADDING);
	r = json_over_memory(text.s, text.len);
	v = value_read(a, r);
	json_free(r);
	strbuf_free(&text);
	return v;
}

static bool is_empty(const struct value *v)
{
	return v->type == JSON_NULL ||
		((v->type == JSON_ARRAY || v->type == JSON_OBJECT) && !v->count);
}

/* The kinds of which there are no objects. */
static void add_empty(struct edits *e)
{
	struct value *lists = value_field(e->document, STR("rawObjects"));

	for (size_t i = 0; lists && lists->type == JSON_OBJECT && i < lists->count; i++)
		if (is_empty(lists->members[i].value))
			add(e, lists, i, NULL);
}

/* Of the source only the clock and the order of lots mean something. */
static void add_source(struct edits *e)
{
	struct value *source = value_field(e->document, STR(SOURCE_KEY));

	for (size_t i = 0; source && source->type == JSON_OBJECT && i < source->count; i++)
		if (!str_eq(source->members[i].key, STR("capturedAt")))
			add(e, source, i, NULL);
}

static void add_others(struct edits *e)
{
	for (size_t i = 0; i < e->document->count; i++) {
		struct str key = e->document->members[i].key;

		if (same_but_case(key, STR("discovery")) || !is_snapshot_key(key))
			if (!same_but_case(key, STR(SOURCE_KEY)))
				add(e, e->document, i, NULL);
	}
}

void collect_defaults(struct edits *e, void *ctx)
{
	(void)ctx;
	add_others(e);
	add_source(e);
	add_empty(e);
	add_member(e, STR("config"), kai_config_built_in(&e->arena));
	add_member(e, STR("schedulerParams"), default_params(&e->arena));
}
