/* The JSON writer: structure, escapes, numbers as Go's encoding/json writes them. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "common/jsonw.h"
#include "tap.h"

static void test_structure(void)
{
	struct strbuf out = {0};
	struct jsonw w = {.out = &out};

	jsonw_begin(&w, '{');
	jsonw_key(&w, "a");
	jsonw_begin(&w, '[');
	jsonw_int(&w, INT64_MIN);
	jsonw_int(&w, INT64_MAX);
	jsonw_int(&w, 0);
	jsonw_double(&w, 0.5);
	jsonw_bool(&w, true);
	jsonw_null(&w);
	jsonw_begin(&w, '{');
	jsonw_end(&w, '}');
	jsonw_end(&w, ']');
	jsonw_keys(&w, STR("b"));
	jsonw_strz(&w, "c");
	jsonw_key(&w, "d");
	jsonw_raw(&w, STR("1.50"));
	jsonw_end(&w, '}');
	jsonw_newline(&w);
	jsonw_begin(&w, '[');
	jsonw_end(&w, ']');
	jsonw_newline(&w);
	ok(str_eq(strbuf_str(&out),
		   STR("{\"a\":[-9223372036854775808,9223372036854775807,0,0.5,true,null,{}],\"b\":\"c\",\"d\":1.50}\n[]\n")),
		"commas: %s", out.s);
	strbuf_free(&out);
}

static void test_texts(void)
{
	static const struct {
		struct str in;
		const char *out;
	} cases[] = {
		{{"", 0}, "\"\""},
		{{NULL, 0}, "\"\""},
		{{"a\"b\\c/", 6}, "\"a\\\"b\\\\c/\""},
		{{"\b\f\n\r\t\0\x1f\x7f", 8}, "\"\\b\\f\\n\\r\\t\\u0000\\u001f\\u007f\""},
		{{"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", 9},
			"\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\""},
		{{"a\xff"
		  "b",
			 3},
			"\"a\xef\xbf\xbd"
			"b\""},
		{{"\xe2\x82", 2}, "\"\xef\xbf\xbd\xef\xbf\xbd\""},
		{{"\xed\xa0\x80", 3}, "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},
		{{"\xc0\x80", 2}, "\"\xef\xbf\xbd\xef\xbf\xbd\""},
		{{"\xc2\x9b\xe2\x80\xae\xe2\x80\xa8"
		  "x",
			 9},
			"\"\\u009b\\u202e\\u2028x\""},
		{{"\xf3\xa0\x81\x81", 4}, "\"\\udb40\\udc41\""},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct strbuf out = {0};
		struct jsonw w = {.out = &out};

		jsonw_str(&w, cases[i].in);
		ok(str_eq(strbuf_str(&out), str_of(cases[i].out)), "text %zu is written %s", i,
			cases[i].out);
		strbuf_free(&out);
	}
	struct strbuf out = {0};
	jsonw_safe(&out, STR("{\"a\\n\x7f\": [\"\xc2\x9b\xc3\xa9\x9b\",\n\t1]}"));
	ok(str_eq(strbuf_str(&out),
		   STR("{\"a\\n\\u007f\": [\"\\u009b\xc3\xa9\xef\xbf\xbd\",\n\t1]}")),
		"JSON made harmless stays JSON: %s", out.s);
	strbuf_free(&out);
}

static void test_doubles(void)
{
	static const struct {
		double v;
		const char *text;
	} cases[] = {
		{0, "0"},
		{-0.0, "-0"},
		{1, "1"},
		{-1, "-1"},
		{100, "100"},
		{0.1, "0.1"},
		{0.1 + 0.2, "0.30000000000000004"},
		{1.0 / 3, "0.3333333333333333"},
		{1e-6, "0.000001"},
		{9.5e-7, "9.5e-7"},
		{1e-7, "1e-7"},
		{123456789.125, "123456789.125"},
		{1e20, "100000000000000000000"},
		{1e21, "1e+21"},
		{1.5e300, "1.5e+300"},
		{9007199254740993.0, "9007199254740992"},
		{DBL_MAX, "1.7976931348623157e+308"},
		{DBL_MIN, "2.2250738585072014e-308"},
		{4.9406564584124654e-324, "5e-324"},
		{5.6843418860808015e-14, "5.684341886080802e-14"},
		{1e23, "1e+23"},
		{2.5, "2.5"},
		{1e15, "1000000000000000"},
		{999999999999999, "999999999999999"},
		{-30, "-30"},
		{999999999999999900000.0, "999999999999999900000"},
	};
	char buf[32];

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct str got = {buf, jsonw_format_double(buf, cases[i].v)};

		ok(str_eq(got, str_of(cases[i].text)), "%s is written " STR_FMT, cases[i].text,
			STR_ARG(got));
	}
	ok(jsonw_format_double(buf, (double)NAN) == 4 && memcmp(buf, "null", 4) == 0,
		"NaN is null");
	ok(jsonw_format_double(buf, (double)INFINITY) == 4 && memcmp(buf, "null", 4) == 0,
		"infinity is null");
}

static void test_round_trip(void)
{
	uint64_t state = 42;
	int bad = 0;
	size_t longest = 0;

	for (int i = 0; i < 100000; i++) {
		char buf[33];
		double v, back;

		state = state * 6364136223846793005u + 1442695040888963407u;
		uint64_t bits = i % 4 ? state ^ state >> 29
				      : (state >> 53) << 52; /* every fourth: a power of two */
		memcpy(&v, &bits, sizeof v);
		if (isnan(v) || isinf(v))
			continue;
		size_t n = jsonw_format_double(buf, v);
		buf[n] = '\0';
		longest = n > longest ? n : longest;
		back = strtod(buf, NULL);
		bad += memcmp(&back, &v, sizeof v) != 0;
	}
	ok(bad == 0, "100000 doubles read back as they were");
	ok(longest <= 32, "none longer than the buffer: %zu", longest);
}

int main(void)
{
	test_structure();
	test_texts();
	test_doubles();
	test_round_trip();
	return tap_end();
}
