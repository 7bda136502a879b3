#include "subject.h"

#include "common/digest.h"
#include "common/engine.h"
#include "common/grow.h"
#include "common/input.h"
#include "common/kinds.h"
#include "common/redact.h"
#include "layout.h"

/* More than this is seldom a test that somebody wants to read. */
enum { LARGE = 256 << 10 };

const char *subject_name(const struct subject *s)
{
	return s->settings->file && strcmp(s->settings->file, "-") != 0 ? s->settings->file
									: "<stdin>";
}

/* ---- the snapshot ---- */

static const struct value *parse(struct arena *a, struct str text, struct error *e)
{
	struct json *r = json_over_memory(text.p, text.n);
	struct value *v = value_read(a, r);

	json_finish(r);
	if (json_failed(r))
		json_error(r, e);
	json_free(r);
	return e->status ? NULL : v;
}

static void take_id(struct subject *s)
{
	struct sha256_ctx sha;
	char hex[DIGEST_HEX];

	sha256_init(&sha);
	sha256_update(&sha, s->text.len, (const uint8_t *)s->text.s);
	digest_hex(&sha, hex);
	memcpy(s->id, hex, SUBJECT_ID - 1);
}

/* ---- the cycle ---- */

static bool take_events(struct subject *s, const struct strbuf *lines, struct error *e)
{
	struct str text = strbuf_str(lines);
	const struct value **events = NULL;
	size_t cap = 0;

	for (const char *end; !e->status && (end = str_find(text, '\n'));) {
		size_t n = (size_t)(end - text.p);

		ARENA_GROW(&s->arena, events, s->n_events, cap);
		events[s->n_events++] = parse(&s->arena, (struct str){text.p, n}, e);
		text = (struct str){text.p + n + 1, text.n - n - 1};
	}
	s->events = events;
	return !e->status;
}

static bool replay(struct subject *s, const struct capture_info *capture, struct error *e)
{
	const struct engine_options options = {.capture = capture, .now = TIME_ZERO};
	struct engine_result result = {0};
	struct engine *g = engine_open(strbuf_str(&s->text), &options, e);
	bool good = g &&
		engine_run(g, NULL, ENGINE_DECISIONS | ENGINE_PENDING | ENGINE_PODS, &result, e);

	if (good && !result.whole) {
		error_set(e, SNAP_NO, "not all of it can be replayed",
			"what is to be expected is not known");
		error_hint(e, "snap-replay says what it is");
		good = false;
	}
	if (good)
		s->now = engine_now(g);
	good = good && take_events(s, &result.events, e);
	engine_result_free(&result);
	engine_close(g);
	return good;
}

/* ---- the whole ---- */

/* capture is left out where the names are: the redacted snapshot has its own time. */
static bool make(
	struct subject *s, struct str text, const struct capture_info *capture, struct error *e)
{
	s->snapshot = parse(&s->arena, text, e);
	if (!s->snapshot)
		return false;
	if (s->snapshot->type != JSON_OBJECT) {
		error_set(e, SNAP_INPUT, "not a snapshot", "it is no JSON object");
		error_hint(e, NO_SNAPSHOT_HINT);
		return false;
	}
	layout_snapshot(&s->text, s->snapshot);
	memset(strbuf_reserve(&s->text, JSON_PADDING), 0, JSON_PADDING);
	take_id(s);
	return replay(s, capture, e);
}

static bool make_of(struct subject *s, struct input *in, struct error *e)
{
	struct strbuf redacted = {0};
	struct error why = {0};
	struct str text;

	if (!input_read_all(in, &text, e))
		return false;
	const struct capture_info *capture = input_capture(in, &why);
	if (why.status)
		msg_warn(subject_name(s), "%s: %s", why.what, why.why);
	bool good = s->settings->raw ? make(s, text, capture, e)
				     : redact_text(text, capture, &redacted, e) &&
			make(s, strbuf_str(&redacted), NULL, e);
	strbuf_free(&redacted);
	if (good && s->text.len > LARGE)
		msg_note(
			"the test has %zu kB; snap-minimise keeps what matters", s->text.len >> 10);
	return good;
}

bool subject_make(struct subject *s, struct error *e)
{
	struct input *in = input_open(s->settings->file, NULL, e);
	bool good = in && make_of(s, in, e);

	if (in)
		input_close(in);
	return good;
}

void subject_free(struct subject *s)
{
	strbuf_free(&s->text);
	arena_free(&s->arena);
}

static size_t count(const struct subject *s, const char *event)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n_events; i++)
		n += str_eq(value_str(value_get(s->events[i], STR("event"))), str_of(event));
	return n;
}

void subject_tell(const struct subject *s, struct strbuf *to)
{
	static const struct {
		const char *event, *noun, *behind;
	} told[] = {{"bind", "bind", ""}, {"pipeline", "pipeline", ""}, {"evict", "eviction", ""},
		{"pending", "pod group", " pending"}};
	bool any = false;

	for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
		size_t n = count(s, told[i].event);

		if (!n)
			continue;
		if (any)
			strbuf_addz(to, ", ");
		strbuf_add_count(to, (long long)n, told[i].noun);
		strbuf_addz(to, told[i].behind);
		any = true;
	}
	if (!any)
		strbuf_addz(to, "nothing to do");
}
