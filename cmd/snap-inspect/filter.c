#include "filter.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/jqprogram.h"
#include "common/jsonw.h"
#include "common/mem.h"
#include "common/text.h"

/* Since jq 1.7, where the builtin stderr prints nothing without it. Weak: older versions of jq lack
 * it. */
void jq_set_stderr_cb(jq_state *, jq_msg_cb, void *) __attribute__((weak));

/* What jq's own main calls JQ_OK_NULL_KIND and JQ_OK_NO_OUTPUT: the last output was false or null,
 * there was none. They count only with -e, as statuses 1 and 4. */
enum { LAST_FALSE = 11, NO_OUTPUT = 14 };

struct run {
	const struct filter_options *options;
	struct values *values;
	struct output *out;
	struct error *e;
	int dump;    /* flags of jv_dump */
	bool halted; /* the exit status is exactly what the program said */
	bool cut;    /* writing failed: stop */
	struct text line;
};

/* For jq's builtins input and inputs. */
static jv input_callback(jq_state *jq, void *ctx)
{
	(void)jq;
	struct run *run = ctx;
	return values_next(run->values);
}

/* As JSON; frees the value. */
static void add_dump(struct strbuf *out, jv value, int flags)
{
	jv dumped = jv_dump_string(value, flags);

	jsonw_safe(out, jq_string(dumped));
	jv_free(dumped);
}

/* A failed write to stderr cannot be reported. */
static void say(struct str text)
{
	fwrite(text.p, 1, text.n, stderr);
}

static void debug_callback(void *ctx, jv value)
{
	const struct run *run = ctx;
	struct strbuf line = {0};

	add_dump(&line, JV_ARRAY(jv_string("DEBUG:"), value), run->dump & ~JV_PRINT_PRETTY);
	strbuf_addc(&line, '\n');
	say(strbuf_str(&line));
	strbuf_free(&line);
}

/* Prints a string with its newlines and tabs; other values as JSON. */
static void say_message(jv value, const char *end)
{
	struct text said = {0};

	if (jv_get_kind(value) == JV_KIND_STRING) {
		text_add_log(&said, jq_string(value));
		jv_free(value);
	} else {
		add_dump(text_numbers(&said), value, 0);
		text_ours(&said, end);
	}
	say(text_str(&said));
	text_free(&said);
}

static void stderr_callback(void *ctx, jv value)
{
	(void)ctx;
	say_message(value, "");
}

static void error_callback(void *ctx, jv msg)
{
	(void)ctx;
	struct text said = {0};
	msg = jq_format_error(msg);
	text_addf(&said, "%s: --filter: ", msg_program());
	text_add_log(&said, jq_string(msg)); /* of several lines, with the program in it */
	text_ours(&said, "\n");
	say(text_str(&said));
	text_free(&said);
	jv_free(msg);
}

static void print(struct run *run, jv value)
{
	struct text *line = &run->line;
	const struct filter_options *o = run->options;
	bool string = o->raw && jv_get_kind(value) == JV_KIND_STRING;

	text_clear(line);
	if (!string && o->seq)
		text_ours(line, "\036");
	if (!string)
		add_dump(text_numbers(line), value, run->dump);
	else if (o->ascii)
		add_dump(text_numbers(line), jv_copy(value), JV_PRINT_ASCII); /* as jq does */
	else if (o->escape)
		text_add_log(line, jq_string(value));
	else
		strbuf_addstr(&line->made, jq_string(value)); /* --raw: unchanged */
	if (string)
		jv_free(value);
	if (o->nul)
		strbuf_addc(text_numbers(line), 0);
	else if (!o->join)
		text_ours(line, "\n");
	if (!output_write(run->out, line->made.s, line->made.len, run->e))
		run->cut = true;
}

static int halted_status(jq_state *jq)
{
	jv code = jq_get_exit_code(jq), msg = jq_get_error_message(jq);
	int status = !jv_is_valid(code)               ? 0
		: jv_get_kind(code) == JV_KIND_NUMBER ? (int)jv_number_value(code)
						      : 5;

	if (jv_is_valid(msg) && jv_get_kind(msg) != JV_KIND_NULL)
		say_message(msg, "\n");
	else
		jv_free(msg);
	jv_free(code);
	return status;
}

