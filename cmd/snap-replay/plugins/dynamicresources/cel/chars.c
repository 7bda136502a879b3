/* Functions of strings that count characters, not bytes. */
#include "chars.h"
#include "functions.h"

size_t char_length(struct str s, size_t at)
{
	size_t n = utf8_length((const unsigned char *)s.p + at, s.n - at);

	return n ? n : 1;
}

size_t count_chars(struct str s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; n++)
		i += char_length(s, i);
	return n;
}

/* The byte at which character n begins, n <= count_chars. */
static size_t byte_of(struct str s, int64_t n)
{
	size_t i = 0;

	for (; n > 0 && i < s.n; n--)
		i += char_length(s, i);
	return i;
}

static struct value out_of_range(struct run *r, int64_t index)
{
	return value_errorf(r->scratch, "index out of range: %lld", (long long)index);
}

static struct value part(struct str s, int64_t begin, int64_t end)
{
	size_t from = byte_of(s, begin), to = byte_of(s, end);

	return value_string((struct str){s.p + from, to - from});
}

struct value fn_size_string(struct run *r, const struct value *args)
{
	(void)r;
	return value_int((int64_t)count_chars(args[0].text));
}

struct value fn_char_at(struct run *r, const struct value *args)
{
	int64_t n = (int64_t)count_chars(args[0].text), at = args[1].number;

	if (at < 0 || at > n)
		return out_of_range(r, at);
	return part(args[0].text, at, at < n ? at + 1 : n);
}

struct value fn_substring(struct run *r, const struct value *args)
{
	int64_t n = (int64_t)count_chars(args[0].text), begin = args[1].number;

	return begin < 0 || begin > n ? out_of_range(r, begin) : part(args[0].text, begin, n);
}

struct value fn_substring_to(struct run *r, const struct value *args)
{
	int64_t n = (int64_t)count_chars(args[0].text), begin = args[1].number,
		end = args[2].number;

	if (begin > end)
		return value_errorf(r->scratch, "invalid substring range. start: %lld, end: %lld",
			(long long)begin, (long long)end);
	if (begin < 0 || begin > n)
		return out_of_range(r, begin);
	return end > n ? out_of_range(r, end) : part(args[0].text, begin, end);
}

static bool found_at(struct str s, size_t at, struct str what)
{
	return s.n - at >= what.n && memcmp(s.p + at, what.p, what.n) == 0;
}

/* True: there is nothing to search. The empty text is found where the search begins. */
static bool is_settled(
	struct run *r, struct str s, struct str what, int64_t from, struct value *result)
{
	int64_t n = (int64_t)count_chars(s);

	r->cost += (double)s.n * (double)(what.n + 1);
	if (from < 0)
		*result = out_of_range(r, from);
	else if (!what.n)
		*result = value_int(from > n ? n : from);
	else
		*result = value_int(-1);
	return from < 0 || !what.n || r->cost > MOST_COST || from >= n;
}

static struct value index_of(struct run *r, struct str s, struct str what, int64_t from)
{
	int64_t index = from;
	struct value result;

	if (is_settled(r, s, what, from, &result))
		return result;
	for (size_t i = byte_of(s, from); i < s.n; i += char_length(s, i), index++)
		if (found_at(s, i, what))
			return value_int(index);
	return value_int(-1);
}

struct value fn_index_of(struct run *r, const struct value *args)
{
	return index_of(r, args[0].text, args[1].text, 0);
}

struct value fn_index_of_from(struct run *r, const struct value *args)
{
	return index_of(r, args[0].text, args[1].text, args[2].number);
}

static struct value last_index_of(struct run *r, struct str s, struct str what, int64_t from)
{
	int64_t index = 0, found = -1;
	struct value result;

	if (is_settled(r, s, what, from, &result))
		return result;
	for (size_t i = 0; i < s.n && index <= from; i += char_length(s, i), index++)
		if (found_at(s, i, what))
			found = index;
	return value_int(found);
}

struct value fn_last_index_of(struct run *r, const struct value *args)
{
	int64_t n = (int64_t)count_chars(args[0].text);

	if (!args[1].text.n)
		return value_int(n);
	if (args[0].text.n < args[1].text.n)
		return value_int(-1);
	return last_index_of(r, args[0].text, args[1].text, n - 1);
}

struct value fn_last_index_of_from(struct run *r, const struct value *args)
{
	return last_index_of(r, args[0].text, args[1].text, args[2].number);
}
