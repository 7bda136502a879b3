/* The times of a snapshot moved for a tool, and those in its log moved back. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "../tap.h"
#include "cmd/snap-replay/tool/move_times.h"
#include "common/temporary.h"

#define DAY ((int64_t)86400 * 1000000000)

static bool gather(void *ctx, struct str bytes, struct error *e)
{
	(void)e;
	strbuf_addstr(ctx, bytes);
	return true;
}

/* The text moved; empty where that is an error. */
static void moved(const char *json, int64_t ns, struct strbuf *out)
{
	struct strbuf path = {0};
	struct error e = {0};
	struct source source;
	int fd = temporary_open(&path, &e);

	strbuf_clear(out);
	if (fd >= 0 && write_all(fd, str_of(json)) && close(fd) == 0 &&
		source_open(&source, path.s, &e)) {
		if (!move_times(&source, ns, gather, out, &e))
			strbuf_clear(out);
		source_close(&source);
	}
	temporary_remove(&path);
}

static void is(const char *json, int64_t ns, const char *want, const char *what)
{
	struct strbuf out = {0};

	moved(json, ns, &out);
	if (!ok(out.s && strcmp(out.s, want) == 0, "%s", what))
		printf("# got  %s\n# want %s\n", out.s ? out.s : "(nothing)", want);
	strbuf_free(&out);
}

#define POD(meta) "{\"rawObjects\":{\"pods\":[{\"metadata\":{" meta "}}]}}"
#define GROUP(meta) "{\"rawObjects\":{\"podGroups\":[{\"metadata\":{" meta "}}]}}"

static void test_values(void)
{
	is(POD("\"creationTimestamp\":\"2026-01-31T23:59:59Z\""), DAY,
		POD("\"creationTimestamp\":\"2026-02-01T23:59:59Z\""), "a day on");
	is(POD("\"creationTimestamp\":\"2026-03-01T00:00:00Z\""), -DAY,
		POD("\"creationTimestamp\":\"2026-02-28T00:00:00Z\""), "a day back");
	is(POD("\"creationTimestamp\":\"2026-01-31T23:59:59+03:00\""), 1500000,
		POD("\"creationTimestamp\":\"2026-01-31T20:59:59.001500Z\""),
		"another zone; a fraction has the six digits of a MicroTime");
	is(POD("\"creationTimestamp\":\"2026-01-31T23:59:59.000000001Z\""), 1000,
		POD("\"creationTimestamp\":\"2026-01-31T23:59:59.000001001Z\""),
		"nanoseconds are kept");
	is(POD("\"creationTimestamp\":\"2026-01-31T23:59:59\\u005A\""), DAY,
		POD("\"creationTimestamp\":\"2026-02-01T23:59:59Z\""), "an escape");
	is(POD("\"creationTimestamp\":\"9999-12-31T00:00:00Z\""), 2 * DAY,
		POD("\"creationTimestamp\":\"9999-12-31T23:59:59Z\""),
		"there is nothing behind the year 9999");
	is(" { \"rawObjects\" : { \"pods\" : [ { \"metadata\" : { \"deletionTimestamp\" : \"2026-01-01T00:00:00Z\" , \"a\" : 1 } } , 7 ] } }\n",
		DAY,
		" { \"rawObjects\" : { \"pods\" : [ { \"metadata\" : { \"deletionTimestamp\" : \"2026-01-02T00:00:00Z\" , \"a\" : 1 } } , 7 ] } }\n",
		"all bytes around it stay");
	is("{\"RAWOBJECTS\":{\"Pods\":[{\"MetaData\":{\"creationtimestamp\":\"2026-01-01T00:00:00Z\"}}]}}",
		DAY,
		"{\"RAWOBJECTS\":{\"Pods\":[{\"MetaData\":{\"creationtimestamp\":\"2026-01-02T00:00:00Z\"}}]}}",
		"keys regardless of case, as Go reads them");
}

