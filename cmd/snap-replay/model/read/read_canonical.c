/* JSON values as canonical texts: two are equal if and only if Go's decoder makes equal objects, as
 * far as signatures need it (rules/01 11). */
#include "model/read/reader.h"

struct json_member {
	struct str key;
	size_t begin, end; /* in the container's own text */
};

void canonical_text(struct strbuf *out, struct str s)
{
	char digits[24], *p = digits + sizeof digits;
	size_t n = s.n;

	*--p = ':';
	do
		*--p = (char)('0' + n % 10);
	while (n /= 10);
	strbuf_add(
		out, p, (size_t)(digits + sizeof digits - p)); /* the length makes it unambiguous */
	strbuf_addstr(out, s);
}

static void canonical_object(struct reader *x, struct strbuf *out)
{
	struct strbuf values = {0};
	size_t begin = list_begin(x);
	struct str key;
	struct json_member m, *members;
	int n;

	json_enter(x->r);
	while (json_key(x->r, &key)) {
		m.key = objects_intern(x->o, key);
		m.begin = values.len;
		read_canonical(x, &values);
		m.end = values.len;
		list_add(x, &m, sizeof m);
	}
	members = list_end(x, begin, sizeof m, &n);
	n = (int)sort_by_name(members, (size_t)n, sizeof m);
	strbuf_addc(out, '{');
	for (int i = 0; i < n; i++) {
		struct str value = strbuf_part(&values, members[i].begin, members[i].end);

		/* Absent, null and empty are the same for all but pointers to structs. */
		if (str_eq(value, STR("n")) || str_eq(value, STR("\"0:")) ||
			str_eq(value, STR("[]")) ||
			(str_eq(value, STR("{}")) && str_eq(members[i].key, STR("matchLabels"))))
			continue;
		canonical_text(out, members[i].key);
		strbuf_addstr(out, value);
	}
	strbuf_addc(out, '}');
	strbuf_free(&values);
}

void read_canonical(struct reader *x, struct strbuf *out)
{
	bool truth;
	struct str s;

	switch (json_peek(x->r)) {
	case JSON_OBJECT: canonical_object(x, out); break;
	case JSON_ARRAY:
		json_enter(x->r);
		strbuf_addc(out, '[');
		while (json_element(x->r))
			read_canonical(x, out);
		strbuf_addc(out, ']');
		break;
	case JSON_STRING:
		if (!json_string(x->r, &s))
			return;
		strbuf_addc(out, '"');
		canonical_text(out, s);
		break;
	case JSON_NUMBER:
		if (json_number(x->r, &s))
			canonical_text(out, s);
		break;
	case JSON_TRUE:
	case JSON_FALSE:
		if (json_bool(x->r, &truth))
			strbuf_addc(out, truth ? 't' : 'f');
		break;
	default: json_null(x->r); strbuf_addc(out, 'n');
	}
}
