/* snap-inspect: look at a snapshot. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/jsonw.h"
#include "common/mem.h"
#include "common/memlimit.h"
#include "common/options.h"
#include "common/program.h"
#include "common/utf8.h"
#include "filter.h"
#include "report.h"

static const char help[] =
	"usage: snap-inspect [--check | --list KIND] [--filter JQ] [options] [FILE]\n"
	"Say what a snapshot holds and what is wrong with it.\n"
	"\n"
	"  -k, --check               only the verdict and the warnings; exit 1 if one is\n"
	"                            an error\n"
	"  -l, --list KIND           the objects of one kind (pods, nodes, queues,\n"
	"                            podGroups, ...), one a line\n"
	"  -F, --filter JQ           run a jq program on the snapshot, or on each object\n"
	"                            with --list\n"
	"  -r, --raw-output          --filter: strings without quotes\n"
	"  -c, --compact-output      --filter: each result on one line\n"
	"      --tab                 --filter: indent with tabs\n"
	"  -e, --exit-status         --filter: exit 1 if the last result is false or\n"
	"                            null, 4 if there is none\n"
	"      --arg NAME VALUE      --filter: $NAME is the string VALUE\n"
	"      --argjson NAME JSON   --filter: $NAME is the JSON value\n"
	"  -f, --format FORMAT       json (default) or text (default on a terminal)\n"
	"  -o, --output PATH         write to PATH instead of standard output\n"
	"      --max-memory SIZE     stop when more than this is needed, e.g. 8GiB\n"
	"                            (default: half of what there is)\n"
	"  -q, --quiet               no messages but errors\n"
	"  -h, --help                this text\n"
	"  -V, --version             the version\n";

enum { OPT_TAB = 256, OPT_ARG, OPT_ARGJSON, OPT_MAX_MEMORY };

static const struct option long_options[] = {
	{"check", no_argument, NULL, 'k'},
	{"list", required_argument, NULL, 'l'},
	{"filter", required_argument, NULL, 'F'},
	{"raw-output", no_argument, NULL, 'r'},
	{"compact-output", no_argument, NULL, 'c'},
	{"tab", no_argument, NULL, OPT_TAB},
	{"exit-status", no_argument, NULL, 'e'},
	{"arg", required_argument, NULL, OPT_ARG},
	{"argjson", required_argument, NULL, OPT_ARGJSON},
	{"format", required_argument, NULL, 'f'},
	{"output", required_argument, NULL, 'o'},
	{"max-memory", required_argument, NULL, OPT_MAX_MEMORY},
	{"quiet", no_argument, NULL, 'q'},
	{"help", no_argument, NULL, 'h'},
	{"version", no_argument, NULL, 'V'},
	{NULL, 0, NULL, 0},
};

struct options {
	bool check, quiet;
	enum kind list; /* KIND_NONE: no --list */
	enum format format;
	const char *output, *input;
	uint64_t max_memory; /* 0: the default */
	struct filter_options filter;
};

/* --arg and --argjson take two arguments; the second is the one that getopt would look at next. Of
 * one name the first counts, as in jq. */
static void named_argument(struct options *o, int argc, char **argv, bool json)
{
	const char *option = json ? "--argjson" : "--arg";

	if (optind >= argc)
		msg_usage("%s takes two arguments, a name and a value", option);
	const char *name = optarg, *value = argv[optind++];
	jv v = json ? jv_parse(value) : jv_string(value);
	if (!jv_is_valid(v)) {
		jv_free(v);
		msg_usage("--argjson %s: not JSON: %s", name, value);
	}
	if (jv_object_has(jv_copy(o->filter.named), jv_string(name)))
		jv_free(v);
	else
		o->filter.named = jv_object_set(o->filter.named, jv_string(name), v);
}

static enum kind kind_argument(const char *word)
{
	enum kind kind = kind_of_user(word);
	const char *keys[KIND_COUNT];
	struct strbuf all = {0};

	if (kind != KIND_NONE)
		return kind;
	for (int k = 0; k < KIND_COUNT; k++)
		keys[k] = kind_key((enum kind)k);
	strbuf_add_words(&all, keys, KIND_COUNT, " or ");
	msg_usage("--list: unknown kind '%s': %s", word, all.s);
}

static void check_together(const struct options *o)
{
	const struct filter_options *f = &o->filter;

	if (o->check && (o->list != KIND_NONE || f->program))
		msg_usage("--check goes neither with --list nor with --filter");
	if (!f->program &&
		(f->raw || f->compact || f->tab || f->exit_status ||
			jv_object_length(jv_copy(f->named)) != 0))
		msg_usage("-r, -c, -e, --tab, --arg and --argjson are for --filter");
}

