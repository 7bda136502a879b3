/* The JSON reader's answers and messages; that all its ways of reading agree is in the second half.
 */
#include "json_trace.h"
#include "tap.h"

/* A reader over a copy of text with other bytes right behind it. */
static struct json *over(const char *text)
{
	static char copy[4096];
	size_t len = strlen(text);

	memcpy(copy, text, len);
	memset(copy + len, '7', JSON_PADDING);
	return json_over_memory(copy, len);
}

static bool error_is(struct json *r, const char *want)
{
	struct error e = {0};
	char got[1100];

	json_error(r, &e);
	snprintf(got, sizeof got, "%s: %s", e.what, e.why);
	json_free(r);
	bool same = strcmp(got, want) == 0 && e.status == SNAP_INPUT;
	if (!same)
		printf("# got %s\n", got);
	return same;
}

static void test_reading(void)
{
	struct json *r = over(
		"{\"a\":[1,-2.5e3,true,null],\"b\\n\":\"c\\u00e9\\ud83d\\ude00\\ud800x\",\"d\":{}}");
	struct str key, text;
	bool value = false;

	ok(json_peek(r) == JSON_OBJECT && json_enter(r) && json_key(r, &key) &&
			str_eq(key, STR("a")),
		"the first key");
	ok(json_enter(r) && json_element(r) && json_number(r, &text) && str_eq(text, STR("1")),
		"an element");
	ok(json_element(r) && json_number(r, &text) && str_eq(text, STR("-2.5e3")),
		"a number as written");
	ok(json_element(r) && json_bool(r, &value) && value, "true");
	ok(json_element(r) && json_null(r) && !json_element(r), "null ends the array");
	ok(json_key(r, &key) && str_eq(key, STR("b\n")), "an escape in a key");
	ok(!json_null(r) && json_string(r, &text) &&
			str_eq(text, STR("c\xc3\xa9\xf0\x9f\x98\x80\xef\xbf\xbdx")),
		"escapes, a lone surrogate");
	ok(json_key(r, &key) && json_enter(r) && !json_key(r, &key) && !json_key(r, &key),
		"an empty object, and the end");
	ok(json_finish(r) && !json_failed(r), "nothing behind it");
	json_free(r);
}

static void test_numbers(void)
{
	static const struct {
		const char *text;
		bool good;
		int64_t value;
	} ints[] = {{"0", true, 0}, {"-0", true, 0}, {"9223372036854775807", true, INT64_MAX},
		{"-9223372036854775808", true, INT64_MIN}, {"9223372036854775808", false, 0},
		{"-9223372036854775809", false, 0}, {"99999999999999999999", false, 0},
		{"1.0", false, 0}, {"1e3", false, 0}, {"\"1\"", false, 0}};

	for (size_t i = 0; i < sizeof ints / sizeof *ints; i++) {
		int64_t v = 1;
		struct json *r = over(ints[i].text);
		bool good = json_int(r, &v);

		ok(good == ints[i].good && (!good || v == ints[i].value), "json_int of %s",
			ints[i].text);
		json_free(r);
	}
	static const struct {
		const char *text;
		bool good;
		double value;
	} doubles[] = {{"0.1", true, 0.1}, {"-12.25", true, -12.25}, {"1e3", true, 1000},
		{"123456789012345678", true, 123456789012345678.0},
		{"0.000000000000001", true, 1e-15},
		{"2.2250738585072011e-308", true, 2.2250738585072011e-308}, {"1e400", false, 0},
		{"9007199254740993", true, 9007199254740992.0}, {"1e-400", true, 0}};
	for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++) {
		double v = 1;
		struct json *r = over(doubles[i].text);
		bool good = json_double(r, &v);

		ok(good == doubles[i].good &&
				(!good || !(v < doubles[i].value || v > doubles[i].value)),
			"json_double of %s", doubles[i].text);
		json_free(r);
	}
}

