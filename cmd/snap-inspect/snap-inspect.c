/* snap-inspect: look at a snapshot. */
#include <stdlib.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/jsonw.h"
#include "common/kai_config.h"
#include "common/mem.h"
#include "common/memlimit.h"
#include "common/operand.h"
#include "common/program.h"
#include "common/terminal.h"
#include "common/utf8.h"
#include "columns.h"
#include "peer.h"
#include "report.h"
#include "settings.h"

static void write_report(struct strbuf *lines, struct text *text, const struct report *report,
	bool check, enum format format)
{
	if (check && format == FORMAT_JSON)
		faults_json(lines, report->s);
	else if (check && format == FORMAT_TSV)
		faults_tsv(text, report->s);
	else if (check)
		faults_text(text, report->s, report->colour);
	else if (format == FORMAT_JSON)
		report_json(lines, report);
	else if (format == FORMAT_TSV)
		report_tsv(text, report);
	else
		report_text(text, report);
}

static bool run_summary(const struct settings *o, struct source *source, struct output *out,
	int *status, struct error *e)
{
	struct summary s = {.other_config = strbuf_str(&o->other_config)};
	struct strbuf lines = {0};
	struct text text = {0};
	enum format format = format_resolve(o->format, o->output);
	struct report report = {.s = &s,
		.in = source->in,
		.colour = format == FORMAT_TEXT && msg_colour(output_fd(out)),
		.columns = terminal_columns(output_fd(out))};
	bool ok = summary_read(&s, source->r);

	if (ok) {
		source_end(source);
		struct error why = {0};
		report.capture = input_capture(source->in, &why);
		summary_check_capture(&s, report.capture, &why);
		summary_derive(&s);
		summary_check(&s);
		report.bytes = source->done;
		write_report(&lines, &text, &report, o->check, format);
		*status = o->check && faults_of_severity(&s.faults, SEVERITY_ERROR) ? SNAP_NO
										    : SNAP_OK;
		struct str shown = format == FORMAT_JSON ? strbuf_str(&lines) : text_str(&text);
		ok = output_write(out, shown.p, shown.n, e);
	}
	strbuf_free(&lines);
	text_free(&text);
	summary_free(&s);
	return ok;
}

static bool run_list(
	const struct settings *o, struct source *source, struct output *out, struct error *e)
{
	struct lister list = {.r = source->r, .kind = o->list};
	struct strbuf safe = {0}, line = {0};
	struct str object;
	bool ok = true;

	while (ok && list_next(&list, &object)) {
		strbuf_clear(&safe);
		strbuf_clear(&line);
		if (!utf8_all_low((const unsigned char *)object.p, object.n)) {
			jsonw_safe(&safe, object);
			object = strbuf_str(&safe);
		}
		add_compact(&line, object);
		strbuf_addc(&line, '\n');
		ok = output_write(out, line.s, line.len, e);
	}
	strbuf_free(&safe);
	strbuf_free(&line);
	return ok;
}

static bool run_filter(
	struct settings *o, struct source *source, struct output *out, int *status, struct error *e)
{
	struct lister list = {.r = source->r, .kind = o->list};
	struct values values = {.source = source,
		.list = o->list == KIND_NONE ? NULL : &list,
		.slurp = o->slurp,
		.stream = o->stream,
		.late = source->r ? NULL : e};

	memlimit_settle(); /* a program can make much of little */
	o->filter.colour =
		o->colour == COLOUR_AUTO ? msg_colour(output_fd(out)) : o->colour == COLOUR_YES;
	o->filter.terminal = isatty(output_fd(out));
	o->filter.escape = o->escape || o->filter.terminal;
	arguments_load(&o->arguments);
	o->filter.named = o->arguments.named;
	o->filter.positional = o->arguments.positional;
	*status = filter_run(&o->filter, &values, out, e);
	values_free(&values);
	return e->status == 0;
}

/* A jq program of ours makes the lines. */
static bool run_table(
	struct settings *o, struct source *source, struct output *out, struct error *e)
{
	struct strbuf names = {0}, program = {0};
	int status;

	columns_of(o->list, &names, &program);
	strbuf_addc(&names, '\n');
	o->filter.program = program.s;
	o->filter.raw = true;
	o->escape = true;
	bool ok =
		output_write(out, names.s, names.len, e) && run_filter(o, source, out, &status, e);
	strbuf_free(&names);
	strbuf_free(&program);
	return ok;
}

/* With --null-input the program may need no input, and nobody may be there to end it. */
static bool reads_late(const struct settings *o)
{
	return o->filter.program && o->filter.null_input && operand_is_standard(o->input);
}

/* For what is no snapshot. */
static struct peer_options peer_options(const struct settings *o)
{
	return (struct peer_options){.format = o->format,
		.output = o->output,
		.objects = o->objects,
		.dump = o->dump,
		.list = o->list_dumps,
		.misfit = o->check             ? "--check"
			: o->config            ? "--config"
			: o->list != KIND_NONE ? "--list"
			: o->from_file         ? "--from-file"
			: o->filter.program    ? "--filter"
					       : NULL};
}

/* Opens the input as a snapshot. False: it was another source, and its report is written; or *e is
 * set. */
static bool open_snapshot(struct settings *o, struct source *source, int *status, struct error *e)
{
	const struct peer_options peer = peer_options(o);
	const struct input_limits limits = {.any = true};
	struct input *in = input_open(o->input, &limits, e);
	enum source_format format;

	if (!in)
		return false;
	if (!peer_tell(in, &format, e)) {
		input_close(in);
		return false;
	}
	if (format != SOURCE_UNKNOWN)
		return peer_run(&peer, in, format, status, e), false;
	source_open_input(source, in, o->input);
	return !peer_has_dump_option(&peer, e);
}

/* Output to stdout stays; a file appears only after success. */
static bool run(struct settings *o, int *status, struct error *e)
{
	struct source source = {0};
	bool ok;

	mem_huge_heap();
	if (!reads_late(o) && !open_snapshot(o, &source, status, e)) {
		if (source.r)
			source_close(&source);
		return e->status == 0;
	}
	struct output *out = output_open(o->output, e);
	if (out == NULL) {
		if (source.r)
			source_close(&source);
		return false;
	}
	if (o->filter.program)
		ok = run_filter(o, &source, out, status, e);
	else if (o->list != KIND_NONE && o->format == FORMAT_TSV)
		ok = run_table(o, &source, out, e);
	else if (o->list != KIND_NONE)
		ok = run_list(o, &source, out, e);
	else
		ok = run_summary(o, &source, out, status, e);
	if (source.r && json_failed(source.r)) {
		json_error(source.r, e);
		ok = false;
	}
	if (source.r)
		source_close(&source);
	if (ok && *status <= SNAP_NO)
		return output_commit(out, e);
	output_flush(out, e);
	output_abort(out);
	return ok;
}

int main(int argc, char **argv)
{
	struct settings o;
	struct error e = {0};
	int status = SNAP_OK;

	msg_init("snap-inspect", false);
	cleanup_install();
	settings_parse(&o, argc, argv);
	const char *input = operand_input(o.input);
	memlimit_set(o.max_memory, input);
	char *program = o.from_file ? arguments_program(o.from_file) : NULL;
	if (program)
		o.filter.program = program;
	bool good = !o.config || kai_config_read(o.config, &o.other_config, &e);
	if (!good || !run(&o, &status, &e))
		status = msg_error(input, &e);
	strbuf_free(&o.other_config);
	arguments_free(&o.arguments);
	free(program);
	return program_close(status);
}
