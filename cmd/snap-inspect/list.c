#include "list.h"

static bool is_kind(const struct lister *l, struct str key)
{
	return kind_of_key(key) == l->kind;
}

/* Leaves the document behind the list: the rest has to be sound too. */
static void finish(struct lister *l)
{
	struct str key;
	l->state = LIST_DONE;
	while (json_key(l->r, &key)) /* other kinds */
		json_skip(l->r);
	while (json_key(l->r, &key)) /* other top-level keys */
		json_skip(l->r);
	json_finish(l->r);
}

/* To the first object of the kind. False when there is no such list: the document is read to its end. */
static bool find_list(struct lister *l)
{
	struct str key;
	json_enter(l->r);
	while (json_key(l->r, &key)) {
		if (!same_but_case(key, STR("rawObjects"))) {
			json_skip(l->r);
			continue;
		}
		if (json_peek(l->r) == JSON_NULL)
			return json_fail(l->r, "rawObjects is null: there are no objects");
		json_enter(l->r);
		while (json_key(l->r, &key)) {
			if (!is_kind(l, key)) {
				json_skip(l->r);
			} else if (json_peek(l->r) == JSON_NULL) {
				json_skip(l->r);
			} else {
				if (json_peek(l->r) != JSON_ARRAY)
					return json_fail(l->r, "%s is not a list", kind_key(l->kind));
				return json_enter(l->r);
			}
		}
		finish(l);
		return false;
	}
	json_finish(l->r);
	return false;
}

bool list_next(struct lister *l, struct str *object)
{
	if (l->state == LIST_DONE)
		return false;
	if (l->state == LIST_START) {
		l->state = LIST_INSIDE;
		if (!find_list(l)) {
			l->state = LIST_DONE;
			return false;
		}
	}
	if (json_element(l->r))
		return json_raw(l->r, object);
	finish(l);
	return false;
}

void add_compact(struct strbuf *out, struct str json)
{
	const char *p = json.p, *end = json.p + json.n;
	while (p < end) {
		const char *from = p;
		if (*p == '"') {
			for (p++; p < end && *p != '"'; p++)
				p += *p == '\\';
			p = p < end ? p + 1 : end;
			strbuf_add(out, from, (size_t)(p - from));
			continue;
		}
		while (p < end && *p != '"' && *p != ' ' && *p != '\n' && *p != '\t' && *p != '\r')
			p++;
		strbuf_add(out, from, (size_t)(p - from));
		while (p < end && (*p == ' ' || *p == '\n' || *p == '\t' || *p == '\r'))
			p++;
	}
}
