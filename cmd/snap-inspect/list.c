#include "list.h"

static bool is_kind(const struct lister *l, struct str key)
{
	return kind_of_key(key) == l->kind;
}

static void skip_members(struct json *r)
{
	struct str key;

	while (json_key(r, &key))
		json_skip(r);
}

/* After the list: validates the rest. */
static bool finish(struct lister *l)
{
	l->state = LIST_DONE;
	skip_members(l->r); /* other kinds */
	skip_members(l->r); /* other parts of the document */
	json_finish(l->r);
	return false;
}

/* Within rawObjects, moves to the first object of the kind. */
static bool find_kind(struct lister *l)
{
	struct str key;

	while (json_key(l->r, &key)) {
		if (!is_kind(l, key) || json_peek(l->r) == JSON_NULL)
			json_skip(l->r);
		else if (json_peek(l->r) == JSON_ARRAY)
			return json_enter(l->r);
		else
			return json_fail(l->r, "%s is not a list", kind_key(l->kind));
	}
	return false;
}

/* Moves to the first object of the kind. False: there is no such list, and the document is read to
 * its end. */
static bool find_list(struct lister *l)
{
	struct str key;
	const char *seems = "";
	bool found = false;

	if (json_peek(l->r) != JSON_OBJECT && !json_failed(l->r))
		return json_fail_foreign(l->r, NO_SNAPSHOT_HINT, "no object");
	json_enter(l->r);
	while (!found && json_key(l->r, &key)) {
		if (!same_but_case(key, STR("rawObjects"))) {
			seems = *seems ? seems : key_seems(key);
			json_skip(l->r);
			continue;
		}
		if (json_peek(l->r) == JSON_NULL)
			return json_fail(l->r, "rawObjects is null: there are no objects");
		found = true;
		if (json_enter(l->r) && find_kind(l))
			return true;
		skip_members(l->r);
	}
	l->state = LIST_DONE;
	if (json_finish(l->r) && !found)
		json_fail_foreign(l->r, NO_SNAPSHOT_HINT, "rawObjects is missing%s", seems);
	return false;
}

bool list_next(struct lister *l, struct str *object)
{
	if (l->state == LIST_DONE)
		return false;
	if (l->state == LIST_START) {
		l->state = LIST_INSIDE;
		if (!find_list(l))
			return false;
	}
	if (json_element(l->r))
		return json_raw(l->r, object);
	return finish(l);
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
