#define _GNU_SOURCE 1 /* sched_getaffinity */
#include "common/options.h"
#include <sched.h>
#include <string.h>
#include <time.h>
#include "common/msg.h"

/* ---- which option ---- */

static const struct option *option_of_value(const struct option *table, int value)
{
	for (; table->name; table++)
		if (table->val == value)
			return table;
	return NULL;
}

/* argv holds a long option, maybe abbreviated, before the '='. */
static struct str long_name(const char *given)
{
	return (struct str){given + 2, strcspn(given + 2, "=")};
}

static bool is_long(const char *given)
{
	return strncmp(given, "--", 2) == 0 && given[2];
}

static _Noreturn void unknown(const char *given, const struct option *table)
{
	struct str name = long_name(given);
	struct strbuf names = {0};
	int n = 0, left;

	for (const struct option *o = table; o->name; o++)
		n += str_starts(str_of(o->name), name);
	left = n;
	for (const struct option *o = table; o->name; o++)
		if (str_starts(str_of(o->name), name)) {
			strbuf_addf(&names, "--%s", o->name);
			strbuf_addz(&names, --left > 1 ? ", " : left ? " or " : "");
		}
	if (n > 1 && name.n)
		msg_usage("option '--" STR_FMT "' is ambiguous: %s", STR_ARG(name), names.s);
	msg_usage("unknown option '--" STR_FMT "'", STR_ARG(name));
}

static _Noreturn void refuse(const char *given, const struct option *table)
{
	const struct option *known = optopt ? option_of_value(table, optopt) : NULL;

	if (known)
		msg_usage("option '--%s' takes no argument", known->name);
	if (optopt)
		msg_usage("unknown option '-%c'", optopt);
	unknown(given, table);
}

static _Noreturn void argument_missing(const char *given, const struct option *table)
{
	const struct option *known = option_of_value(table, optopt);

	if (known && is_long(given))
		msg_usage("option '--%s' needs an argument", known->name);
	msg_usage("option '-%c' needs an argument", optopt);
}

int options_next(int argc, char **argv, const char *letters, const struct option *table)
{
	int c = getopt_long(argc, argv, letters, table, NULL);

	if (c == '?')
		refuse(argv[optind - 1], table);
	if (c == ':')
		argument_missing(argv[optind - 1], table);
	return c;
}

/* ---- arguments ---- */

uint64_t options_number(const char *option, const char *text, uint64_t least, uint64_t most)
{
	uint64_t n = 0;
	bool ok = *text != 0;

	for (const char *p = text; ok && *p; p++)
		ok = is_digit(*p) && !__builtin_mul_overflow(n, 10, &n) &&
			!__builtin_add_overflow(n, (uint64_t)(*p - '0'), &n);
	if (!ok || n < least || n > most)
		msg_usage("%s: not a number from %llu to %llu: '%s'", option,
			(unsigned long long)least, (unsigned long long)most, text);
	return n;
}

uint64_t options_size(const char *option, const char *text)
{
	uint64_t bytes;

	if (!size_parse(str_of(text), &bytes) || !bytes)
		msg_usage("%s: not a size: '%s' (8GiB, 512MiB, 4096)", option, text);
	return bytes;
}

/* "90", "1.5", "-3": at least one digit and at most one point. */
static bool is_bare(struct str text)
{
	size_t digits = 0, points = 0;

	for (size_t i = 0; i < text.n; i++) {
		if (i == 0 && (text.p[0] == '-' || text.p[0] == '+'))
			continue;
		digits += is_digit(text.p[i]);
		points += text.p[i] == '.';
		if (!is_digit(text.p[i]) && text.p[i] != '.')
			return false;
	}
	return digits > 0 && points <= 1;
}

bool options_parse_duration(struct str text, int64_t *ns)
{
	struct strbuf seconds = {0};

	strbuf_addstr(&seconds, text);
	if (is_bare(text))
		strbuf_addc(&seconds, 's');
	bool ok = duration_parse_days(strbuf_str(&seconds), ns);
	strbuf_free(&seconds);
	return ok;
}

int64_t options_duration(const char *option, const char *text)
{
	int64_t ns;

	if (!options_parse_duration(str_of(text), &ns) || ns <= 0)
		msg_usage("%s: not a duration: '%s' (90, 90s, 5m, 1h30m)", option, text);
	return ns;
}

int64_t options_timeout(const char *option, const char *text)
{
	int64_t ms = options_duration(option, text) / 1000000;

	if (ms > INT32_MAX)
		msg_usage("%s: too long: '%s' (24 days at most)", option, text);
	return ms ? ms : 1;
}

bool options_parse_time(struct str text, struct instant now, struct instant *t)
{
	int64_t ns;
	char day[sizeof "2026-11-21T00:00:00Z"];

	if (rfc3339_parse(text, t))
		return true;
	*t = now;
	if (str_eq(text, STR("now")))
		return true;
	if (text.n == strlen("2026-11-21")) {
		memcpy(day, text.p, text.n);
		memcpy(day + text.n, "T00:00:00Z", sizeof "T00:00:00Z");
		if (rfc3339_parse(str_of(day), t))
			return true;
		*t = now;
	}
	if (!text.n || (text.p[0] != '-' && text.p[0] != '+') || !options_parse_duration(text, &ns))
		return false;
	*t = instant_add(now, ns);
	return true;
}

struct instant options_time(const char *option, const char *text)
{
	struct timespec clock;
	struct instant t;

	clock_gettime(CLOCK_REALTIME, &clock);
	if (!options_parse_time(
		    str_of(text), (struct instant){clock.tv_sec, (int32_t)clock.tv_nsec}, &t))
		msg_usage("%s: not a time: '%s' (2026-11-21T06:42:54Z, 2026-11-21, now, -10m)",
			option, text);
	return t;
}

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

struct str options_item(const char **list)
{
	const char *comma = strchr(*list, ',');
	struct str item = {*list, comma ? (size_t)(comma - *list) : strlen(*list)};

	*list = comma ? comma + 1 : NULL;
	while (item.n && is_blank(item.p[0])) {
		item.p++;
		item.n--;
	}
	while (item.n && is_blank(item.p[item.n - 1]))
		item.n--;
	return item;
}

/* ---- what the machine has ---- */

/* The call fails on a machine with more processors than a cpu_set_t has room for. */
int options_processors(void)
{
	cpu_set_t usable;
	int n = sched_getaffinity(0, sizeof usable, &usable) == 0 ? CPU_COUNT(&usable)
								  : OPTIONS_AT_ONCE;

	return n < OPTIONS_AT_ONCE ? n : OPTIONS_AT_ONCE;
}
