#include "prove.h"

#include "common/decisions.h"
#include "common/engine.h"
#include "common/json.h"

struct proving {
	const struct book *book; /* NULL: the names are new already */
	struct strbuf *out;
};

static void add_name(struct proving *p, enum names kind, struct str s)
{
	const struct name *n = p->book ? book_find(p->book, kind, s) : NULL;

	strbuf_addstr(p->out, n ? n->to : s);
}

/* "NAMESPACE/NAME", or a name alone. */
static void add_full_name(struct proving *p, enum names kind, struct str s)
{
	const char *slash = str_find(s, '/');
	size_t n = slash ? (size_t)(slash - s.p) : 0;

	if (slash) {
		add_name(p, NAMES_NAMESPACE, (struct str){s.p, n});
		strbuf_addc(p->out, '/');
		n++;
	}
	add_name(p, kind, (struct str){s.p + n, s.n - n});
}

/* The names of an event that say who goes where for whom. */
static const struct {
	struct str key;
	enum names kind;
	bool full;
} told[] = {
	{STR_INIT("pod"), NAMES_POD, true},
	{STR_INIT("node"), NAMES_NODE, false},
	{STR_INIT("preemptor"), NAMES_POD_GROUP, true},
};

static void add_groups(struct proving *p, struct json *r)
{
	struct str s;

	if (json_peek(r) != JSON_ARRAY) {
		json_skip(r);
		return;
	}
	json_enter(r);
	while (json_element(r))
		if (json_string(r, &s)) {
			strbuf_addc(p->out, ' ');
			add_name(p, NAMES_GPU_GROUP, s);
		}
}

static void add_member(struct proving *p, struct json *r, struct str key)
{
	struct str s;

	if (str_eq(key, STR("gpuGroups"))) {
		add_groups(p, r);
		return;
	}
	for (size_t i = 0; i < sizeof told / sizeof *told; i++)
		if (str_eq(key, told[i].key) && json_peek(r) == JSON_STRING) {
			if (!json_string(r, &s))
				return;
			strbuf_addc(p->out, ' ');
			if (told[i].full)
				add_full_name(p, told[i].kind, s);
			else
				add_name(p, told[i].kind, s);
			return;
		}
	if (str_eq(key, STR("action")) && json_string(r, &s)) {
		strbuf_addc(p->out, ' ');
		strbuf_addstr(p->out, s);
		return;
	}
	json_skip(r);
}

static bool is_decision(struct str event)
{
	for (int i = 0; i < DECISION_COUNT; i++)
		if (str_eq(event, str_of(decision_names[i])))
			return true;
	return false;
}

/* An event as a line; nothing if it is no decision. */
static void add_event(struct proving *p, struct str line)
{
	struct json *r = json_over_memory(line.p, line.n);
	size_t before = p->out->len;
	bool decision = false;
	struct str key, s;

	json_enter(r);
	while (json_key(r, &key))
		if (str_eq(key, STR("event"))) {
			if (json_string(r, &s)) {
				decision = is_decision(s);
				strbuf_addstr(p->out, s);
			}
		} else {
			add_member(p, r, key);
		}
	json_free(r);
	if (decision)
		strbuf_addc(p->out, '\n');
	else
		strbuf_cut(p->out, before);
}

/* Takes the decisions of a cycle; *now becomes its clock. */
static bool replay(struct proving *p, struct str json, const struct capture_info *capture,
	struct instant *now, struct error *e)
{
	struct engine_options options = {.capture = capture, .now = TIME_ZERO};
	struct engine_result result = {0};
	struct engine *g = engine_open(json, &options, e);
	bool good = g && engine_run(g, NULL, ENGINE_DECISIONS, &result, e);

	for (size_t at = 0; good && at < result.events.len;) {
		const char *end = memchr(result.events.s + at, '\n', result.events.len - at);
		size_t n = end ? (size_t)(end - result.events.s) - at : result.events.len - at;

		add_event(p, (struct str){result.events.s + at, n});
		at += n + 1;
	}
	if (g)
		*now = engine_now(g);
	engine_result_free(&result);
	if (g)
		engine_close(g);
	return good;
}

bool prove_begin(struct proof *p, const struct book *b, struct str original,
	const struct capture_info *capture, struct error *e)
{
	struct proving one = {b, &p->decisions};
	struct error why = {0};

	if (replay(&one, original, capture, &p->now, &why))
		return true;
	error_set(e, why.status, "the decisions cannot be compared",
		"the replay fails: %.150s: %.400s", why.what, why.why);
	error_hint(e, "--no-replay redacts without that proof");
	return false;
}

bool prove_alike(const struct proof *p, struct shift shift, struct str redacted, struct error *e)
{
	struct strbuf after = {0};
	struct proving other = {NULL, &after};
	struct instant now = TIME_ZERO;
	struct error why = {0};
	bool same = replay(&other, redacted, NULL, &now, &why) &&
		instant_cmp(shift_time(shift, p->now), now) == 0 &&
		str_eq(strbuf_str(&p->decisions), strbuf_str(&after));

	if (!same) {
		error_set(e, SNAP_NO, "the decisions are not the same", "%s",
			why.status ? why.why : "a replay of the redacted snapshot differs");
		error_hint(e,
			"nothing was written; --keep what decides, or --no-replay to have it all the same");
	}
	strbuf_free(&after);
	return same;
}

void prove_end(struct proof *p)
{
	strbuf_free(&p->decisions);
}
