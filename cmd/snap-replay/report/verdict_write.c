/* The verdict as text and as an event. */
#include "report/verdict.h"

enum { WIDTH = 80, INDENT = 4 };

/* Appends the words of foreign at column `at`; lines that would be longer than WIDTH go on below,
 * indented. */
static void wrap(struct text *b, struct str foreign, size_t at)
{
	const char *end = foreign.p + foreign.n;

	for (const char *p = foreign.p; p < end;) {
		const char *space = memchr(p, ' ', (size_t)(end - p));
		size_t n = (size_t)((space ? space : end) - p);
		bool first = p == foreign.p;

		if (!first && at + 1 + n > WIDTH) {
			text_ours(b, "\n");
			text_pad(b, INDENT);
			at = INDENT;
		} else if (!first) {
			text_ours(b, " ");
			at++;
		}
		text_add(b, (struct str){p, n});
		at += n;
		p += n + 1;
	}
}

static void sentence(struct text *b, const char *head, struct str text)
{
	text_addf(b, "%s", head);
	wrap(b, text, strlen(head));
	text_ours(b, "\n");
}

/* Changes that are needed together stand in one sentence. */
static void changes(struct text *b, const struct explain_verdict *v)
{
	struct strbuf together = {0};

	for (int i = 0; i < v->n_changes;) {
		int first = i;

		strbuf_clear(&together);
		do
			strbuf_addf(&together, "%s" STR_FMT, i == first ? "" : ", and ",
				STR_ARG(v->changes[i].text));
		while (++i < v->n_changes && v->changes[i].also);
		sentence(b,
			first ? "  or: "
				: v->changes[0].kind == CHANGE_PODS_END
				? "  it waits for "
				: "  to change it, at least: ",
			strbuf_str(&together));
	}
	strbuf_free(&together);
}

void verdict_text(struct events *ev, struct session *s, const struct subject *u)
{
	struct text *b = &ev->page.explained;
	struct str key = shown_key(ev, subject_key(explain_at(s), u));
	struct explain_verdict v;
	struct strbuf all = {0};

	verdict_find(ev, s, u, &v);
	text_addf(b, "\nwhy " STR_FMT "\n", STR_ARG(key));
	if (v.not_replayed)
		strbuf_addf(&all, "not to be trusted, %s is not replayed: ", v.not_replayed);
	strbuf_addstr(&all, v.text);
	sentence(b, "  ", strbuf_str(&all));
	strbuf_free(&all);
	changes(b, &v);
}

/* ---- NDJSON ---- */

static void figures(struct jsonw *w, const struct figures *f)
{
	jsonw_key(w, "figures");
	jsonw_begin(w, '{');
	for (int i = 0; i < f->n; i++) {
		jsonw_key(w, f->items[i].name);
		jsonw_begin(w, '{');
		jsonw_key(w, "value");
		jsonw_double(w, f->items[i].value);
		if (*f->items[i].unit)
			jsonw_member_str(w, "unit", str_of(f->items[i].unit));
		jsonw_end(w, '}');
	}
	jsonw_end(w, '}');
}

#define END_TEXT(NAME, word) #word,
#define WORD_TEXT(NAME, word) word,
static const char *const end_words[] = {VERDICT_ENDS(END_TEXT)};
static const char *const reason_words[] = {VERDICT_REASONS(WORD_TEXT)};
static const char *const change_words[] = {VERDICT_CHANGES(WORD_TEXT)};

static void changes_json(struct jsonw *w, const struct explain_verdict *v)
{
	jsonw_key(w, "changes");
	jsonw_begin(w, '[');
	for (int i = 0; i < v->n_changes; i++) {
		const struct change *c = &v->changes[i];

		jsonw_begin(w, '{');
		jsonw_member_str(w, "change", str_of(change_words[c->kind]));
		if (c->object.n)
			jsonw_member_str(w, "object", c->object);
		jsonw_key(w, "alone");
		jsonw_bool(w, !c->also && !(i + 1 < v->n_changes && v->changes[i + 1].also));
		jsonw_member_str(w, "text", c->text);
		figures(w, &c->figures);
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
}

void verdict_json(struct events *ev, struct session *s, const struct subject *u)
{
	struct jsonw *w = &ev->w;
	struct explain_verdict v;

	verdict_find(ev, s, u, &v);
	event_begin(ev, "explain");
	jsonw_member_str(w, "about", subject_key(explain_at(s), u));
	jsonw_member_str(w, "kind", STR("verdict"));
	jsonw_member_str(w, "end", str_of(end_words[v.end]));
	jsonw_member_str(w, "reason", str_of(reason_words[v.reason]));
	jsonw_member_str(w, "text", v.text);
	if (v.not_replayed)
		jsonw_member_str(w, "notReplayed", str_of(v.not_replayed));
	figures(w, &v.figures);
	changes_json(w, &v);
	event_end(ev);
}
