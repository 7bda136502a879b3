/* Values that are kept because of their form. A value that has not its form becomes a text-NN,
 * which has it neither. */
#include "walk.h"

#include "common/quantity.h"
#include "common/timefmt.h"
#include "words.h"

void take(struct walk *w, enum what what)
{
	static take_fn *const functions[] = {
#define FUNCTION(NAME, take) take,
		VALUE_KINDS(FUNCTION)
#undef FUNCTION
	};

	if ((int)what < NAMES_COUNT)
		take_name(w, (enum names)what);
	else
		functions[(int)what - NAMES_COUNT](w);
}

void take_drop(struct walk *w)
{
	json_skip(w->r);
}

void take_number(struct walk *w)
{
	take_other(w); /* a number is what it keeps */
}

void take_bool(struct walk *w)
{
	enum json_type t = json_peek(w->r);

	if (t != JSON_TRUE && t != JSON_FALSE) {
		take_other(w);
		return;
	}
	put(w, t == JSON_TRUE ? STR("true") : STR("false"));
	json_skip(w->r);
}

void take_empty(struct walk *w)
{
	take_other(w);
}

/* A string that is kept if it has the form. */
static void take_checked(struct walk *w, bool good(struct str s))
{
	struct str s;

	if (!walk_string(w, &s))
		return;
	if (s.n == 0 || good(s))
		walk_keep(w, s);
	else
		walk_name(w, NAMES_TEXT, s);
}

static bool is_quantity(struct str s)
{
	struct quantity q;

	return s.n <= 32 && quantity_parse(s, &q);
}

static bool is_time(struct str s)
{
	struct instant t;

	return s.n <= 36 && rfc3339_parse(s, &t);
}

static bool is_duration(struct str s)
{
	int64_t ns;

	return s.n <= 32 && duration_parse(s, &ns);
}

/* A number in any way of writing one. */
static bool is_number(struct str s)
{
	if (s.n > 24 || !(is_digit(s.p[0]) || str_find(STR("+-."), s.p[0])))
		return is_word(s);
	for (size_t i = 0; i < s.n; i++)
		if (!is_digit(s.p[i]) && !str_find(STR("+-.eExXpP_"), s.p[i]))
			return false;
	return true;
}

static bool is_version(struct str s)
{
	size_t digits = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (!is_digit(s.p[i]) && !str_find(STR("v.+-"), s.p[i]))
			return false;
		digits += is_digit(s.p[i]);
	}
	return s.n <= 24 && digits;
}

void take_time(struct walk *w)
{
	struct instant t;
	struct str s;

	if (!walk_string(w, &s))
		return;
	if (s.n && !is_time(s)) {
		walk_name(w, NAMES_TEXT, s);
	} else if (s.n && w->shift.sec && rfc3339_parse(s, &t)) {
		strbuf_clear(&w->text);
		rfc3339_format(&w->text, shift_time(w->shift, t));
		walk_keep(w, strbuf_str(&w->text));
	} else {
		walk_keep(w, s);
	}
}

void take_quantity(struct walk *w)
{
	take_checked(w, is_quantity);
}
void take_capacity_of(struct walk *w, struct str resource)
{
	struct str s;

	if (!walk_string(w, &s))
		return;
	if (s.n && !is_quantity(s))
		walk_name(w, NAMES_TEXT, s);
	else if (s.n && w->writing && w->rounding)
		walk_keep(w, rounding_of(w->rounding, resource, s, &w->text));
	else
		walk_keep(w, s);
}

void take_capacity(struct walk *w)
{
	take_capacity_of(w, walk_collection(w));
}

void take_duration(struct walk *w)
{
	take_checked(w, is_duration);
}
void take_digits(struct walk *w)
{
	take_checked(w, is_number);
}
void take_version(struct walk *w)
{
	take_checked(w, is_version);
}
void take_word(struct walk *w)
{
	take_checked(w, is_word);
}

void take_words(struct walk *w)
{
	struct strbuf parts = {0};
	struct str s;

	if (!walk_string(w, &s))
		return;
	for (size_t at = 0; at < s.n;) {
		size_t from = at;

		while (at < s.n && !str_find(STR(", \t\n"), s.p[at]))
			at++;
		struct str one = {s.p + from, at - from};
		bool known = one.n == 0 || is_word(one);

		if (!known && !w->writing)
			book_add(w->book, NAMES_TEXT, one);
		strbuf_addstr(&parts,
			known                ? one
				: w->writing ? walk_new_name(w, NAMES_TEXT, one)
					     : STR(""));
		if (at < s.n)
			strbuf_addc(&parts, s.p[at++]);
	}
	put_text(w, strbuf_str(&parts));
	strbuf_free(&parts);
}

void take_argument(struct walk *w)
{
	struct str s;

	if (!walk_string(w, &s))
		return;
	if (s.n == 0 || is_word(s) || is_number(s) || is_duration(s)) {
		walk_keep(w, s);
		return;
	}
	struct strbuf parts = {0};
	for (size_t at = 0; at < s.n;) {
		size_t from = at;

		while (at < s.n && !str_find(STR(", "), s.p[at]))
			at++;
		struct str one = {s.p + from, at - from};
		if (!w->writing && one.n)
			book_add(w->book, NAMES_RESOURCE, one);
		else if (one.n)
			strbuf_addstr(&parts, walk_new_name(w, NAMES_RESOURCE, one));
		if (at < s.n)
			strbuf_addc(&parts, s.p[at++]);
	}
	put_text(w, strbuf_str(&parts));
	strbuf_free(&parts);
}
