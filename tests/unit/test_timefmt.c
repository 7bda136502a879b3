/* What Go's time package says to the same texts. */
#include "common/timefmt.h"
#include "tap.h"

static void times(void)
{
	static const struct {
		const char *text;
		int64_t sec;
		int32_t nsec;
		const char *again;
	} cases[] = {
		{"1970-01-01T00:00:00Z", 0, 0, "1970-01-01T00:00:00Z"},
		{"2024-02-29T23:59:59Z", 1709251199, 0, "2024-02-29T23:59:59Z"},
		{"2000-02-29T00:00:00Z", 951782400, 0, "2000-02-29T00:00:00Z"},
		{"0001-01-01T00:00:00Z", -62135596800, 0, "0001-01-01T00:00:00Z"},
		{"0000-03-01T00:00:00Z", -62162035200, 0, "0000-03-01T00:00:00Z"},
		{"9999-12-31T23:59:59Z", 253402300799, 0, "9999-12-31T23:59:59Z"},
		{"2025-01-01T12:00:00.5Z", 1735732800, 500000000, "2025-01-01T12:00:00.5Z"},
		{"2025-01-01T12:00:00.000000001Z", 1735732800, 1, "2025-01-01T12:00:00.000000001Z"},
		{"2025-01-01T12:00:00.1234567899Z", 1735732800, 123456789,
			"2025-01-01T12:00:00.123456789Z"},
		{"2025-01-01T12:00:00,25Z", 1735732800, 250000000, "2025-01-01T12:00:00.25Z"},
		{"2025-01-01T12:00:00+02:00", 1735725600, 0, "2025-01-01T10:00:00Z"},
		{"2025-01-01T00:00:00-07:30", 1735716600, 0, "2025-01-01T07:30:00Z"},
		{"2025-01-01T9:05:00Z", 1735722300, 0, "2025-01-01T09:05:00Z"},
		{"1969-12-31T23:59:59.75Z", -1, 750000000, "1969-12-31T23:59:59.75Z"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct instant t = {0};
		struct strbuf b = {0};
		bool parsed = rfc3339_parse(str_of(cases[i].text), &t);

		rfc3339_format(&b, t);
		ok(parsed && t.sec == cases[i].sec && t.nsec == cases[i].nsec, "%s is %lld.%09d",
			cases[i].text, (long long)t.sec, (int)t.nsec);
		ok(strcmp(b.s, cases[i].again) == 0, "and written %s", b.s);
		strbuf_free(&b);
	}
	static const char *const bad[] = {"", "2025-01-01", "2025-01-01T12:00:00",
		"2025-01-01T12:00:00z", "2025-01-01t12:00:00Z", "2025-01-01 12:00:00Z",
		"2025-13-01T12:00:00Z", "2025-00-01T12:00:00Z", "2025-02-29T12:00:00Z",
		"1900-02-29T12:00:00Z", "2025-01-32T12:00:00Z", "2025-01-00T12:00:00Z",
		"2025-01-01T24:00:00Z", "2025-01-01T12:60:00Z", "2025-01-01T12:00:60Z",
		"2025-01-01T12:00:00.Z", "2025-01-01T12:00:00+0200", "2025-01-01T12:00:00+25:00",
		"2025-01-01T12:00:00+02:61", "2025-01-01T12:00:00Zx", "25-01-01T12:00:00Z",
		"2025-1-01T12:00:00Z", "2025-01-01T12:0:00Z", " 2025-01-01T12:00:00Z"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct instant t;

		ok(!rfc3339_parse(str_of(bad[i]), &t), "\"%s\" is refused", bad[i]);
	}
}

static void instants(void)
{
	struct instant t = {100, 900000000}, u = instant_add(t, 200000000);

	ok(u.sec == 101 && u.nsec == 100000000, "adding carries");
	u = instant_add(u, -1200000000);
	ok(u.sec == 99 && u.nsec == 900000000, "subtracting borrows");
	ok(instant_diff(t, u) == 1000000000 && instant_diff(u, t) == -1000000000, "difference");
	ok(instant_diff((struct instant){INT64_MAX, 0}, TIME_ZERO) == INT64_MAX,
		"a difference saturates");
	ok(instant_cmp(t, u) > 0 && instant_cmp(u, t) < 0 && instant_cmp(t, t) == 0, "order");
	ok(instant_is_zero(TIME_ZERO) && !instant_is_zero(t) && instant_cmp(TIME_ZERO, t) < 0,
		"the zero time is older than all others");
}

static void durations(void)
{
	static const struct {
		const char *text;
		int64_t ns;
		const char *again;
	} cases[] = {
		{"0", 0, "0s"},
		{"0s", 0, "0s"},
		{"1ns", 1, "1ns"},
		{"1.1us", 1100, "1.1\xc2\xb5s"},
		{"1\xc2\xb5s", 1000, "1\xc2\xb5s"},
		{"1\xce\xbcs", 1000, "1\xc2\xb5s"},
		{"2.2ms", 2200000, "2.2ms"},
		{"-1.5ms", -1500000, "-1.5ms"},
		{"3.3s", 3300000000, "3.3s"},
		{"+5s", 5000000000, "5s"},
		{"1h2m3.5s", 3723500000000, "1h2m3.5s"},
		{"90m", 5400000000000, "1h30m0s"},
		{".5h", 1800000000000, "30m0s"},
		{"1.h", 3600000000000, "1h0m0s"},
		{"3s4h", 14403000000000, "4h0m3s"},
		{"0.100000000000000000000h", 360000000000, "6m0s"},
		{"0.9223372036854775807h", 3320413933267, "55m20.413933267s"},
		{"9223372036854775807ns", INT64_MAX, "2562047h47m16.854775807s"},
		{"-9223372036854775808ns", INT64_MIN, "-2562047h47m16.854775808s"},
		{"8m0.000000001s", 480000000001, "8m0.000000001s"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		int64_t ns = -7;
		struct strbuf b = {0};
		bool parsed = duration_parse(str_of(cases[i].text), &ns);

		duration_format(&b, ns);
		ok(parsed && ns == cases[i].ns && strcmp(b.s, cases[i].again) == 0,
			"%s is %lldns, %s", cases[i].text, (long long)ns, b.s);
		strbuf_free(&b);
	}
	static const char *const bad[] = {"", "3", "-", "s", ".", "-.", ".s", "+.s", "1d", "1w",
		"1x", "1e3s", "1 s", "--1s", "9223372036854775808ns", "-9223372036854775809ns",
		"9223372036854775.808us", "3000000h", "1h1", "00"};
	int64_t ns;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		ok(!duration_parse(str_of(bad[i]), &ns), "\"%s\" is refused", bad[i]);
	ok(duration_parse_days(STR("1w2d3h"), &ns) && ns == (168 + 48 + 3) * INT64_C(3600000000000),
		"days and weeks where they are known");
	ok(duration_parse_days(STR("1h"), &ns) && ns == INT64_C(3600000000000),
		"the other units stay");
}

static void sizes(void)
{
	static const struct {
		const char *text;
		uint64_t bytes;
	} cases[] = {{"4096", 4096}, {"0", 0}, {"1B", 1}, {"1K", 1024}, {"1k", 1024}, {"1Ki", 1024},
		{"1KiB", 1024}, {"1KB", 1000}, {"10MB", 10000000}, {"512MiB", 536870912},
		{"8GiB", UINT64_C(8589934592)}, {"1.5GiB", 1610612736},
		{"2T", UINT64_C(2199023255552)}, {"15EiB", UINT64_C(17293822569102704640)}};
	uint64_t bytes;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		ok(size_parse(str_of(cases[i].text), &bytes) && bytes == cases[i].bytes,
			"%s is %llu bytes", cases[i].text, (unsigned long long)bytes);
	static const char *const bad[] = {"", "B", "K", "-1", "+1", "1X", "1KBB", "1Kib", "1 K",
		"16EiB", "99999999999999999999", ".", "1e3"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		ok(!size_parse(str_of(bad[i]), &bytes), "\"%s\" is refused", bad[i]);
	static const struct {
		uint64_t bytes;
		const char *text;
	} shown[] = {{0, "0B"}, {1023, "1023B"}, {1024, "1.0KiB"}, {1536, "1.5KiB"},
		{536870912, "512.0MiB"}, {1048575, "1.0MiB"}, {UINT64_MAX, "16.0EiB"}};
	for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
		struct strbuf b = {0};

		size_format(&b, shown[i].bytes);
		ok(strcmp(b.s, shown[i].text) == 0, "%llu is shown as %s",
			(unsigned long long)shown[i].bytes, b.s);
		strbuf_free(&b);
	}
}

int main(void)
{
	times();
	instants();
	durations();
	sizes();
	return tap_end();
}