static void report_failure(const struct run *run, jv msg)
{
	bool text = jv_get_kind(msg) == JV_KIND_STRING;

	if (!text)
		msg = jv_dump_string(msg, 0);
	struct text said = {0};
	const struct input *in = run->values->source->in;
	text_addf(&said, "%s: %s: --filter: error%s: " STR_FMT "\n", msg_program(),
		in ? input_name(in) : "<stdin>", text ? "" : " (not a string)",
		STR_ARG(jq_string(msg)));
	say(text_str(&said));
	text_free(&said);
	jv_free(msg);
}

static bool has_nul(jv value)
{
	if (jv_get_kind(value) != JV_KIND_STRING)
		return false;
	struct str s = jq_string(value);
	return str_find(s, 0) != NULL;
}

/* Runs the program on one value, as jq's main does. */
static int process(struct run *run, jq_state *jq, jv value)
{
	int status = NO_OUTPUT;
	jv result;

	errno = 0;
	jq_start(jq, value, 0);
	while (jv_is_valid(result = jq_next(jq)) && !run->cut) {
		if (run->options->nul && has_nul(result)) {
			jv_free(result);
			result = jv_invalid_with_msg(jv_string(
				"Cannot dump a string containing NUL with --raw-output0 option"));
			break;
		}
		jv_kind kind = jv_get_kind(result);
		status = kind == JV_KIND_FALSE || kind == JV_KIND_NULL ? LAST_FALSE : 0;
		print(run, result);
	}
	if (jq_halted(jq)) {
		run->halted = true;
		status = halted_status(jq);
	} else if (jv_invalid_has_msg(jv_copy(result))) {
		/* Out of memory, jq's regular expressions report an error of the program. */
		if (errno == ENOMEM)
			out_of_memory();
		if (!run->e->status) /* else the input, opened late, is at fault */
			report_failure(run, jv_invalid_get_msg(jv_copy(result)));
		status = 5;
	}
	jv_free(result);
	return status;
}

static jq_state *compile(struct run *run)
{
	jv args = jv_copy(run->options->named);
	jv all = JV_OBJECT(jv_string("positional"), jv_copy(run->options->positional),
		jv_string("named"), jv_copy(args));
	jq_state *jq = jq_program(run->options->program,
		jv_object_set(args, jv_string("ARGS"), all), error_callback, NULL, run->e);

	if (jq == NULL)
		return NULL;
	jq_set_input_cb(jq, input_callback, run);
	jq_set_debug_cb(jq, debug_callback, run);
	if (jq_set_stderr_cb)
		jq_set_stderr_cb(jq, stderr_callback, NULL);
	return jq;
}

static int dump_flags(const struct filter_options *o)
{
	int indent =
		o->indent < 0 ? JV_PRINT_TAB | JV_PRINT_PRETTY : JV_PRINT_INDENT_FLAGS(o->indent);

	return indent | (o->sorted ? JV_PRINT_SORTED : 0) | (o->ascii ? JV_PRINT_ASCII : 0) |
		(o->colour ? JV_PRINT_COLOR : 0) | (o->terminal ? JV_PRINT_ISATTY : 0);
}

int filter_run(const struct filter_options *options, struct values *values, struct output *out,
	struct error *e)
{
	struct run run = {.options = options,
		.values = values,
		.out = out,
		.e = e,
		.dump = dump_flags(options)};

	if (getenv("JQ_COLORS") && !jq_set_colors(getenv("JQ_COLORS")))
		msg_warn(NULL, "JQ_COLORS is not understood");
	jq_state *jq = compile(&run);
	if (jq == NULL)
		return e->status ? e->status : 3;
	/* With -e the last output of all counts, as the manual says; to jq before 1.7 that of the
	 * last input. */
	bool of_all = jq_set_stderr_cb != NULL;
	int status = of_all ? NO_OUTPUT : 0, last = NO_OUTPUT;
	jv value = options->null_input ? jv_null() : values_next(values);
	while (!run.halted && !run.cut && jv_is_valid(value)) {
		status = process(&run, jq, value);
		if (status == 0 || status == LAST_FALSE)
			last = status;
		value = options->null_input || run.halted || run.cut ? jv_invalid()
								     : values_next(values);
	}
	jq_teardown(&jq);
	text_free(&run.line);
	if (run.halted || (status != NO_OUTPUT && status != LAST_FALSE))
		return status;
	if (of_all && status == NO_OUTPUT)
		status = last;
	return options->exit_status && status ? status - 10 : 0;
}
