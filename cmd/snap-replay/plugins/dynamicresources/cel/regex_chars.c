/* Characters and classes of characters in a regular expression. */
#include "chars.h"
#include "common/grow.h"
#include "regex_reader.h"

bool regex_take(struct reader *r, const char *text)
{
	size_t n = strlen(text);
	bool is = r->at <= r->s.n && r->s.n - r->at >= n && memcmp(r->s.p + r->at, text, n) == 0;

	r->at += is ? n : 0;
	return is;
}

uint32_t regex_take_char(struct reader *r)
{
	const unsigned char *p = (const unsigned char *)r->s.p + r->at;
	size_t n = r->at < r->s.n ? utf8_length(p, r->s.n - r->at) : 0;

	if (!n) {
		r->bad = true;
		return 0;
	}
	r->at += n;
	/* Without regard to case only ASCII is offered. */
	r->bad |= r->fold && n > 1;
	return utf8_char(p, n);
}

static const struct range DIGITS[] = {{'0', '9'}},
			  WORDS[] = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}},
			  BLANKS[] = {{'\t', '\n'}, {'\f', '\r'}, {' ', ' '}};

/* \d, \w, \s and their opposites; false: the letter names no class. */
static bool class_of(char letter, struct step *step)
{
	*step = (struct step){.kind = STEP_CHARS, .negated = letter < 'a'};
	switch (letter | 0x20) {
	case 'd':
		step->ranges = DIGITS;
		step->n_ranges = 1;
		return true;
	case 'w':
		step->ranges = WORDS;
		step->n_ranges = 4;
		return true;
	case 's':
		step->ranges = BLANKS;
		step->n_ranges = 3;
		return true;
	default: return false;
	}
}

/* The character that an escape behind its backslash stands for. */
static uint32_t escaped(struct reader *r)
{
	static const char names[] = "afnrtv", meant[] = "\a\f\n\r\t\v";
	char c = regex_now(r);
	const char *name = c ? strchr(names, c) : NULL;
	bool plain =
		c > ' ' && c < 0x7f && !is_digit(c) && !((c | 0x20) >= 'a' && (c | 0x20) <= 'z');

	r->at++;
	if (name)
		return (uint32_t)meant[name - names];
	if (!plain || c == '_') {
		r->bad = true;
		return 0;
	}
	return (uint32_t)c;
}

/* [:alpha:] and the like, at their second character. */
static void posix_class(struct reader *r, struct step *class)
{
	static const struct range alnum[] = {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}},
				  space[] = {{'\t', '\r'}, {' ', ' '}},
				  hex[] = {{'0', '9'}, {'A', 'F'}, {'a', 'f'}};
	static const struct {
		const char *name;
		const struct range *ranges;
		int n;
	} classes[] = {{":alnum:]", alnum, 3}, {":alpha:]", alnum + 1, 2}, {":digit:]", alnum, 1},
		{":lower:]", alnum + 2, 1}, {":upper:]", alnum + 1, 1}, {":space:]", space, 2},
		{":xdigit:]", hex, 3}};

	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
		if (regex_take(r, classes[i].name)) {
			*class = (struct step){
				.ranges = classes[i].ranges, .n_ranges = classes[i].n};
			return;
		}
	r->bad = true;
}

/* The ranges of one class, as they are read. */
struct ranges {
	struct range *items;
	int n, cap;
};

/* One end of a range, or \d and the like, whose ranges are appended. */
static bool class_item(struct reader *r, struct ranges *ranges, uint32_t *c)
{
	struct step class = {0};
	bool posix = regex_now(r) == '[' && r->at + 1 < r->s.n && r->s.p[r->at + 1] == ':';

	if (regex_now(r) != '\\' && !posix) {
		*c = regex_take_char(r);
		return true;
	}
	r->at++;
	if (posix) {
		posix_class(r, &class);
	} else if (class_of(regex_now(r), &class)) {
		r->at++;
	} else {
		*c = escaped(r);
		return true;
	}
	r->bad |= class.negated;
	for (int i = 0; i < class.n_ranges; i++) {
		ARENA_GROW(r->arena, ranges->items, ranges->n, ranges->cap);
		ranges->items[ranges->n++] = class.ranges[i];
	}
	return false;
}

struct part regex_class(struct reader *r)
{
	struct step step = {.kind = STEP_CHARS, .fold = r->fold};
	struct ranges ranges = {0};

	step.negated = regex_take(r, "^");
	for (bool first = true; !r->bad && (first || regex_now(r) != ']'); first = false) {
		struct range range;

		r->bad |= r->at >= r->s.n;
		/* - stands for itself only at the ends */
		r->bad |= !first && regex_now(r) == '-' && r->at + 1 < r->s.n &&
			r->s.p[r->at + 1] != ']';
		if (r->bad || !class_item(r, &ranges, &range.from))
			continue;
		range.to = range.from;
		if (regex_now(r) == '-' && r->at + 1 < r->s.n && r->s.p[r->at + 1] != ']') {
			r->at++;
			r->bad |= !class_item(r, &ranges, &range.to) || range.to < range.from;
		}
		ARENA_GROW(r->arena, ranges.items, ranges.n, ranges.cap);
		ranges.items[ranges.n++] = range;
	}
	r->at++;
	step.ranges = ranges.items;
	step.n_ranges = ranges.n;
	return regex_single(r, step);
}

struct part regex_literal(struct reader *r, uint32_t c)
{
	struct step step = {.kind = STEP_CHARS, .fold = r->fold, .n_ranges = 1};
	struct range *range = ARENA_NEW(r->arena, struct range);

	*range = (struct range){c, c};
	step.ranges = range;
	return regex_single(r, step);
}

struct part regex_escape(struct reader *r)
{
	static const char edges[] = "AzbB";
	static const enum where where[] = {WHERE_BEGIN, WHERE_END, WHERE_WORD_EDGE, WHERE_INSIDE};
	struct step step;
	const char *edge = regex_now(r) ? strchr(edges, regex_now(r)) : NULL;

	if (edge || class_of(regex_now(r), &step)) {
		r->at++;
		if (edge)
			step = (struct step){.kind = STEP_EMPTY, .where = where[edge - edges]};
		return regex_single(r, step);
	}
	return regex_literal(r, escaped(r));
}
