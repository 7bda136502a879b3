#include "ksched_line.h"

/* The line without the "TIME " of kubectl logs --timestamps. */
static struct str without_time(struct str line)
{
	struct str front = {line.p, line.n < 64 ? line.n : 64};
	const char *blank = line.n > 20 && is_digit(line.p[0]) && line.p[4] == '-'
		? str_find(front, ' ')
		: NULL;

	return blank ? (struct str){blank + 1, (size_t)(line.p + line.n - blank) - 1} : line;
}

/* "I0314 09:26:53.589793 ..." begins a record. */
static bool is_header(struct str line)
{
	return line.n > 21 && memchr("IWEF", line.p[0], 4) && is_digit(line.p[1]) &&
		is_digit(line.p[4]) && line.p[5] == ' ' && line.p[8] == ':' && line.p[11] == ':';
}

/* What follows the "] " of a header. */
static struct str message_of(struct str line)
{
	const char *end = str_find(line, ']');
	size_t n = end ? (size_t)(line.p + line.n - end) : 0;

	return n > 2 ? (struct str){end + 2, n - 2} : (struct str){0};
}

/* What follows key, which has quotes that no text inside JSON can have. */
static struct str json_message(struct str line)
{
	static const struct str key = STR_INIT("\"msg\":\"");

	for (size_t i = 0; i + key.n <= line.n; i++)
		if (line.p[i] == '"' && memcmp(line.p + i, key.p, key.n) == 0)
			return (struct str){line.p + i + key.n, line.n - i - key.n};
	return (struct str){0};
}

static enum ksched_kind kind_of(struct str message)
{
	static const struct {
		struct str begins;
		enum ksched_kind kind;
	} known[] = {{STR_INIT("Dump of cached NodeInfo"), KSCHED_NODES},
		{STR_INIT("Dump of scheduling queue"), KSCHED_QUEUE},
		{STR_INIT("Cache comparer "), KSCHED_COMPARER},
		{STR_INIT("Cache mismatch"), KSCHED_COMPARER},
		{STR_INIT("cache mismatch"), KSCHED_COMPARER}};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (str_starts(message, known[i].begins))
			return known[i].kind;
	return KSCHED_OTHER;
}

struct ksched_line ksched_line(struct str head)
{
	struct str line = without_time(head);
	struct ksched_line l = {.json = str_starts(line, STR("{"))};

	if (l.json) {
		l.kind = kind_of(json_message(line));
	} else if (is_header(line)) {
		struct str message = message_of(line);

		l.plain = !str_starts(message, STR("\""));
		if (!l.plain)
			message = (struct str){message.p + 1, message.n - 1};
		l.kind = kind_of(message);
		if (l.plain && !message.n && str_contains(line, STR(" dumper.go:")))
			l.kind = KSCHED_NODE;
	} else {
		bool end = str_eq(line, STR(" >")) || str_eq(line, STR(" >\r"));

		l.kind = end ? KSCHED_MORE_END : KSCHED_MORE;
	}
	return l;
}