static void parse_options(struct options *o, int argc, char **argv)
{
	int c;

	*o = (struct options){.list = KIND_NONE, .filter.named = jv_object()};
	while ((c = options_next(argc, argv, ":kl:F:rcef:o:qhV", long_options)) != -1) {
		switch (c) {
		case 'k': o->check = true; break;
		case 'l': o->list = kind_argument(optarg); break;
		case 'F': o->filter.program = optarg; break;
		case 'r': o->filter.raw = true; break;
		case 'c': o->filter.compact = true; break;
		case 'e': o->filter.exit_status = true; break;
		case OPT_TAB: o->filter.tab = true; break;
		case OPT_ARG: named_argument(o, argc, argv, false); break;
		case OPT_ARGJSON: named_argument(o, argc, argv, true); break;
		case 'f': o->format = format_parse(optarg, false); break;
		case 'o': o->output = optarg; break;
		case OPT_MAX_MEMORY: o->max_memory = memlimit_parse(optarg); break;
		case 'q': o->quiet = true; break;
		case 'h': program_help(help);
		case 'V': program_version();
		}
	}
	o->input = program_operand(argc, argv, optind);
	check_together(o);
	msg_init("snap-inspect", o->quiet);
}

static bool run_summary(const struct options *o, struct source *source, struct output *out,
	int *status, struct error *e)
{
	struct summary s = {0};
	struct strbuf lines = {0};
	struct text text = {0};
	bool json = format_resolve(o->format, o->output) == FORMAT_JSON;
	struct report report = {
		.s = &s, .in = source->in, .colour = !json && msg_colour(output_fd(out))};
	bool ok = summary_read(&s, source->r);

	if (ok) {
		source_end(source);
		struct error why = {0};
		report.capture = input_capture(source->in, &why);
		summary_check_capture(&s, report.capture, &why);
		summary_derive(&s);
		summary_check(&s);
		report.bytes = source->done;
		if (o->check && json)
			faults_json(&lines, &s);
		else if (o->check)
			faults_text(&text, &s, report.colour);
		else if (json)
			report_json(&lines, &report);
		else
			report_text(&text, &report);
		*status = o->check && faults_of_severity(&s.faults, SEVERITY_ERROR) ? SNAP_NO
										    : SNAP_OK;
		struct str shown = json ? strbuf_str(&lines) : text_str(&text);
		ok = output_write(out, shown.p, shown.n, e);
	}
	strbuf_free(&lines);
	text_free(&text);
	summary_free(&s);
	return ok;
}

static bool run_list(
	const struct options *o, struct source *source, struct output *out, struct error *e)
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
	struct options *o, struct source *source, struct output *out, int *status, struct error *e)
{
	struct lister list = {.r = source->r, .kind = o->list};
	struct filter_input input = {.source = source, .list = o->list == KIND_NONE ? NULL : &list};

	memlimit_settle(); /* a program can make much of little */
	o->filter.colour = msg_colour(output_fd(out));
	o->filter.terminal = isatty(output_fd(out));
	*status = filter_run(&o->filter, &input, out, e);
	return e->status == 0;
}

/* Output to stdout stays; a file appears only after success. */
static bool run(struct options *o, int *status, struct error *e)
{
	struct source source;
	bool ok;

	mem_huge_heap();
	if (!source_open(&source, o->input, e))
		return false;
	struct output *out = output_open(o->output, e);
	if (out == NULL) {
		source_close(&source);
		return false;
	}
	if (o->filter.program)
		ok = run_filter(o, &source, out, status, e);
	else if (o->list != KIND_NONE)
		ok = run_list(o, &source, out, e);
	else
		ok = run_summary(o, &source, out, status, e);
	if (json_failed(source.r)) {
		json_error(source.r, e);
		ok = false;
	}
	source_close(&source);
	if (ok && *status <= SNAP_NO)
		return output_commit(out, e);
	output_flush(out, e);
	output_abort(out);
	return ok;
}

int main(int argc, char **argv)
{
	struct options o;
	struct error e = {0};
	int status = SNAP_OK;

	msg_init("snap-inspect", false);
	cleanup_install();
	parse_options(&o, argc, argv);
	const char *input = o.input && strcmp(o.input, "-") != 0 ? o.input : "<stdin>";
	memlimit_set(o.max_memory, input);
	if (!run(&o, &status, &e))
		status = msg_error(input, &e);
	jv_free(o.filter.named);
	return program_close(status);
}
