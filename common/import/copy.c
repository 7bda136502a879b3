/* Copying of values from the reader to a part of an object. */
#include "common/import/object.h"

void copy_object(struct reader *x, struct jsonw *w, member_fn *member)
{
	struct str key;

	if (json_null(x->r)) {
		jsonw_null(w);
		return;
	}
	jsonw_begin(w, '{');
	if (json_enter(x->r))
		while (json_key(x->r, &key))
			member(x, w, key);
	jsonw_end(w, '}');
}

void copy_list(struct reader *x, struct jsonw *w, void (*element)(struct reader *, struct jsonw *))
{
	if (json_null(x->r)) {
		jsonw_null(w);
		return;
	}
	jsonw_begin(w, '[');
	if (json_enter(x->r))
		while (json_element(x->r))
			element(x, w);
	jsonw_end(w, ']');
}

/* Appends valid JSON without its blanks. */
static void add_dense(struct strbuf *out, struct str json)
{
	bool inside = false;
	size_t done = 0;

	for (size_t i = 0; i < json.n; i++) {
		char c = json.p[i];

		if (inside && c == '\\') {
			i++;
		} else if (c == '"') {
			inside = !inside;
		} else if (!inside && (c == ' ' || c == '\n' || c == '\t' || c == '\r')) {
			strbuf_add(out, json.p + done, i - done);
			done = i + 1;
		}
	}
	strbuf_add(out, json.p + done, json.n - done);
}

void copy_value(struct reader *x, struct jsonw *w)
{
	struct str json;

	if (!json_raw(x->r, &json))
		return;
	jsonw_raw(w, STR(""));
	/* Documents without line ends, the usual ones of a program, have no blanks worth a walk. */
	if (str_find(json, '\n'))
		add_dense(w->out, json);
	else
		strbuf_addstr(w->out, json);
}

void copy_member(struct reader *x, struct jsonw *w, struct str key)
{
	jsonw_keys(w, key);
	copy_value(x, w);
}

void note_text(struct reader *x, struct jsonw *w, struct str *text)
{
	struct str s;

	if (json_null(x->r)) {
		jsonw_null(w);
	} else if (json_string(x->r, &s)) {
		*text = arena_str(&x->im->arena, s);
		jsonw_str(w, s);
	}
}

void note_bool(struct reader *x, bool *value)
{
	if (!json_null(x->r))
		json_bool(x->r, value);
}