static void test_messages(void)
{
	static const struct {
		const char *text, *error;
	} cases[] = {
		{"", "invalid JSON: no JSON value: the input is empty at byte 0, line 1, column 1"},
		{"{\"a\": tru}",
			"invalid JSON: not true, false or null at byte 9, line 1, column 10 (a)"},
		{"{\"raw\":{\"pods\":[{},{\n\"spec\": 01}]}}",
			"invalid JSON: not a number at byte 30, line 2, column 10 (raw.pods[1].spec)"},
		{"{\"k8s.io/x\":{\"a\":[1 2]}}",
			"invalid JSON: ',' or ']' should be here at byte 20, line 1, column 21 ([\"k8s.io/x\"].a)"},
		{"{\"a\":1,}",
			"invalid JSON: a key in quotes should be here at byte 7, line 1, column 8"},
		{"[\"a\",]",
			"invalid JSON: ']' where a value should be at byte 5, line 1, column 6 ([1])"},
		{"{\"a\" \"b\"}",
			"invalid JSON: ':' should be here at byte 5, line 1, column 6 (a)"},
		{"[\"a\\q\"]",
			"invalid JSON: no such escape in a string at byte 3, line 1, column 4 ([0])"},
		{"[\"a\n\"]",
			"invalid JSON: control character 0x0a in a string; it must be escaped at byte 3, line 1, column 4 ([0])"},
		{"[[\"abc",
			"invalid JSON: a string without end at byte 2, line 1, column 3 ([0][0])"},
		{"[1,", "invalid JSON: the input ends in the middle at byte 3, line 1, column 4 ([0])"},
		{"[12", "invalid JSON: the input ends in the middle at byte 3, line 1, column 4 ([0])"},
		{"{}\n{}",
			"invalid JSON: something follows behind the value at byte 3, line 2, column 1"},
		{"\xef\xbb\xbf{}",
			"invalid JSON: a byte order mark; JSON begins without one at byte 0, line 1, column 1"},
		{"<html>", "invalid JSON: no value begins with '<' at byte 0, line 1, column 1"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct json *r = over(cases[i].text);

		json_skip(r);
		ok(!json_finish(r), "refused: %s",
			cases[i].text[0] == '\xef' ? "byte order mark" : cases[i].text);
		ok(error_is(r, cases[i].error), "its message");
	}
}

static void test_wrong_types(void)
{
	struct str text;
	struct json *r = over("{\"a\":[{\"b\":5}]}");

	json_enter(r), json_key(r, &text), json_enter(r), json_element(r), json_enter(r),
		json_key(r, &text);
	ok(!json_string(r, &text) && json_failed(r), "a number is no string");
	ok(!json_number(r, &text) && json_peek(r) == JSON_END && !json_skip(r) &&
			!json_key(r, &text),
		"errors stick");
	ok(error_is(r,
		   "unexpected value: a number where a string should be at byte 11, line 1, column 12 (a[0].b)"),
		"says so");
	r = over("[\"x\",\"y\"]");
	json_enter(r), json_element(r), json_string(r, &text), json_element(r),
		json_string(r, &text);
	ok(!json_fail(r, "bad quantity '" STR_FMT "'", STR_ARG(text)),
		"the caller's own complaint");
	ok(error_is(r, "unexpected value: bad quantity 'y' at byte 5, line 1, column 6 ([1])"),
		"has the place of the value");
	r = over("{\"a\":1}");
	json_skip(r), json_finish(r);
	ok(!json_fail_foreign(r, "a try", "no %s", "key") && !json_fail(r, "another"),
		"a document of another kind, and then nothing else");
	ok(error_is(r, "not a snapshot: no key"), "has no place");
	r = over("[1]");
	json_enter(r);
	ok(!json_key(r, &text), "no keys in an array");
	ok(error_is(r,
		   "unexpected value: an array where an object should be at byte 0, line 1, column 1"),
		"says so");
	r = over("{\"a\":1}");
	json_enter(r), json_key(r, &text);
	ok(!json_key(r, &text) && json_failed(r),
		"a value that was not read is the caller's mistake");
	json_free(r);
}

static int failing_fill(void *ctx, struct str *block, struct error *e)
{
	if ((*(int *)ctx)++ == 0) {
		*block = STR("[1,2");
		return 1;
	}
	error_set(e, SNAP_LIMIT, "too large", "over %s", "1KiB");
	return -1;
}

static void test_stream_failure(void)
{
	int calls = 0;
	struct error e = {0};
	struct json *r = json_over_stream(failing_fill, &calls);

	ok(!json_skip(r) && !json_finish(r), "a stream that fails");
	json_error(r, &e);
	ok(e.status == SNAP_LIMIT && strcmp(e.what, "too large") == 0,
		"is told as the stream told it");
	json_free(r);
}

static void test_raw(void)
{
	struct str text, key;
	struct json *r = over("{\"a\": {\"x\":[1, 2]} ,\"b\":\"\\n\",\"c\":-1 }");

	json_enter(r);
	ok(json_key(r, &key) && json_raw(r, &text) && str_eq(text, STR("{\"x\":[1, 2]}")),
		"an object as written");
	ok(json_key(r, &key) && json_raw(r, &text) && str_eq(text, STR("\"\\n\"")),
		"a string as written");
	ok(json_key(r, &key) && json_raw(r, &text) && str_eq(text, STR("-1")),
		"a number as written");
	ok(!json_key(r, &key) && json_finish(r), "and on");
	json_free(r);
}

static struct json_known known_of(const struct json *r, struct str text)
{
	struct json_known known = {0};

	ok(json_remember(r, text, &known), "%.*s is remembered", (int)text.n, text.p);
	return known;
}

static void test_again(void)
{
	struct json_known known, none = {0}, string = {0};
	struct str raw;
	struct json *r = over("[{\"a\":[\"b\"]}, {\"a\":[\"b\"]} ,[{\"a\":[\"b\"]}],"
			      "{\"a\":[\"b\", 1]},{\"a\":[\"c\"]},\"s\",\"s\"]");

	ok(!json_again(r, &none) && json_enter(r) && json_element(r) && !json_again(r, &none),
		"nothing is known at first");
	json_raw(r, &raw);
	known = known_of(r, raw);
	ok(json_element(r) && json_again(r, &known) && json_offset(r) == 24,
		"the same text is skipped");
	json_element(r);
	json_enter(r);
	json_element(r);
	ok(!json_again(r, &known) && json_skip(r), "not at another depth");
	ok(!json_element(r) && json_element(r), "and on");
	ok(!json_again(r, &known) && json_skip(r) && json_element(r), "not a longer one");
	ok(!json_again(r, &known) && json_skip(r) && json_element(r), "not another one");
	ok(json_raw(r, &raw) && !json_remember(r, raw, &string), "strings are not remembered");
	json_element(r);
	ok(!json_again(r, &string) && json_skip(r) && !json_element(r) && json_finish(r),
		"and on to the end");
	json_free(r);
}

static void test_again_misused(void)
{
	struct json *r = over("[[[1]],[[1]]]");
	struct json_known known;
	struct str raw;

	json_enter(r);
	json_element(r);
	json_enter(r);
	json_element(r);
	json_raw(r, &raw);
	known = known_of(r, raw);
	json_element(r);
	json_element(r);
	json_enter(r);
	ok(!json_again(r, &known), "nothing is skipped before json_element");
	ok(json_element(r) && json_again(r, &known) && !json_element(r) && !json_element(r) &&
			json_finish(r),
		"behind it, it is");
	json_free(r);
}

static void test_again_wrong_end(void)
{
	struct json *r = over("[[1],[1},[1]]");
	struct json_known known;
	struct str raw;

	json_enter(r);
	json_element(r);
	json_raw(r, &raw);
	known = known_of(r, raw);
	json_element(r);
	ok(!json_again(r, &known) && !json_skip(r) && json_failed(r), "not with a wrong bracket");
	ok(!json_again(r, &known), "nor behind an error");
	json_free(r);
}

/* A document with everything that can lie across a border, then the same with one byte wrong. */
static size_t make_document(char *text, int lead)
{
	static const char parts[] =
		"{\"metadata\" : {\"name\":\"j\xc3\xb6"
		"b\\u00e9-\\\"0\\\\\",\"labels\":{\"a/b\":\"\",\"c\":\"x\"},\r\n\"n\":[0,-1.5e-7, 12345,true]},"
		"\"\xe2\x82\xac\":[{},[],[[]],{\"a\":{\"b\":null}},false ,\"\xf0\x9f\x98\x80\",\"\\ud83d\\ude00\"],"
		"\"again\":[{\"a\":[\"b\"]},{\"a\":[\"b\"]},[[\"c\"]],[[\"c\"]]],"
		"\"long\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\\\\\\\\\\\\\"}";

	memset(text, ' ', (size_t)lead);
	memcpy(text + lead, parts, sizeof parts - 1);
	return (size_t)lead + sizeof parts - 1;
}

/* Differences between the ways for this text; the first is shown. */
static int disagreements(const char *text, size_t len)
{
	static const struct trace_way ways[] = {{"scalar", 64, 0}, {NULL, 64, 0}, {NULL, 64, 1},
		{"scalar", 128, 5}, {NULL, 4096, 63}, {NULL, 64, 333}, {"scalar", 128, 1000},
		{"avx2", 64, 0}, {"avx2", 4096, 63}};
	int bad = 0;

	for (int job = TRACE_WALK; job < TRACE_JOBS; job++) {
		struct strbuf want = {0}, got = {0};
		struct error e = {0};

		trace_read(text, len, (struct trace_way){"scalar", 1 << 16, 0}, (enum trace_job)job,
			job == TRACE_WALK, &want, &e);
		for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
			struct error e2 = {0};

			strbuf_clear(&got);
			trace_read(text, len, ways[i], (enum trace_job)job, job == TRACE_WALK, &got,
				&e2);
			if (!str_eq(strbuf_str(&want), strbuf_str(&got)) && bad++ == 0)
				printf("# job %d, way %zu: wanted\n%s# got\n%s# for\n# %.*s\n", job,
					i, want.s, got.s, (int)len, text);
		}
		strbuf_free(&want);
		strbuf_free(&got);
	}
	return bad;
}

