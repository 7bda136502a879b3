#include "values.h"

#include "common/jsonw.h"
#include "common/whole.h"

/* Passes the blocks to jq's parser; the stricter reader of this program validates them. */
struct whole {
	jv_parser *parser;
	jv value;
};

static void parse(struct whole *w, struct str block, int more)
{
	if (jv_is_valid(w->value) || jv_invalid_has_msg(jv_copy(w->value)))
		return;
	jv_parser_set_buf(w->parser, block.p, (int)block.n, more);
	w->value = jv_parser_next(w->parser);
}

static void see(void *ctx, struct str block)
{
	/* jq takes an int for the size */
	for (size_t at = 0; at < block.n; at += 1u << 30)
		parse(ctx,
			(struct str){
				block.p + at, block.n - at < 1u << 30 ? block.n - at : 1u << 30},
			1);
}

static jv read_whole(struct source *source)
{
	struct whole w = {jv_parser_new(0), jv_invalid()};

	source->observe = see;
	source->observe_ctx = &w;
	if (whole_parse(source->r))
		parse(&w, (struct str){"", 0}, 0);
	source->observe = NULL;
	source->observe_ctx = NULL;
	jv_parser_free(w.parser);
	if (json_failed(source->r)) {
		jv_free(w.value);
		return jv_invalid();
	}
	return w.value;
}

/* Valid JSON that jq cannot read: its nesting is too deep for jq. */
static jv readable(struct source *source, jv value)
{
	if (jv_is_valid(value) || !jv_invalid_has_msg(jv_copy(value)))
		return value;
	jv msg = jv_invalid_get_msg(value);
	json_fail_limit(source->r,
		"--list takes a kind apart, so that jq sees one object at a time",
		"jq cannot read it: %s", jv_string_value(msg));
	jv_free(msg);
	return jv_invalid();
}

static bool small_enough(struct values *v, struct str json)
{
	return json.n <= INT32_MAX ||
		json_fail_limit(v->source->r, NULL, "an object larger than jq can take");
}

static jv next_object(struct values *v)
{
	struct str object;

	if (!list_next(v->list, &object) || !small_enough(v, object)) {
		v->done = true;
		return jv_invalid();
	}
	return readable(v->source, jv_parse_sized(object.p, (int)object.n));
}

/* ---- --stream: the document in pieces, each validated by the stricter reader ---- */

static void add_comma(struct values *v)
{
	if (v->comma)
		strbuf_addc(&v->piece, ',');
	v->comma = true;
}

static void add_key(struct values *v, struct str key)
{
	struct jsonw w = {.out = &v->piece};

	add_comma(v);
	jsonw_str(&w, key);
	strbuf_addc(&v->piece, ':');
}

static void add_raw(struct values *v)
{
	struct str text;

	if (json_raw(v->source->r, &text))
		strbuf_addstr(&v->piece, text);
}

static void open_with(struct values *v, char bracket, enum piece state)
{
	strbuf_addc(&v->piece, bracket);
	json_enter(v->source->r);
	v->comma = false;
	v->state = state;
}

static void close_with(struct values *v, char bracket, enum piece state)
{
	strbuf_addc(&v->piece, bracket);
	v->comma = true;
	v->state = state;
}

static void add_member(struct values *v)
{
	struct json *r = v->source->r;
	struct str key;

	if (!json_key(r, &key)) {
		close_with(v, '}', PIECE_END);
		if (json_finish(r) && !v->any)
			json_fail_foreign(r, NO_SNAPSHOT_HINT, NO_SNAPSHOT);
		return;
	}
	bool raw_objects = same_but_case(key, STR("rawObjects"));
	v->any = v->any || is_snapshot_key(key);
	add_key(v, key);
	if (raw_objects && json_peek(r) == JSON_OBJECT)
		open_with(v, '{', PIECE_KIND);
	else
		add_raw(v);
}

static void add_kind(struct values *v)
{
	struct json *r = v->source->r;
	struct str key;

	if (!json_key(r, &key)) {
		close_with(v, '}', PIECE_KEY);
		return;
	}
	add_key(v, key);
	if (json_peek(r) == JSON_ARRAY)
		open_with(v, '[', PIECE_OBJECT);
	else
		add_raw(v);
}

static void add_object(struct values *v)
{
	if (!json_element(v->source->r)) {
		close_with(v, ']', PIECE_KIND);
		return;
	}
	add_comma(v);
	add_raw(v);
}

static void add_piece(struct values *v)
{
	struct json *r = v->source->r;

	switch (v->state) {
	case PIECE_START:
		if (json_peek(r) != JSON_OBJECT && !json_failed(r))
			json_fail_foreign(r, NO_SNAPSHOT_HINT, "no object");
		open_with(v, '{', PIECE_KEY);
		break;
	case PIECE_KEY: add_member(v); break;
	case PIECE_KIND: add_kind(v); break;
	case PIECE_OBJECT: add_object(v); break;
	case PIECE_END: break;
	}
}

/* Gives the parser its next piece: a part of the document, or a listed object with a newline.
 * False: the end, or an error. */
static bool feed(struct values *v)
{
	struct str object;

	strbuf_clear(&v->piece);
	if (v->list == NULL) {
		if (v->state == PIECE_END)
			return false;
		add_piece(v);
	} else {
		if (!list_next(v->list, &object))
			return false;
		strbuf_addstr(&v->piece, object);
		strbuf_addc(&v->piece, '\n');
	}
	if (json_failed(v->source->r) || !small_enough(v, strbuf_str(&v->piece)))
		return false;
	jv_parser_set_buf(v->parser, v->piece.s, (int)v->piece.len, 1);
	return true;
}

static jv next_event(struct values *v)
{
	if (!v->parser)
		v->parser = jv_parser_new(JV_PARSE_STREAMING);
	for (;;) {
		jv event = jv_parser_next(v->parser);

		if (jv_is_valid(event))
			return event;
		if (jv_invalid_has_msg(jv_copy(event))) {
			v->done = true;
			return readable(v->source, event);
		}
		if (v->done || !feed(v)) {
			v->done = true;
			return jv_invalid();
		}
	}
}

/* ---- */

static jv next_one(struct values *v)
{
	if (v->stream)
		return next_event(v);
	if (v->list)
		return next_object(v);
	v->done = true;
	return readable(v->source, read_whole(v->source));
}

/* False: it failed, and there are no values. */
static bool open_late(struct values *v)
{
	v->done = !source_open(v->source, NULL, v->late);
	v->late = NULL;
	if (v->list)
		v->list->r = v->source->r;
	return !v->done;
}

jv values_next(struct values *v)
{
	if (v->late && !open_late(v))
		return jv_invalid();
	jv all = jv_array(), one;

	if (v->done || !v->slurp) {
		jv_free(all);
		return v->done ? jv_invalid() : next_one(v);
	}
	while (!v->done && jv_is_valid(one = next_one(v)))
		all = jv_array_append(all, one);
	v->done = true;
	if (!json_failed(v->source->r))
		return all;
	jv_free(all);
	return jv_invalid();
}

void values_free(struct values *v)
{
	if (v->parser)
		jv_parser_free(v->parser);
	v->parser = NULL;
	strbuf_free(&v->piece);
}
