/* Times, durations and lists of the command line, and the processors by default. */
#define _GNU_SOURCE 1 /* sched_setaffinity */
#include "common/options.h"
#include <sched.h>
#include "tap.h"

/* 2026-11-21T06:00:00.5Z */
static const struct instant now = {1795240800, 500000000};

static void times(void)
{
	static const struct {
		const char *text, *is; /* NULL: no time */
	} cases[] = {
		{"now", "2026-11-21T06:00:00.5Z"},
		{"2026-11-21", "2026-11-21T00:00:00Z"},
		{"2024-02-29", "2024-02-29T00:00:00Z"},
		{"2026-11-21T06:42:54+01:00", "2026-11-21T05:42:54Z"},
		{"-10m", "2026-11-21T05:50:00.5Z"},
		{"-10", "2026-11-21T05:59:50.5Z"},
		{"-1.5", "2026-11-21T05:59:59Z"},
		{"-1d", "2026-11-20T06:00:00.5Z"},
		{"-1h2m3.5s", "2026-11-21T04:57:57Z"},
		{"+30", "2026-11-21T06:00:30.5Z"},
		{"+1w", "2026-11-28T06:00:00.5Z"},
		{"-0", "2026-11-21T06:00:00.5Z"},
		{"", NULL},
		{"Now", NULL},
		{"now ", NULL},
		{"10m", NULL},
		{"-", NULL},
		{"+", NULL},
		{"--10m", NULL},
		{"-+10m", NULL},
		{"-10x", NULL},
		{"-1.2.3", NULL},
		{"-.", NULL},
		{"2026-02-29", NULL},
		{"2026-11-2", NULL},
		{"2026-11-211", NULL},
		{"2026/11/21", NULL},
		{"2026-11-21 06:42:54", NULL},
		{"1795240800", NULL},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct instant t;
		struct strbuf b = {0};

		if (options_parse_time(str_of(cases[i].text), now, &t))
			rfc3339_format(&b, t);
		ok(cases[i].is ? b.s && strcmp(b.s, cases[i].is) == 0 : !b.s, "'%s' is %s",
			cases[i].text, b.s ? b.s : "no time");
		strbuf_free(&b);
	}
}

static void durations(void)
{
	static const struct {
		const char *text, *is; /* NULL: no duration */
	} cases[] = {
		{"90", "1m30s"},
		{"1.5", "1.5s"},
		{".5", "500ms"},
		{"0", "0s"},
		{"90s", "1m30s"},
		{"5m", "5m0s"},
		{"1h2m3.5s", "1h2m3.5s"},
		{"2d", "48h0m0s"},
		{"-3", "-3s"},
		{"", NULL},
		{".", NULL},
		{"1h30", NULL},
		{"90 s", NULL},
		{"1..5", NULL},
		{"1e3", NULL},
		{"9999999999999", NULL},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct strbuf b = {0};
		int64_t ns;

		if (options_parse_duration(str_of(cases[i].text), &ns))
			duration_format(&b, ns);
		ok(cases[i].is ? b.s && strcmp(b.s, cases[i].is) == 0 : !b.s, "'%s' is %s",
			cases[i].text, b.s ? b.s : "no duration");
		strbuf_free(&b);
	}
}

static void lists(void)
{
	static const struct {
		const char *text, *items; /* each between brackets */
	} cases[] = {
		{"a", "[a]"},
		{"a,b", "[a][b]"},
		{" a ,\tb c, d\n", "[a][b c][d]"},
		{"", "[]"},
		{" , ,", "[][][]"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct strbuf b = {0};

		for (const char *list = cases[i].text; list;) {
			struct str item = options_item(&list);

			strbuf_addf(&b, "[" STR_FMT "]", STR_ARG(item));
		}
		ok(strcmp(b.s, cases[i].items) == 0, "list %zu is %s", i, b.s);
		strbuf_free(&b);
	}
}

static void processors(void)
{
	cpu_set_t all, one;
	size_t cpu = 0;

	if (sched_getaffinity(0, sizeof all, &all) != 0) {
		ok(options_processors() == OPTIONS_AT_ONCE, "too many to be counted");
		return;
	}
	int count = CPU_COUNT(&all) < OPTIONS_AT_ONCE ? CPU_COUNT(&all) : OPTIONS_AT_ONCE;
	ok(options_processors() == count, "all processors that the program may use: %d", count);
	while (!CPU_ISSET(cpu, &all))
		cpu++;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	sched_setaffinity(0, sizeof one, &one);
	ok(options_processors() == 1, "left with one of them: one");
	sched_setaffinity(0, sizeof all, &all);
}

int main(void)
{
	times();
	durations();
	lists();
	processors();
	return tap_end();
}
