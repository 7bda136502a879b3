#include "vouched.h"

#include <stdlib.h>

#include "common/keys.h"
#include "common/mem.h"
#include "leaks.h"
#include "table.h"
#include "public_names.h"
#include "words.h"

struct vouched {
	struct map texts;
};

static void vouch(struct vouched *v, struct str s)
{
	map_put(&v->texts, s, NULL)->value = v;
}

static void vouch_keys(struct vouched *v, const char *path)
{
	while (*path) {
		bool quoted = *path == '\'';
		const char *from = path + quoted, *to = from + strcspn(from, quoted ? "'" : ".[");

		vouch(v, (struct str){from, (size_t)(to - from)});
		path = to + strspn(to, "'[].");
	}
}

static void vouch_all(struct vouched *v, const struct book *book)
{
	static const struct str ours[] = {STR_INIT("rawObjects"), STR_INIT("format"),
		STR_INIT("snap-redact"), STR_INIT("source"), STR_INIT("capturedAt"),
		STR_INIT("hostPath"), STR_INIT("path"), STR_INIT("other.example"), STR_INIT("v1"),
		STR_INIT("lots")};

	for (size_t i = 0; i < table_rows; i++)
		vouch_keys(v, table[i].path);
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
		vouch(v, ours[i]);
	vouch(v, label_keys[LABEL_GPU_GROUP]);
	for (int kind = 0; kind < NAMES_COUNT; kind++)
		for (size_t i = 0; i < book->kinds[kind].count; i++) {
			const struct name *n = book->kinds[kind].entries[i].value;

			if (n->to.p && (n->seen || n->stays))
				vouch(v, n->to);
		}
}

static bool is_name_byte(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
		c == '.' || c == '_';
}

/* Digits with what stands between them in times, quantities and versions. */
static bool is_figures(struct str s)
{
	size_t letters = 0;

	if (!s.n || !(is_digit(s.p[0]) || str_find(STR("-.+"), s.p[0])))
		return false;
	for (size_t i = 0; i < s.n && letters <= 4; i++)
		letters += (s.p[i] < '0' || s.p[i] > ':') && s.p[i] != '-' && s.p[i] != '.' &&
			s.p[i] != '+';
	return letters <= 4;
}

static bool is_public(struct str s)
{
	for (int kind = 0; kind < NAMES_COUNT; kind++)
		if (is_public_name((enum names)kind, s))
			return true;
	return false;
}

static bool is_known(const struct vouched *v, struct str s)
{
	return is_figures(s) || map_get(&v->texts, s) || is_word(s) || is_expression_word(s) ||
		is_public_label(s) || is_public(s);
}

/* "device.attributes". A short part has to be known, too: old names may be made of such. */
static bool all_parts_known(const struct vouched *v, struct str s)
{
	const char *dot;

	while ((dot = str_find(s, '.'))) {
		struct str part = {s.p, (size_t)(dot - s.p)};

		if (!is_known(v, part))
			return false;
		s = (struct str){dot + 1, s.n - part.n - 1};
	}
	return is_known(v, s);
}

bool is_vouched(const struct vouched *v, struct str s)
{
	return s.n < LEAK_LEAST || is_known(v, s) || (str_find(s, '.') && all_parts_known(v, s));
}

/* Of a longer word, which is none of ours, a part will do. */
enum { WORD_MOST = 1024 };

static struct str word_at(struct str s, size_t at, const char *also)
{
	const size_t first = at > WORD_MOST ? at - WORD_MOST : 0,
		     last = s.n - at > WORD_MOST ? at + WORD_MOST : s.n;
	size_t from = at, to = at;

	while (from > first &&
		(is_name_byte(s.p[from - 1]) || str_find(str_of(also), s.p[from - 1])))
		from--;
	while (to < last && (is_name_byte(s.p[to]) || str_find(str_of(also), s.p[to])))
		to++;
	return (struct str){s.p + from, to - from};
}

struct str vouched_word(struct str s, size_t at)
{
	return word_at(s, at, "");
}

enum finding vouched_not(const void *ctx, struct str in, size_t from, size_t to)
{
	struct str word = word_at(in, from, ""), key = word_at(in, from, "/");

	if (key.p + key.n >= in.p + to && is_vouched(ctx, key))
		return FOUND_NOT;
	return word.p + word.n < in.p + to || !is_vouched(ctx, word) ? FOUND : FOUND_NOT;
}

struct vouched *vouched_make(const struct book *b)
{
	struct vouched *v = xcalloc(1, sizeof *v);

	vouch_all(v, b);
	return v;
}

void vouched_free(struct vouched *v)
{
	map_free(&v->texts);
	free(v);
}
