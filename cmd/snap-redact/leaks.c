#include "leaks.h"

#include "finder.h"
#include "vouched.h"

struct leaks {
	const struct book *book;
	struct vouched *vouched;
	struct finder *old; /* made when a string has to be searched */
	struct json *r;
	struct error *e;
};

/* True if no part of the string needs to be searched. */
static bool all_vouched(const struct leaks *l, struct str s)
{
	if (is_vouched(l->vouched, s))
		return true;
	for (size_t at = 0; at < s.n;) {
		struct str word = vouched_word(s, at);

		if (word.n && !is_vouched(l->vouched, word))
			return false;
		at += word.n ? word.n : 1;
	}
	return true;
}

static void make_search(struct leaks *l)
{
	l->old = finder_new();
	for (int kind = 0; kind < NAMES_COUNT; kind++)
		for (size_t i = 0; i < l->book->kinds[kind].count; i++) {
			const struct name *n = l->book->kinds[kind].entries[i].value;

			if (n->old.n >= LEAK_LEAST && !n->stays)
				finder_add(l->old, n->old, name_kinds[kind]);
		}
}

static void look_at(struct leaks *l, struct str s)
{
	struct found f;
	size_t at = 0;

	if (l->e->status || all_vouched(l, s))
		return;
	if (!l->old)
		make_search(l);
	if (!finder_next(l->old, s, &at, vouched_not, l->vouched, &f))
		return;
	const char *kind = f.what;
	error_set(l->e, SNAP_NO, "an old name is left",
		"the name of a %s at byte %llu of the redacted document", kind,
		(unsigned long long)json_offset(l->r));
	error_hint(l->e, "a field that --keep brings back may hold it; nothing was written");
}

static void look_in(struct leaks *l)
{
	struct str s;

	switch (json_peek(l->r)) {
	case JSON_OBJECT:
		json_enter(l->r);
		while (json_key(l->r, &s)) {
			look_at(l, s);
			look_in(l);
		}
		break;
	case JSON_ARRAY:
		json_enter(l->r);
		while (json_element(l->r))
			look_in(l);
		break;
	case JSON_STRING:
		if (json_string(l->r, &s))
			look_at(l, s);
		break;
	default: json_skip(l->r);
	}
}

bool leaks_none(const struct book *b, struct json *document, struct error *e)
{
	struct leaks l = {.book = b, .e = e};

	l.vouched = vouched_make(b);
	l.r = document;
	look_in(&l);
	if (!json_finish(l.r) && !e->status)
		json_error(l.r, e);
	finder_free(l.old);
	vouched_free(l.vouched);
	return !e->status;
}
