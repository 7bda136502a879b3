#include "common/jq_test.h"

#include <stdlib.h>

#include "common/jqprogram.h"
#include "common/mem.h"
#include "common/raw.h"

struct jq_test {
	jq_state *jq;
	struct strbuf said; /* the first line of what jq has to say */
	/* Of the file that is read, or of the memory. */
	struct raw *raw; /* NULL: rest has all that is not read yet */
	struct str rest;
	jv_parser *parser;
	bool ended;
	struct error error;
};

/* The first line of what jq says: where a program fails it goes on with the program. */
static void add_message(struct strbuf *why, jv message)
{
	struct str text = jq_string(message);
	const char *end = str_find(text, '\n');

	strbuf_add(why, text.p, end ? (size_t)(end - text.p) : text.n);
}

/* A jq_msg_cb. The first message tells why, the last one that there are errors. */
static void on_error(void *ctx, jv message)
{
	struct jq_test *t = ctx;

	message = jq_format_error(message);
	if (!t->said.len)
		add_message(&t->said, message);
	jv_free(message);
}

static bool next_block(struct jq_test *t, struct str *block)
{
	enum { BLOCK = 1 << 20 }; /* the parser counts in an int */

	if (t->raw)
		return raw_next(t->raw, block, &t->error) > 0;
	*block = (struct str){t->rest.p, t->rest.n < BLOCK ? t->rest.n : BLOCK};
	t->rest = (struct str){t->rest.p + block->n, t->rest.n - block->n};
	return block->n;
}

/* Hands the next block to the parser. */
static void feed(struct jq_test *t)
{
	struct str block = {0};

	if (next_block(t, &block)) {
		jv_parser_set_buf(t->parser, block.p, (int)block.n, 1);
		return;
	}
	jv_parser_set_buf(t->parser, "", 0, 0);
	t->ended = true;
}

/* Invalid: the end; with a message: an event is broken. */
static jv next_event(struct jq_test *t)
{
	for (;;) {
		jv event = jv_parser_next(t->parser);

		if (jv_is_valid(event) || jv_invalid_has_msg(jv_copy(event)) || t->ended)
			return event;
		jv_free(event);
		feed(t);
	}
}

/* A jq_input_cb. */
static jv on_input(jq_state *jq, void *ctx)
{
	(void)jq;
	return next_event(ctx);
}

struct jq_test *jq_test_new(const char *program, struct strbuf *why)
{
	struct jq_test *t = xcalloc(1, sizeof *t);

	t->jq = jq_program(program, jv_object(), on_error, t, &t->error);
	if (t->jq) {
		jq_set_input_cb(t->jq, on_input, t);
		return t;
	}
	strbuf_addstr(why, t->error.status ? str_of(t->error.what) : strbuf_str(&t->said));
	jq_test_free(t);
	return NULL;
}

static void add_failure(struct strbuf *why, jv message)
{
	if (jv_get_kind(message) != JV_KIND_STRING)
		message = jv_dump_string(message, 0);
	strbuf_addz(why, "jq: ");
	add_message(why, message);
	jv_free(message);
}

/* The program's answer to one event, which is consumed. */
static enum jq_answer ask(struct jq_test *t, jv event, struct strbuf *why)
{
	enum jq_answer answer = JQ_NO;
	jv result;

	jq_start(t->jq, event, 0);
	while (answer == JQ_NO && jv_is_valid(result = jq_next(t->jq))) {
		jv_kind kind = jv_get_kind(result);

		if (kind != JV_KIND_FALSE && kind != JV_KIND_NULL)
			answer = JQ_YES;
		jv_free(result);
	}
	if (answer == JQ_YES)
		return answer;
	if (jq_halted(t->jq)) {
		strbuf_addz(why, "the jq program halted");
		answer = JQ_FAILED;
	} else if (jv_invalid_has_msg(jv_copy(result))) {
		add_failure(why, jv_invalid_get_msg(jv_copy(result)));
		answer = JQ_FAILED;
	}
	jv_free(result);
	return answer;
}

static enum jq_answer ask_all(struct jq_test *t, struct strbuf *why)
{
	enum jq_answer answer = JQ_NO;
	jv event = jv_invalid();

	while (answer == JQ_NO && (jv_free(event), event = next_event(t), jv_is_valid(event))) {
		answer = ask(t, event, why);
		event = jv_invalid();
	}
	if (answer == JQ_NO && jv_invalid_has_msg(jv_copy(event))) {
		add_failure(why, jv_invalid_get_msg(jv_copy(event)));
		answer = JQ_FAILED;
	}
	jv_free(event);
	return answer;
}

static enum jq_answer parse_all(struct jq_test *t, struct strbuf *why)
{
	enum jq_answer answer;

	t->ended = false;
	t->parser = jv_parser_new(0);
	answer = t->error.status ? JQ_FAILED : ask_all(t, why);
	if (t->error.status) {
		strbuf_clear(why);
		strbuf_addf(why, "%s: %s", t->error.what, t->error.why);
		answer = JQ_FAILED;
	}
	jv_parser_free(t->parser);
	return answer;
}

enum jq_answer jq_test_file(struct jq_test *t, const char *path, struct strbuf *why)
{
	t->error = (struct error){0};
	t->raw = raw_open(path, &t->error);
	enum jq_answer answer = parse_all(t, why);
	if (t->raw)
		raw_close(t->raw);
	t->raw = NULL;
	return answer;
}

enum jq_answer jq_test_text(struct jq_test *t, struct str events, struct strbuf *why)
{
	t->error = (struct error){0};
	t->rest = events;
	return parse_all(t, why);
}

void jq_test_free(struct jq_test *t)
{
	if (!t)
		return;
	jq_teardown(&t->jq);
	strbuf_free(&t->said);
	free(t);
}
