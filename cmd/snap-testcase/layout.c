#include "layout.h"

#include "common/jsonw.h"
#include "common/kinds.h"

static void add_key(struct strbuf *out, struct str key)
{
	struct jsonw w = {.out = out};

	jsonw_str(&w, key);
	strbuf_addc(out, ':');
}

static void add_objects(struct strbuf *out, const struct value *list)
{
	strbuf_addc(out, '[');
	for (size_t i = 0; i < list->count; i++) {
		strbuf_addz(out, i ? ",\n" : "\n");
		value_write(out, list->members[i].value);
	}
	strbuf_addz(out, list->count ? "\n]" : "]");
}

/* Members of which nothing is there are left out: the scheduler does not tell them apart. */
static void add_kinds(struct strbuf *out, const struct value *kinds)
{
	bool any = false;

	strbuf_addc(out, '{');
	for (size_t i = 0; i < kinds->count; i++) {
		const struct value_member *m = &kinds->members[i];

		if (m->value->type == JSON_NULL ||
			(m->value->type == JSON_ARRAY && !m->value->count))
			continue;
		strbuf_addz(out, any ? ",\n" : "\n");
		any = true;
		add_key(out, m->key);
		if (m->value->type == JSON_ARRAY)
			add_objects(out, m->value);
		else
			value_write(out, m->value);
	}
	strbuf_addz(out, any ? "\n}" : "}");
}

void layout_snapshot(struct strbuf *out, const struct value *snapshot)
{
	strbuf_addc(out, '{');
	for (size_t i = 0; i < snapshot->count; i++) {
		const struct value_member *m = &snapshot->members[i];

		strbuf_addz(out, i ? ",\n" : "\n");
		add_key(out, m->key);
		if (m->value->type == JSON_OBJECT && same_but_case(m->key, STR("rawObjects")))
			add_kinds(out, m->value);
		else
			value_write(out, m->value);
	}
	strbuf_addz(out, "\n}\n");
}
