/* snap-diff: what two snapshots differ in. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "common/cleanup.h"
#include "common/mem.h"
#include "common/memlimit.h"
#include "common/options.h"
#include "common/pager.h"
#include "common/program.h"
#include "common/terminal.h"
#include "report.h"

static const char help[] =
	"usage: snap-diff [options] A B\n"
	"\n"
	"Says what two snapshots differ in: objects by kind, namespace and name, amounts\n"
	"and times by value. A or B may be -, standard input. Ends with status 0 if they\n"
	"are equal, 1 if they differ.\n"
	"\n"
	"      --noise            what changes all the time counts, too: resourceVersion,\n"
	"                         generation, managedFields, heartbeats\n"
	"      --all              everything, not the first rows (text)\n"
	"      --top N            the first N objects of a kind (text; default 10)\n"
	"  -f, --format FORMAT    json (default) or text (default on a terminal)\n"
	"  -o, --output PATH      write to PATH instead of standard output\n"
	"      --max-memory SIZE  stop when more than this is needed, e.g. 8GiB\n"
	"  -q, --quiet            no messages but errors\n"
	"  -h, --help             show this help\n"
	"  -V, --version          show the version\n";

enum { OPT_NOISE = 256, OPT_ALL, OPT_TOP, OPT_MAX_MEMORY };
enum { TOP = 10 };

static const struct option options[] = {
	{"noise", no_argument, NULL, OPT_NOISE},
	{"all", no_argument, NULL, OPT_ALL},
	{"top", required_argument, NULL, OPT_TOP},
	{"format", required_argument, NULL, 'f'},
	{"output", required_argument, NULL, 'o'},
	{"max-memory", required_argument, NULL, OPT_MAX_MEMORY},
	{"quiet", no_argument, NULL, 'q'},
	{"help", no_argument, NULL, 'h'},
	{"version", no_argument, NULL, 'V'},
	{NULL, 0, NULL, 0},
};

struct settings {
	struct report_options report;
	const char *output, *operands[2];
	enum format format;
	uint64_t max_memory; /* 0: the default */
	bool quiet;
};

/* ---- the command line ---- */

static void take_operands(struct settings *s, char **operands, int n)
{
	if (n != 2)
		msg_usage("two inputs are wanted, A and B, not %d", n);
	if (strcmp(operands[0], "-") == 0 && strcmp(operands[1], "-") == 0)
		msg_usage("standard input can be one of the inputs, not both");
	s->operands[0] = operands[0];
	s->operands[1] = operands[1];
}

static void parse(struct settings *s, int argc, char **argv)
{
	bool all = false;

	for (int c; (c = options_next(argc, argv, ":f:o:qhV", options)) != -1;)
		switch (c) {
		case OPT_NOISE: s->report.noise = true; break;
		case OPT_ALL: all = true; break;
		case OPT_TOP:
			s->report.top = (size_t)options_number("--top", optarg, 1, INT32_MAX);
			break;
		case OPT_MAX_MEMORY: s->max_memory = memlimit_parse(optarg); break;
		case 'f': s->format = format_parse(optarg, false); break;
		case 'o': s->output = optarg; break;
		case 'q': s->quiet = true; break;
		case 'h': program_help(help);
		default: program_version();
		}
	take_operands(s, argv + optind, argc - optind);
	if (all)
		s->report.top = 0;
	s->format = format_resolve(s->format, s->output);
}

/* ---- all ---- */

static bool write_text(
	const struct settings *s, struct output *out, const struct comparison *c, struct error *e)
{
	int fd = output_fd(out);
	bool terminal = isatty(fd);
	struct report_options o = s->report;
	struct text text = {0};
	bool ok;

	o.colour = terminal && msg_colour(fd);
	o.columns = terminal ? terminal_columns(fd) : 0;
	report_text(&text, c, &o);
	ok = (terminal && pager_show(text_str(&text), terminal_lines(fd))) ||
		output_write(out, text_str(&text).p, text_str(&text).n, e);
	text_free(&text);
	return ok;
}

static bool write_report(const struct settings *s, const struct comparison *c, struct error *e)
{
	struct output *out = output_open(s->output, e);
	bool ok = out &&
		(s->format == FORMAT_TEXT ? write_text(s, out, c, e)
					  : report_json(out, c, &s->report, e));

	if (ok)
		return output_commit(out, e);
	if (out)
		output_abort(out);
	return false;
}

static int compare_snapshots(const struct settings *s, const struct side sides[2])
{
	struct comparison c = {0};
	struct error e = {0};
	int status;

	comparison_make(&c, sides, s->report.noise);
	status = c.equal ? SNAP_OK : SNAP_NO;
	if (!write_report(s, &c, &e))
		status = msg_error(s->output, &e);
	comparison_free(&c);
	return status;
}

static int run(const struct settings *s)
{
	struct side sides[2] = {{.path = s->operands[0]}, {.path = s->operands[1]}};
	const struct side *bad = &sides[0];
	int status;

	if (sides_read(sides)) {
		status = compare_snapshots(s, sides);
	} else {
		bad += sides[0].error.status == 0;
		status = msg_error(side_name(bad), &bad->error);
	}
	side_close(&sides[0]);
	side_close(&sides[1]);
	return status;
}

int main(int argc, char **argv)
{
	struct settings s = {.report.top = TOP};

	msg_init("snap-diff", false);
	cleanup_install();
	parse(&s, argc, argv);
	msg_init("snap-diff", s.quiet);
	memlimit_set(s.max_memory, s.operands[1]);
	return program_close(run(&s));
}
