#include "tool/move_times.h"
#include <stdio.h>
#include "model/read/reader.h"
#include "tool/time_members.h"

#define SECOND_NS 1000000000
#define LAST_SECOND 253402300799 /* 9999-12-31T23:59:59Z: no RFC 3339 behind it */

struct move {
	struct json *r;
	int64_t ns;
	struct strbuf read; /* bytes of the old JSON, the first of them at offset base */
	uint64_t base;
	size_t done;   /* how many of them were passed on, or something else in their place */
	bool skipping; /* in a value that stays as it is: what was read before the next block is
			  done with */
	move_sink *sink;
	void *ctx;
	struct error error; /* of the sink */
};

static void pass(struct move *m, struct str bytes)
{
	if (bytes.n && !m->error.status)
		m->sink(m->ctx, bytes, &m->error);
}

static void pass_up_to(struct move *m, size_t end)
{
	pass(m, strbuf_part(&m->read, m->done, end));
	m->done = end;
}

static void see(void *ctx, struct str block)
{
	struct move *m = ctx;

	if (m->skipping)
		pass_up_to(m, m->read.len);
	m->base += m->done;
	m->read.len -= m->done;
	if (m->read.len)
		memmove(m->read.s, m->read.s + m->done, m->read.len);
	m->done = 0;
	strbuf_addstr(&m->read, block);
}

static bool skip(struct move *m)
{
	m->skipping = true;
	bool ok = json_skip(m->r);
	m->skipping = false;
	return ok;
}

/* As Kubernetes writes times; a fraction has six digits at least, without which its MicroTime is
 * not read. */
static void format(struct strbuf *out, struct instant t)
{
	if (t.sec > LAST_SECOND)
		t = (struct instant){LAST_SECOND, 0};
	rfc3339_format(out, (struct instant){t.sec, 0});
	if (!t.nsec)
		return;
	out->len--;
	if (t.nsec % 1000)
		strbuf_addf(out, ".%09dZ", (int)t.nsec);
	else
		strbuf_addf(out, ".%06dZ", (int)t.nsec / 1000);
}

/* The text of a string's JSON; escapes are decoded into buffer. */
static struct str text_of(struct str raw, struct strbuf *buffer)
{
	struct str text = {raw.p + 1, raw.n - 2};

	if (!str_find(text, '\\'))
		return text;
	memset(strbuf_reserve(buffer, raw.n + JSON_PADDING), 0, raw.n + JSON_PADDING);
	strbuf_addstr(buffer, raw);
	struct json *inner = json_over_memory(buffer->s, buffer->len);
	struct str decoded = {0};
	if (json_string(inner, &decoded))
		memcpy(buffer->s, decoded.p, decoded.n);
	json_free(inner);
	return (struct str){buffer->s, decoded.n};
}

static void move_value(struct move *m)
{
	struct strbuf buffer = {0}, moved = {0};
	struct str raw;
	struct instant t;

	if (json_peek(m->r) != JSON_STRING) {
		skip(m);
		return;
	}
	uint64_t start = json_offset(m->r);
	if (json_raw(m->r, &raw) && rfc3339_parse(text_of(raw, &buffer), &t) &&
		!instant_is_zero(t)) {
		strbuf_addc(&moved, '"');
		format(&moved, instant_add(t, m->ns));
		strbuf_addc(&moved, '"');
		pass_up_to(m, (size_t)(start - m->base));
		pass(m, strbuf_str(&moved));
		m->done += raw.n;
	}
	strbuf_free(&buffer);
	strbuf_free(&moved);
}

static const struct time_member *find(const struct time_member *members, struct str key, bool exact)
{
	for (; members->key.n; members++)
		if (exact ? str_eq(members->key, key) : same_but_case(members->key, key))
			return members;
	return NULL;
}

static void move_inside(struct move *m, const struct time_member *members, bool exact)
{
	struct str key;

	if (json_peek(m->r) != JSON_OBJECT) {
		skip(m);
		return;
	}
	json_enter(m->r);
	while (json_key(m->r, &key)) {
		const struct time_member *p = find(members, key, exact);

		if (!p)
			skip(m);
		else if (p->how == MEMBER_TIME)
			move_value(m);
		else if (p->how != MEMBER_LIST || json_peek(m->r) != JSON_ARRAY)
			move_inside(m, p->inside, p->how == MEMBER_MAP);
		else
			for (json_enter(m->r); json_element(m->r);)
				move_inside(m, p->inside, false);
	}
}

bool move_times(struct source *source, int64_t ns, move_sink *sink, void *ctx, struct error *e)
{
	struct move m = {.r = source->r, .ns = ns, .sink = sink, .ctx = ctx};

	source->observe = see;
	source->observe_ctx = &m;
	move_inside(&m, snapshot_times, false);
	if (json_finish(m.r))
		pass_up_to(&m, m.read.len);
	source->observe = NULL;
	source->observe_ctx = NULL;
	if (m.error.status)
		*e = m.error;
	else if (json_failed(m.r))
		json_error(m.r, e);
	strbuf_free(&m.read);
	return e->status == 0;
}

/* How many bytes of text look like a time: digits and what stands between them; 0: none do. */
static size_t time_length(struct str text)
{
	static const char form[] = "0000-00-00T00:00:00";
	size_t n = sizeof form - 1;

	if (text.n <= n)
		return 0;
	for (size_t i = 0; i < n; i++)
		if (form[i] == '0' ? !is_digit(text.p[i]) : text.p[i] != form[i])
			return 0;
	if (text.p[n] == '.')
		for (n++; n < text.n && is_digit(text.p[n]);)
			n++;
	if (n < text.n && text.p[n] == 'Z')
		return n + 1;
	return n + 6 <= text.n && (text.p[n] == '+' || text.p[n] == '-') ? n + 6 : 0;
}

struct str move_back(struct arena *a, struct str text, int64_t ns)
{
	struct strbuf out = {0};
	struct instant t;
	int64_t rest = (ns % SECOND_NS + SECOND_NS) % SECOND_NS;

	for (size_t i = 0, n; i < text.n; i += n) {
		struct str at = {text.p + i, text.n - i};
		bool inside = i && is_digit(text.p[i - 1]);

		n = ns && !inside && is_digit(*at.p) ? time_length(at) : 0;
		if (n && rfc3339_parse((struct str){at.p, n}, &t))
			format(&out, instant_add(t, memchr(at.p, '.', n) ? -ns : rest - ns));
		else
			strbuf_add(&out, at.p, n = 1);
	}
	struct str moved = arena_str(a, strbuf_str(&out));
	strbuf_free(&out);
	return moved;
}
