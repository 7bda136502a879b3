/* Functions that make new texts, or lists of texts. */
#include "chars.h"
#include "functions.h"

static bool is_blank(uint32_t c)
{
	return (c >= '\t' && c <= '\r') || c == ' ' || c == 0x85 || c == 0xa0 || c == 0x1680 ||
		(c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f ||
		c == 0x205f || c == 0x3000;
}

struct value fn_trim(struct run *r, const struct value *args)
{
	struct str s = args[0].text;
	size_t begin = s.n, end = 0;

	(void)r;
	for (size_t i = 0, n; i < s.n; i += n) {
		const unsigned char *p = (const unsigned char *)s.p + i;

		n = char_length(s, i);
		if (utf8_length(p, s.n - i) && is_blank(utf8_char(p, n)))
			continue;
		begin = i < begin ? i : begin;
		end = i + n;
	}
	return value_string(end ? (struct str){s.p + begin, end - begin} : (struct str){s.p, 0});
}

/* The next place from `at` on where `what` begins; s.n + 1: none. The empty text stands in front of
 * each character, and at the end. */
static size_t next_place(struct str s, struct str what, size_t at)
{
	for (size_t i = at; i <= s.n && s.n - i >= what.n; i++)
		if (!what.n || memcmp(s.p + i, what.p, what.n) == 0)
			return i;
	return s.n + 1;
}

/* most: of places; below 0: all. */
static struct value replace(
	struct run *r, struct str s, struct str old, struct str new, int64_t most)
{
	struct strbuf b = {0};
	size_t done = 0, at = next_place(s, old, 0);
	double work = ((double)s.n + 1) * ((double)new.n + (double)old.n + 1);

	r->cost += work;
	if (r->cost > MOST_COST)
		return value_unknown(STR("more work than the original may allow"));
	for (; at <= s.n && most != 0; most -= most > 0) {
		strbuf_add(&b, s.p + done, at - done);
		strbuf_addstr(&b, new);
		done = at + old.n;
		at = old.n         ? next_place(s, old, done)
			: at < s.n ? at + char_length(s, at)
				   : s.n + 1;
	}
	strbuf_add(&b, s.p + done, s.n - done);
	struct value v = value_string(arena_str(r->scratch, strbuf_str(&b)));
	strbuf_free(&b);
	return v;
}

struct value fn_replace(struct run *r, const struct value *args)
{
	return replace(r, args[0].text, args[1].text, args[2].text, -1);
}

struct value fn_replace_some(struct run *r, const struct value *args)
{
	return replace(r, args[0].text, args[1].text, args[2].text, args[3].number);
}

/* most: of parts; below 0: all. An empty separator stands between characters. */
static struct value split(struct run *r, struct str s, struct str by, int64_t most)
{
	size_t room = by.n ? s.n / by.n + 1 : s.n, count = 0, begin = 0;
	struct value *parts;

	r->cost += (double)room * 10 + (double)s.n * (double)(by.n + 1);
	if (r->cost > MOST_COST)
		return value_unknown(STR("more work than the original may allow"));
	parts = ARENA_ARRAY(r->scratch, room + 1, struct value);
	if (most == 0 || (!by.n && !s.n))
		return (struct value){.kind = VALUE_LIST, .list = {parts, 0, false}};
	while (most < 0 || count + 1 < (uint64_t)most) {
		size_t end = by.n ? next_place(s, by, begin) : begin + char_length(s, begin);

		if (by.n ? end > s.n : end >= s.n)
			break;
		parts[count++] = value_string((struct str){s.p + begin, end - begin});
		begin = end + by.n;
	}
	parts[count++] = value_string((struct str){s.p + begin, s.n - begin});
	return (struct value){.kind = VALUE_LIST, .list = {parts, count, false}};
}

struct value fn_split(struct run *r, const struct value *args)
{
	return split(r, args[0].text, args[1].text, -1);
}

struct value fn_split_some(struct run *r, const struct value *args)
{
	return split(r, args[0].text, args[1].text, args[2].number);
}

static struct value no_text(struct run *r, const struct value *v)
{
	static const char what[] = "join: invalid input: ";

	if (v->kind == VALUE_INT)
		return value_errorf(r->scratch, "%s%lld", what, (long long)v->number);
	if (v->kind == VALUE_BOOL)
		return value_errorf(r->scratch, "%s%s", what, v->truth ? "true" : "false");
	return value_unknown(STR("joining what is no text"));
}

static struct value join(struct run *r, const struct value *list, struct str by)
{
	struct strbuf b = {0};
	struct value v = {.kind = VALUE_NULL};

	for (size_t i = 0; i < list->list.n && v.kind == VALUE_NULL; i++) {
		const struct value *item = &list->list.items[i];

		r->cost += item->kind == VALUE_STRING ? (double)(item->text.n + by.n + 1) : 1;
		if (item->kind != VALUE_STRING)
			v = no_text(r, item);
		else if (r->cost > MOST_COST)
			v = value_unknown(STR("more work than the original may allow"));
		else
			strbuf_addstr(&b, i ? by : (struct str){NULL, 0});
		if (v.kind == VALUE_NULL)
			strbuf_addstr(&b, item->text);
	}
	if (v.kind == VALUE_NULL)
		v = value_string(arena_str(r->scratch, strbuf_str(&b)));
	strbuf_free(&b);
	return v;
}

struct value fn_join(struct run *r, const struct value *args)
{
	return join(r, &args[0], (struct str){NULL, 0});
}

struct value fn_join_with(struct run *r, const struct value *args)
{
	return join(r, &args[0], args[1].text);
}
