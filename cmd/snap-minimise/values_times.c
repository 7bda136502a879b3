#include "values.h"

#include "common/timefmt.h"

struct times {
	struct edits *edits;
	struct instant to;
	struct value *text; /* of it; NULL: none yet */
};

static struct value *text_of(struct times *t)
{
	struct strbuf b = {0};

	if (!t->text) {
		rfc3339_format(&b, t->to);
		t->text = value_text(&t->edits->arena, strbuf_str(&b));
		strbuf_free(&b);
	}
	return t->text;
}

static void walk(struct times *t, struct value *v)
{
	struct instant at;

	for (size_t i = 0; i < v->count; i++) {
		struct value *member = v->members[i].value;

		if (member->type != JSON_STRING) {
			walk(t, member);
		} else if (rfc3339_parse(member->text, &at) &&
			!str_eq(member->text, text_of(t)->text)) {
			edits_group(t->edits);
			edits_add(t->edits, v, i, text_of(t));
		}
	}
}

void collect_times(struct edits *e, void *ctx)
{
	struct times t = {e, *(const struct instant *)ctx, NULL};
	struct value *lists = value_field(e->document, STR("rawObjects"));

	if (lists)
		walk(&t, lists);
}
