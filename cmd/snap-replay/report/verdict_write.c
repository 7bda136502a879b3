/* The verdict as text and as an event. */
#include "report/verdict.h"

void verdict_text(struct events *ev, struct session *s, const struct subject *u)
{
	struct text *b = &ev->page.explained;
	struct str key = shown_key(ev, subject_key(explain_at(s), u));
	struct explain_verdict v;

	verdict_find(ev, s, u, &v);
	text_addf(b, "\nwhy " STR_FMT "\n", STR_ARG(key));
	text_ours(b, "  ");
	if (v.not_replayed)
		text_addf(b, "not to be trusted, %s is not replayed: ", v.not_replayed);
	text_addf(b, STR_FMT "\n", STR_ARG(v.text));
}

static void member(struct jsonw *w, const char *key, struct str value)
{
	jsonw_key(w, key);
	jsonw_str(w, value);
}

static void figures(struct jsonw *w, const struct figures *f)
{
	jsonw_key(w, "figures");
	jsonw_begin(w, '{');
	for (int i = 0; i < f->n; i++) {
		jsonw_key(w, f->items[i].name);
		jsonw_begin(w, '{');
		jsonw_key(w, "value");
		jsonw_double(w, f->items[i].value);
		member(w, "unit", str_of(f->items[i].unit));
		jsonw_end(w, '}');
	}
	jsonw_end(w, '}');
}

void verdict_json(struct events *ev, struct session *s, const struct subject *u)
{
#define END_WORD(NAME, word) #word,
	static const char *const ends[] = {VERDICT_ENDS(END_WORD)};
#undef END_WORD
	struct jsonw *w = &ev->w;
	struct explain_verdict v;

	verdict_find(ev, s, u, &v);
	event_begin(ev, "explain");
	member(w, "about", subject_key(explain_at(s), u));
	member(w, "kind", STR("verdict"));
	member(w, "end", str_of(ends[v.end]));
	member(w, "reason", str_of(v.reason));
	member(w, "text", v.text);
	if (v.not_replayed)
		member(w, "notReplayed", str_of(v.not_replayed));
	figures(w, &v.figures);
	event_end(ev);
}
