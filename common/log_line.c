#include "common/log_line.h"

#define ESCAPE 0x1b

size_t log_strip_colours(char *line, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++) {
		if (line[i] != ESCAPE) {
			line[kept++] = line[i];
			continue;
		}
		if (i + 1 >= n || line[i + 1] != '[')
			continue;
		/* parameters, then one final byte */
		for (i += 2; i < n && (line[i] < 0x40 || line[i] > 0x7e); i++)
			;
	}
	return kept;
}

static struct str field(struct str *rest)
{
	const char *tab = rest->n ? memchr(rest->p, '\t', rest->n) : NULL;
	struct str f = {rest->p, tab ? (size_t)(tab - rest->p) : rest->n};
	size_t used = tab ? f.n + 1 : f.n;

	rest->p += used;
	rest->n -= used;
	return f;
}

static bool is_level(struct str s)
{
	return str_eq(s, STR("INFO")) || str_eq(s, STR("WARN")) || str_eq(s, STR("ERROR")) ||
		str_eq(s, STR("FATAL"));
}

/* "[word] " in front of the text: the session, then the action. */
static bool bracket(struct str *text, struct str *word)
{
	const char *end = text->n && text->p[0] == '[' ? memchr(text->p, ']', text->n) : NULL;

	if (!end)
		return false;
	*word = (struct str){text->p + 1, (size_t)(end - text->p) - 1};
	if (word->n == 0 || memchr(word->p, ' ', word->n))
		return false;
	size_t used = word->n + 2;
	if (used < text->n && text->p[used] == ' ')
		used++;
	text->p += used;
	text->n -= used;
	return true;
}

struct log_line log_line_parse(struct str line)
{
	struct log_line l = {.text = line};
	struct str rest = line, session;
	struct instant t;
	struct str time = field(&rest), level = field(&rest), caller = field(&rest);

	if (!is_level(level) || !log_time_parse(time, &t))
		return l;
	l = (struct log_line){.time = time, .level = level, .caller = caller, .text = rest};
	if (bracket(&l.text, &session))
		bracket(&l.text, &l.action);
	return l;
}

bool log_time_parse(struct str text, struct instant *t)
{
	char rfc[48];

	if (text.n == 0 || text.n > sizeof rfc - 2)
		return false;
	if (text.p[text.n - 1] == 'Z' || text.n < 5)
		return rfc3339_parse(text, t);
	/* the zone has no colon */
	memcpy(rfc, text.p, text.n - 2);
	rfc[text.n - 2] = ':';
	memcpy(rfc + text.n - 1, text.p + text.n - 2, 2);
	return rfc3339_parse((struct str){rfc, text.n + 1}, t);
}

static const char *find(struct str in, const char *what, size_t n)
{
	for (; in.n >= n; in.p++, in.n--) {
		const char *at = memchr(in.p, what[0], in.n - n + 1);

		if (!at)
			return NULL;
		in.n -= (size_t)(at - in.p);
		in.p = at;
		if (memcmp(at, what, n) == 0)
			return at;
	}
	return NULL;
}

bool log_match(struct str text, const char *pattern, struct str *captures)
{
	size_t literal = strcspn(pattern, "%*");

	if (text.n < literal || memcmp(text.p, pattern, literal) != 0)
		return false;
	for (;;) {
		text.p += literal;
		text.n -= literal;
		pattern += literal;
		if (*pattern == 0)
			return text.n == 0;
		if (*pattern == '*')
			return true;
		literal = strcspn(++pattern, "%*");
		const char *at = literal ? find(text, pattern, literal) : text.p + text.n;
		if (!at)
			return false;
		*captures++ = (struct str){text.p, (size_t)(at - text.p)};
		text.n -= (size_t)(at - text.p);
		text.p = at;
	}
}
