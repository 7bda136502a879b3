/* --profile public: one offset for all times, and capacities that are round. */
#include "cmd/snap-redact/rounding.h"
#include "cmd/snap-redact/shift.h"
#include "tests/unit/tap.h"

static bool moves(int64_t by, const char *from, const char *to)
{
	struct instant t = TIME_ZERO;
	struct strbuf text = {0};

	rfc3339_parse(str_of(from), &t);
	rfc3339_format(&text, shift_time((struct shift){by}, t));
	bool good = str_eq(strbuf_str(&text), str_of(to));
	strbuf_free(&text);
	return good;
}

static void times(void)
{
	ok(moves(-86400, "2026-03-01T00:00:00Z", "2026-02-28T00:00:00Z"), "a day back");
	ok(moves(-1, "2026-03-01T00:00:00.25+01:00", "2026-02-28T22:59:59.25Z"),
		"a fraction stays, a zone becomes UTC");
	ok(moves(-1, "0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"), "no time stays none");
	ok(moves(-10, "0001-01-01T00:00:05Z", "0001-01-01T00:00:01Z"), "none becomes no time");
	ok(moves(1, "9999-12-31T23:59:59.5Z", "9999-12-31T23:59:59.999999999Z"),
		"none leaves the years that can be written");
}

static void draws(void)
{
	const int64_t day = 24 * 60 * 60;
	struct shift one = {0}, other = {0};
	struct error e = {0};
	bool within = true, whole = true;

	for (int i = 0; i < 100; i++) {
		whole = whole && shift_draw(&one, &e);
		within = within && one.sec <= -30 * day && one.sec > -3650 * day;
	}
	ok(whole && within, "an offset is a month to ten years back");
	shift_draw(&other, &e);
	ok(one.sec != other.sec, "and another each time");
}

static bool rounds(struct rounding *r, const char *from, const char *to)
{
	struct strbuf text = {0};
	struct str s = rounding_of(r, STR("memory"), str_of(from), &text);
	bool good = str_eq(s, str_of(to));

	if (!good)
		printf("# %s: " STR_FMT "\n", from, STR_ARG(s));
	strbuf_free(&text);
	return good;
}

static void capacities(void)
{
	static const char *const pairs[][2] = {{"528018444Ki", "504Gi"}, {"95690m", "96"},
		{"3920m", "4"}, {"191450m", "192"}, {"1Ki", "1Ki"}, {"110", "110"}, {"0", "0"},
		{"500m", "500m"}, {"-3.5", "-3.5"}, {"1e3", "1e3"}, {"1001", "1008"},
		{"1023Mi", "1Gi"}, {"2097152", "2097152"}, {"7Ei", "7Ei"},
		{"9223372036854775807", "9223372036854775807"}};
	struct rounding r = {0};
	size_t at = 0;

	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		ok(rounds(&r, pairs[i][0], pairs[i][1]), "%s becomes %s", pairs[i][0], pairs[i][1]);
	const struct round_group *g = rounding_next(&r, &at);
	ok(g && str_eq(g->name, STR("memory")) && !rounding_next(&r, &at), "one group is odd");
	rounding_set(&r, true);
	ok(rounds(&r, "95690m", "95690m"), "of a group that is off each stays");
	rounding_free(&r);
}

int main(void)
{
	times();
	draws();
	capacities();
	return tap_end();
}
