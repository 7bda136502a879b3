/* A bats file with the snapshot in it: the replay of it gives the expected events. */
#include "common/jsonw.h"
#include "forms.h"

/* "decisions,pending", for --show. */
static const char *shown(enum expect what)
{
	return what == EXPECT_PENDING ? "pending" : "decisions";
}

static void add_filter(struct strbuf *out, enum expect what)
{
	strbuf_addz(out, "kept='select(");
	for (const char *const *word = expect_events[what]; *word; word++)
		strbuf_addf(out, "%s.event == \"%s\"", word == expect_events[what] ? "" : " or ",
			*word);
	strbuf_addz(out, ") | {");
	for (const char *const *word = expect_fields[what]; *word; word++)
		strbuf_addf(out, "%s%s", word == expect_fields[what] ? "" : ", ", *word);
	strbuf_addz(out, "} | with_entries(select(.value != null))'\n");
}

static void add_expected(struct strbuf *out, enum expect what, const struct value *event)
{
	struct jsonw w = {.out = out};

	jsonw_begin(&w, '{');
	for (const char *const *word = expect_fields[what]; *word; word++) {
		const struct value *v = value_get(event, str_of(*word));

		if (!v || v->type == JSON_NULL)
			continue;
		jsonw_key(&w, *word);
		value_write(out, v);
		w.comma = true;
	}
	jsonw_end(&w, '}');
	strbuf_addc(out, '\n');
}

/* Lines of JSON begin with a bracket, a quotation mark or a letter that no end of a here-document
 * begins with. */
void bats_write(const struct subject *s, struct strbuf *out)
{
	enum expect what = s->settings->expect;

	strbuf_addz(out,
		"#!/usr/bin/env bats\n# A snapshot and what a cycle does with it, by "
		"snap-testcase: ");
	subject_tell(s, out);
	strbuf_addz(out, ".\nload ../lib/env\n\n# What is expected of the events.\n");
	add_filter(out, what);
	strbuf_addf(out, "\n@test \"snapshot %s: %s as expected\" {\n", s->id, expect_words[what]);
	strbuf_addz(out, "\tcd \"$BATS_TEST_TMPDIR\"\n\tsnap-replay --now ");
	rfc3339_format(out, s->cycle.now);
	strbuf_addf(out, " --format json --show %s - >events <<'SNAPSHOT'\n", shown(what));
	strbuf_addstr(out, strbuf_str(&s->text));
	strbuf_addz(out, "SNAPSHOT\n\tjq -cS . >expected <<'EXPECTED'\n");
	for (size_t i = 0; i < s->cycle.n_events; i++)
		if (expect_is(what, s->cycle.events[i]))
			add_expected(out, what, s->cycle.events[i]);
	strbuf_addz(out, "EXPECTED\n\tjq -cS \"$kept\" events | diff expected -\n}\n");
}