static void test_places(void)
{
	static const char *const same[] = {
		POD("\"creationTimestamp\":null"),
		POD("\"creationTimestamp\":\"0001-01-01T00:00:00Z\""),
		POD("\"creationTimestamp\":\"yesterday\""),
		POD("\"creationTimestamp\":17"),
		POD("\"creationTimestamp\":{\"creationTimestamp\":\"2026-01-01T00:00:00Z\"}"),
		POD("\"name\":\"2026-01-01T00:00:00Z\",\"labels\":{\"creationTimestamp\":\"2026-01-01T00:00:00Z\"}"),
		POD("\"annotations\":{\"kai.scheduler/last-start-timestamp\":\"2026-01-01T00:00:00Z\"}"),
		GROUP("\"annotations\":{\"KAI.scheduler/last-start-timestamp\":\"2026-01-01T00:00:00Z\"}"),
		GROUP("\"labels\":{\"kai.scheduler/last-start-timestamp\":\"2026-01-01T00:00:00Z\"}"),
		"{\"rawObjects\":{\"configMaps\":[{\"data\":{\"creationTimestamp\":\"2026-01-01T00:00:00Z\"}}]}}",
		"{\"rawObjects\":{\"pods\":[{\"spec\":{\"containers\":[{\"env\":[{\"name\":\"startTime\",\"value\":\"2026-01-01T00:00:00Z\"}]}]}}]}}",
		"{\"config\":{\"metadata\":{\"creationTimestamp\":\"2026-01-01T00:00:00Z\"}}}",
		"{\"rawObjects\":{\"pods\":null,\"nodes\":{},\"queues\":[null,[],\"2026-01-01T00:00:00Z\"]}}",
		"[\"2026-01-01T00:00:00Z\"]",
	};

	for (size_t i = 0; i < sizeof same / sizeof *same; i++)
		is(same[i], DAY, same[i], "stays as it is");
	is(GROUP("\"annotations\":{\"kai.scheduler/last-start-timestamp\":\"2026-01-01T00:00:00Z\",\"kai.scheduler/last-eviction-timestamp\":"
		 "\"2026-01-01T00:00:01.5Z\",\"kai.scheduler/stale-podgroup-timestamp\":\"2026-01-01T00:00:02Z\"}"),
		DAY,
		GROUP("\"annotations\":{\"kai.scheduler/last-start-timestamp\":\"2026-01-02T00:00:00Z\",\"kai.scheduler/last-eviction-timestamp\":"
		      "\"2026-01-02T00:00:01.500000Z\",\"kai.scheduler/stale-podgroup-timestamp\":\"2026-01-02T00:00:02Z\"}"),
		"the pod group's annotations that the scheduler reads as times");
}

static void add_pods(struct strbuf *b, const char *day)
{
	strbuf_addz(b, "{\"rawObjects\":{\"pods\":[");
	for (int i = 0; i < 12000; i++)
		strbuf_addf(b,
			"%s{\"metadata\":{\"name\":\"%.*s\",\"creationTimestamp\":\"2026-01-%sT00:00:00Z\"},\"spec\":{\"x\":\"2026-01-01T00:00:00Z\"}}",
			i ? "," : "", i % 61,
			"pppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppp", day);
	strbuf_addz(b, "]}}");
}

static void test_long(void)
{
	struct strbuf in = {0}, want = {0}, out = {0};

	add_pods(&in, "01");
	add_pods(&want, "02");
	moved(in.s, DAY, &out);
	ok(out.len == want.len && memcmp(out.s, want.s, out.len) == 0,
		"times and other bytes across the ends of blocks");
	in.s[in.len - 1] = 0;
	moved(in.s, DAY, &out);
	ok(out.len == 0, "JSON that is cut short is an error");
	strbuf_free(&in);
	strbuf_free(&want);
	strbuf_free(&out);
}

static void back(const char *text, int64_t ns, const char *want)
{
	struct arena a = {0};
	struct str got = move_back(&a, str_of(text), ns);

	if (!ok(str_eq(got, str_of(want)), "moved back: '%s'", text))
		printf("# got  " STR_FMT "\n# want %s\n", STR_ARG(got), want);
	arena_free(&a);
}

static void test_back(void)
{
	back("not before 2026-01-02T00:00:00Z", DAY, "not before 2026-01-01T00:00:00Z");
	back("2026-01-02T00:00:00Z,2026-01-02T02:00:00.5+01:00.", DAY,
		"2026-01-01T00:00:00Z,2026-01-01T01:00:00.500000Z.");
	back("cut to the second: 2026-01-02T00:00:00Z", DAY + 999999000,
		"cut to the second: 2026-01-01T00:00:00Z");
	back("cut to the second: 2026-01-01T00:00:00Z", -DAY + 400000000,
		"cut to the second: 2026-01-02T00:00:00Z");
	back("2026-01-02T00:00:01.250000Z", DAY + 250000000, "2026-01-01T00:00:01Z");
	static const char *const same[] = {"", "2026", "2026-01-02", "2026-01-02T00:00:00",
		"2026-01-02t00:00:00z", "2026-13-02T00:00:00Z", "12026-01-02T00:00:00Z",
		"2026-01-02T00:00:00+0", "2026-01-02T00:00:00.5", "0000-00-00T00:00:00Z"};
	for (size_t i = 0; i < sizeof same / sizeof *same; i++)
		back(same[i], DAY, same[i]);
	back("2026-01-02T00:00:00+00:00", 0, "2026-01-02T00:00:00+00:00");
}

int main(void)
{
	test_values();
	test_places();
	test_long();
	test_back();
	return tap_end();
}
