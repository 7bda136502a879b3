/* The JSON of capture.json: what is known, what is left out, what is no such thing. */
#include "common/capture_info.h"
#include "common/json.h"
#include "tap.h"

/* A copy on the heap, so that ASan sees a read beyond. */
static bool read_text(const char *text, struct arena *a, struct capture_info *info, struct error *e)
{
	size_t n = strlen(text);
	char *copy = arena_zalloc(a, n + JSON_PADDING, 1);

	memcpy(copy, text, n);
	*e = (struct error){0};
	return capture_info_read((struct str){copy, n}, a, info, e);
}

static void good(void)
{
	struct arena a = {0};
	struct capture_info info;
	struct error e;
	struct strbuf all = {0};

	for (int i = 0; i < CAPTURE_FIELDS; i++)
		strbuf_addf(&all, "%c\"%s\":\"%s\"", i ? ',' : '{', capture_names[i],
			i == CAPTURE_AT ? "2026-11-22T10:00:00.5+01:00" : capture_names[i]);
	strbuf_addz(&all, ",\"later\":{\"x\":[1]}}\n");
	ok(read_text(all.s, &a, &info, &e), "all of them, and one more: %s", e.why);
	for (int i = 0; i < CAPTURE_FIELDS; i++)
		ok(i == CAPTURE_AT || str_eq(info.field[i], str_of(capture_names[i])), "%s",
			capture_names[i]);
	ok(info.at.sec == 1795338000 && info.at.nsec == 500000000, "the time: %lld",
		(long long)info.at.sec);
	ok(read_text("{}", &a, &info, &e) && instant_is_zero(info.at) && !info.field[CAPTURE_POD].n,
		"none of them");
	ok(read_text("{\"capturedAt\":null,\"pod\":null,\"image\":\"\"}", &a, &info, &e) &&
			instant_is_zero(info.at) && !info.field[CAPTURE_POD].n,
		"null and nothing are absent");
	ok(read_text("{\"pod\":\"a\",\"pod\":\"b\\u0001\"}", &a, &info, &e) &&
			str_eq(info.field[CAPTURE_POD], STR("b\1")),
		"the last one counts");
	ok(read_text("{\"capturedAt\":\"2026-11-22T10:00:00Z\",\"capturedAt\":null}", &a, &info,
		   &e) &&
			instant_is_zero(info.at),
		"also when it is null");
	strbuf_free(&all);
	arena_free(&a);
}

static void bad(void)
{
	static const struct {
		const char *text, *why;
	} cases[] = {{"", "invalid JSON"}, {"{", "invalid JSON"}, {"[]", "object"},
		{"\"x\"", "object"}, {"{} {}", "invalid JSON"}, {"{\"pod\":1}", "(pod)"},
		{"{\"image\":{}}", "(image)"}, {"{\"capturedAt\":\"yesterday\"}", "not a time"},
		{"{\"later\":[}", "invalid JSON"}, {"{\"pod\":\"\xff\"}", "invalid JSON"}};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct arena a = {0};
		struct capture_info info;
		struct error e;

		ok(!read_text(cases[i].text, &a, &info, &e) && e.status == SNAP_INPUT &&
				strstr(e.why, cases[i].why),
			"%s: %s", cases[i].text, e.why);
		arena_free(&a);
	}
}

int main(void)
{
	msg_init("test_capture_info", true);
	good();
	bad();
	return tap_end();
}
