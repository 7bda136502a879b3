/* Dumps in a log of JSON records: a line each. */
#include "common/import/dump_scan.h"

static void value_lines(struct scan *s, enum scan_state state, struct str text)
{
	s->state = state;
	while (text.n) {
		const char *end = str_find(text, '\n');
		size_t n = end ? (size_t)(end - text.p) : text.n;

		scan_value_line(s, (struct str){text.p, n});
		n += end != NULL;
		text = (struct str){text.p + n, text.n - n};
	}
	s->state = OUTSIDE;
}

struct record {
	struct str msg, nodes, pods, summary;
	double ts;
};

static struct instant instant_of_ms(double ms)
{
	if (!(ms > 0 && ms < 1e15))
		return TIME_ZERO;
	int64_t whole = (int64_t)ms;
	return (struct instant){whole / 1000, (int32_t)(whole % 1000) * 1000000};
}

/* The last of equal keys counts: records of level 4 and above have some twice. */
static bool read_record(struct json *r, struct arena *a, struct record *rec)
{
	struct str key, text;

	if (json_peek(r) != JSON_OBJECT || !json_enter(r))
		return false;
	while (json_key(r, &key)) {
		struct str *to = str_eq(key, STR("msg")) ? &rec->msg
			: str_eq(key, STR("nodes"))      ? &rec->nodes
			: str_eq(key, STR("pods"))       ? &rec->pods
			: str_eq(key, STR("summary"))    ? &rec->summary
							 : NULL;

		if (to && json_peek(r) == JSON_STRING && json_string(r, &text))
			*to = arena_str(a, text);
		else if (str_eq(key, STR("ts")) && json_peek(r) == JSON_NUMBER)
			json_double(r, &rec->ts);
		else
			json_skip(r);
	}
	return !json_failed(r);
}

bool scan_json_line(struct scan *s, struct str line)
{
	struct arena a = {0};
	struct record rec = {0};
	bool good = true;

	s->headed = true;
	if (!str_contains(line, STR("Dump of ")))
		return true;
	char *copy = arena_zalloc(&a, line.n + JSON_PADDING, 1);
	memcpy(copy, line.p, line.n);
	struct json *r = json_over_memory(copy, line.n);
	bool read = read_record(r, &a, &rec);
	if (read && str_eq(rec.msg, STR("Dump of cached NodeInfo"))) {
		good = scan_begin(s, instant_of_ms(rec.ts));
		value_lines(s, IN_NODES, rec.nodes);
	} else if (read && s->open && str_eq(rec.msg, STR("Dump of scheduling queue"))) {
		s->d.queue = true;
		s->d.summary = arena_str(&s->d.arena, rec.summary);
		value_lines(s, IN_PODS, rec.pods);
	}
	json_free(r);
	arena_free(&a);
	return good;
}