static void test_ways_agree(void)
{
	static const char wrong[] = {'"', '\\', ',', ':', '{', ']', ' ', '\n', 0, 0x0c, 0x1a, 'x',
		'0', (char)0x80, (char)0xe2, (char)0xff};
	static char text[1024 + JSON_PADDING];
	int bad = 0, refused = 0, tried = 0;

	for (int lead = 0; lead < 64; lead += 42) {
		size_t len = make_document(text, lead);

		for (size_t at = (size_t)lead; at < len; at++) {
			char was = text[at];

			for (size_t i = 0; i < sizeof wrong; i++) {
				struct strbuf out = {0};
				struct error e = {0};

				text[at] = wrong[i];
				bad += disagreements(text, len);
				refused += !trace_read(text, len, (struct trace_way){NULL, 64, 0},
					TRACE_SKIP, false, &out, &e);
				tried++;
				strbuf_free(&out);
			}
			text[at] = was;
			bad += disagreements(text, at);
		}
		bad += disagreements(text, len);
	}
	ok(bad == 0,
		"SIMD and scalar, memory and stream, large and small windows agree on %d changed texts (%d differences)",
		tried, bad);
	ok(refused > tried / 2 && refused < tried, "of which %d are refused", refused);
}

int main(void)
{
	test_reading();
	test_numbers();
	test_messages();
	test_wrong_types();
	test_stream_failure();
	test_raw();
	test_again();
	test_again_misused();
	test_again_wrong_end();
	test_ways_agree();
	return tap_end();
}
