/* What counts as a difference of two objects, what as noise, and what means the same. */
#include "cmd/snap-diff/fields.h"
#include "common/json.h"
#include "tests/unit/tap.h"

struct pair {
	enum fields_verdict verdict;
	const char *a, *b;
};

static const struct pair pairs[] = {
	{FIELDS_SAME, "{\"a\":1,\"b\":[2]}", "{ \"b\": [2], \"a\": 1.0 }"},
	{FIELDS_SAME, "{\"a\":null}", "{}"},
	{FIELDS_SAME, "", "null"},
	{FIELDS_DIFFER, "{\"a\":1}", "{\"a\":2}"},
	{FIELDS_DIFFER, "{\"a\":9007199254740993}", "{\"a\":9007199254740992}"},
	{FIELDS_DIFFER, "{\"a\":\"1\"}", "{\"a\":1}"},
	{FIELDS_DIFFER, "{\"a\":[1,2]}", "{\"a\":[2,1]}"},
	/* lists by key */
	{FIELDS_SAME, "[{\"name\":\"x\",\"v\":1},{\"name\":\"y\"}]",
		"[{\"name\":\"y\"},{\"v\":1,\"name\":\"x\"}]"},
	{FIELDS_DIFFER, "[{\"name\":\"x\"},{\"name\":\"x\"},{\"name\":\"y\"}]",
		"[{\"name\":\"y\"},{\"name\":\"x\"},{\"name\":\"x\"}]"},
	/* amounts, where amounts stand */
	{FIELDS_SAME, "{\"requests\":{\"cpu\":\"1000m\"}}", "{\"requests\":{\"cpu\":1}}"},
	{FIELDS_SAME, "{\"capacity\":{\"memory\":\"1Gi\"}}",
		"{\"capacity\":{\"memory\":\"1073741824\"}}"},
	{FIELDS_DIFFER, "{\"requests\":{\"cpu\":\"1000m\"}}", "{\"requests\":{\"cpu\":\"1001m\"}}"},
	{FIELDS_DIFFER, "{\"other\":{\"cpu\":\"1000m\"}}", "{\"other\":{\"cpu\":\"1\"}}"},
	{FIELDS_DIFFER, "{\"requests\":{\"labels\":{\"cpu\":\"1000m\"}}}",
		"{\"requests\":{\"labels\":{\"cpu\":\"1\"}}}"},
	/* times and durations, but not in texts */
	{FIELDS_SAME, "{\"t\":\"2026-11-24T02:00:00Z\"}", "{\"t\":\"2026-11-24T03:00:00+01:00\"}"},
	{FIELDS_DIFFER, "{\"t\":\"2026-11-24T02:00:00Z\"}", "{\"t\":\"2026-11-24T02:00:01Z\"}"},
	{FIELDS_SAME, "{\"d\":\"60s\"}", "{\"d\":\"1m0s\"}"},
	{FIELDS_DIFFER, "{\"annotations\":{\"d\":\"60s\"}}", "{\"annotations\":{\"d\":\"1m\"}}"},
	/* noise, in its place */
	{FIELDS_NOISE, "{\"metadata\":{\"resourceVersion\":\"1\"}}",
		"{\"metadata\":{\"resourceVersion\":\"2\"}}"},
	{FIELDS_NOISE,
		"{\"status\":{\"conditions\":[{\"type\":\"R\",\"lastHeartbeatTime\":\"a\"}]}}",
		"{\"status\":{\"conditions\":[{\"type\":\"R\",\"lastHeartbeatTime\":\"b\"}]}}"},
	{FIELDS_DIFFER, "{\"spec\":{\"metadata\":{\"resourceVersion\":\"1\"}}}",
		"{\"spec\":{\"metadata\":{\"resourceVersion\":\"2\"}}}"},
	{FIELDS_DIFFER, "{\"metadata\":{\"generation\":1,\"name\":\"a\"}}",
		"{\"metadata\":{\"generation\":2,\"name\":\"b\"}}"},
};

/* text with readable bytes behind it. */
static struct str padded(struct strbuf *b, const char *text)
{
	strbuf_clear(b);
	strbuf_add(b, text, strlen(text));
	memset(strbuf_reserve(b, JSON_PADDING), 0, JSON_PADDING);
	return strbuf_str(b);
}

static bool count(void *ctx, struct str path, const struct value *a, const struct value *b)
{
	(void)path;
	(void)a;
	(void)b;
	return ++*(int *)ctx < 2;
}

int main(void)
{
	struct strbuf a = {0}, b = {0};

	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		const struct pair *p = &pairs[i];
		struct str x = padded(&a, p->a), y = padded(&b, p->b);

		ok(fields_verdict(false, x, y) == p->verdict, "'%s' and '%s'", p->a, p->b);
		ok(fields_verdict(false, y, x) == p->verdict, "the other way round");
		ok((fields_verdict(true, x, y) == FIELDS_SAME) == (p->verdict == FIELDS_SAME),
			"noise that counts is a difference");
	}
	int n = 0;
	const struct fields f = {.differs = count, .ctx = &n};
	fields_compare(&f, padded(&a, "{\"a\":1,\"b\":2,\"c\":3}"), padded(&b, "{}"));
	ok(n == 2, "stops where it is told to");
	strbuf_free(&a);
	strbuf_free(&b);
	return tap_end();
}
