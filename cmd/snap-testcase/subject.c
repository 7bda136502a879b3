#include "subject.h"

#include "common/digest.h"
#include "common/input.h"
#include "common/kinds.h"
#include "common/operand.h"
#include "common/redact.h"
#include "layout.h"

/* More than this is seldom a test that somebody wants to read. */
enum { LARGE = 256 << 10 };

const char *subject_name(const struct subject *s)
{
	return operand_input(s->settings->file);
}

/* ---- the snapshot ---- */

static void take_id(struct subject *s)
{
	struct sha256_ctx sha;
	char hex[DIGEST_HEX];

	sha256_init(&sha);
	sha256_update(&sha, s->text.len, (const uint8_t *)s->text.s);
	digest_hex(&sha, hex);
	memcpy(s->id, hex, SUBJECT_ID - 1);
}

/* ---- the whole ---- */

/* capture is left out where the names are: the redacted snapshot has its own time. */
static bool make(
	struct subject *s, struct str text, const struct capture_info *capture, struct error *e)
{
	s->snapshot = value_parse(&s->arena, text, e);
	if (!s->snapshot)
		return false;
	if (s->snapshot->type != JSON_OBJECT) {
		error_set(e, SNAP_INPUT, "not a snapshot", "it is no JSON object");
		error_hint(e, NO_SNAPSHOT_HINT);
		return false;
	}
	s->cycle.now = TIME_ZERO;
	layout_snapshot(&s->text, s->snapshot);
	memset(strbuf_reserve(&s->text, JSON_PADDING), 0, JSON_PADDING);
	take_id(s);
	return cycle_run(&s->cycle, strbuf_str(&s->text), capture, &s->arena, e);
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

void subject_tell(const struct subject *s, struct strbuf *to)
{
	static const struct {
		const char *event, *noun, *behind;
	} told[] = {{"bind", "bind", ""}, {"pipeline", "pipeline", ""}, {"evict", "eviction", ""},
		{"pending", "pod group", " pending"}};
	bool any = false;

	for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
		size_t n = cycle_count(&s->cycle, told[i].event);

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
