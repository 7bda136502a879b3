/* snap-diff: what two snapshots, or two replays, differ in. */
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
#include "decisions.h"
#include "patch.h"
#include "report.h"
#include "run_report.h"

static const char help[] =
	"usage: snap-diff [options] A B\n"
	"       snap-diff --apply PATCH [FILE]\n"
	"\n"
	"Says what two snapshots differ in: objects by kind, namespace and name, amounts\n"
	"and times by value. Or what two replays decide otherwise, in lines of JSON as\n"
	"snap-replay writes them. A or B may be -, standard input. Ends with status 0 if\n"
	"they are equal, 1 if they differ.\n"
	"\n"
	"      --decisions        replay both snapshots, compare what is decided\n"
	"      --apply PATCH      write what the patch makes of FILE, as JSON\n"
	"      --noise            what changes all the time counts, too: resourceVersion,\n"
	"                         generation, managedFields, heartbeats\n"
	"      --all              everything, not the first rows (text)\n"
	"      --top N            the first N objects of a kind (text; default 10)\n"
	"  -f, --format FORMAT    json (default), text (default on a terminal), or patch,\n"
	"                         which --apply takes\n"
	"  -o, --output PATH      write to PATH instead of standard output\n"
	"      --max-memory SIZE  stop when more than this is needed, e.g. 8GiB\n"
	"  -q, --quiet            no messages but errors\n"
	"  -h, --help             show this help\n"
	"  -V, --version          show the version\n";

enum { OPT_APPLY = 256, OPT_DECISIONS, OPT_NOISE, OPT_ALL, OPT_TOP, OPT_MAX_MEMORY };
enum { TOP = 10 };

static const struct option options[] = {
	{"apply", required_argument, NULL, OPT_APPLY},
	{"decisions", no_argument, NULL, OPT_DECISIONS},
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
	const char *apply;   /* a patch, to be applied to the second operand; NULL: compare */
	bool quiet, decisions, patch;
};

/* ---- the command line ---- */

static void take_operands(struct settings *s, char **operands, int n)
{
	if (s->apply && n > 1)
		msg_usage("one FILE is wanted with --apply, not %d", n);
	if (!s->apply && n != 2)
		msg_usage("two inputs are wanted, A and B, not %d", n);
	s->operands[0] = s->apply ? s->apply : operands[0];
	s->operands[1] = s->apply ? (n ? operands[0] : "-") : operands[1];
	if (strcmp(s->operands[0], "-") == 0 && strcmp(s->operands[1], "-") == 0)
		msg_usage("standard input can be one of the inputs, not both");
}

static void set_format(struct settings *s, const char *word)
{
	s->patch = strcmp(word, "patch") == 0;
	if (!s->patch && strcmp(word, "json") != 0 && strcmp(word, "text") != 0)
		msg_usage("--format: unknown format '%s': json, text or patch", word);
	s->format = s->patch ? FORMAT_JSON : format_parse(word, false);
}

static void parse(struct settings *s, int argc, char **argv)
{
	bool all = false;

	for (int c; (c = options_next(argc, argv, ":f:o:qhV", options)) != -1;)
		switch (c) {
		case OPT_APPLY: s->apply = optarg; break;
		case OPT_DECISIONS: s->decisions = true; break;
		case OPT_NOISE: s->report.noise = true; break;
		case OPT_ALL: all = true; break;
		case OPT_TOP:
			s->report.top = (size_t)options_number("--top", optarg, 1, INT32_MAX);
			break;
		case OPT_MAX_MEMORY: s->max_memory = memlimit_parse(optarg); break;
		case 'f': set_format(s, optarg); break;
		case 'o': s->output = optarg; break;
		case 'q': s->quiet = true; break;
		case 'h': program_help(help);
		default: program_version();
		}
	if (s->apply && (s->decisions || s->format != FORMAT_AUTO))
		msg_usage("--apply goes without --format and --decisions");
	if (s->patch && s->decisions)
		msg_usage("a patch is of snapshots, not of their decisions");
	take_operands(s, argv + optind, argc - optind);
	if (all)
		s->report.top = 0;
	s->format = format_resolve(s->format, s->output);
}

/* ---- all ---- */

/* One of the two comparisons is to be told, the other is NULL. */
struct answer {
	const struct comparison *snapshots;
	const struct run_comparison *runs;
	size_t *operations; /* how many the patch has */
};

static bool write_text(
	const struct settings *s, struct output *out, const struct answer *a, struct error *e)
{
	int fd = output_fd(out);
	bool terminal = isatty(fd);
	struct report_options o = s->report;
	struct text text = {0};
	bool ok;

	o.colour = terminal && msg_colour(fd);
	o.columns = terminal ? terminal_columns(fd) : 0;
	if (a->runs)
		run_report_text(&text, a->runs, &o);
	else
		report_text(&text, a->snapshots, &o);
	ok = (terminal && pager_show(text_str(&text), terminal_lines(fd))) ||
		output_write(out, text_str(&text).p, text_str(&text).n, e);
	text_free(&text);
	return ok;
}

static bool write_to(
	const struct settings *s, struct output *out, const struct answer *a, struct error *e)
{
	if (s->format == FORMAT_TEXT)
		return write_text(s, out, a, e);
	if (s->patch)
		return patch_write(out, a->snapshots, a->operations, e);
	return a->runs ? run_report_json(out, a->runs, e)
		       : report_json(out, a->snapshots, &s->report, e);
}

/* The exit status. */
static int write_answer(const struct settings *s, const struct answer *a, bool equal)
{
	struct error e = {0};
	struct output *out = output_open(s->output, &e);

	if (out && !write_to(s, out, a, &e)) {
		output_abort(out);
		out = NULL;
	}
	if (!out || !output_commit(out, &e))
		return msg_error(s->output, &e);
	return equal ? SNAP_OK : SNAP_NO;
}

static int compare_snapshots(const struct settings *s, const struct side sides[2])
{
	struct comparison c = {0};

	size_t n = 0;

	comparison_make(&c, sides, s->report.noise);
	int status = write_answer(s, &(struct answer){.snapshots = &c, .operations = &n}, c.equal);
	if (s->patch && status <= SNAP_NO)
		status = n ? SNAP_NO : SNAP_OK;
	comparison_free(&c);
	return status;
}

static int compare_runs(const struct settings *s, struct str texts[2], const struct side sides[2])
{
	struct run runs[2] = {{.name = side_name(&sides[0])}, {.name = side_name(&sides[1])}};
	struct run_comparison c = {0};
	struct error e = {0};
	int status = SNAP_OK;

	for (int i = 0; status == SNAP_OK && i < 2; i++)
		if (!run_read(&runs[i], texts[i], &e))
			status = msg_error(runs[i].name, &e);
	if (status == SNAP_OK) {
		runs_compare(&c, runs);
		status = write_answer(s, &(struct answer){.runs = &c}, c.equal);
		run_comparison_free(&c);
	}
	run_free(&runs[0]);
	run_free(&runs[1]);
	return status;
}

static int compare_decisions(const struct settings *s, const struct side sides[2])
{
	struct strbuf events[2] = {{0}, {0}};
	struct error e = {0};
	int status = SNAP_OK;

	for (int i = 0; status == SNAP_OK && i < 2; i++)
		if (!decisions_of(&sides[i], &events[i], &e))
			status = msg_error(side_name(&sides[i]), &e);
	if (status == SNAP_OK) {
		struct str texts[] = {strbuf_str(&events[0]), strbuf_str(&events[1])};

		status = compare_runs(s, texts, sides);
	}
	strbuf_free(&events[0]);
	strbuf_free(&events[1]);
	return status;
}

static int apply(const struct settings *s, const struct side sides[2])
{
	struct error e = {0};
	bool blame = !sides[0].patch;
	struct output *out = NULL;

	if (blame) {
		error_set(&e, SNAP_INPUT, "not a patch", "it does not begin as one");
		error_hint(&e, "snap-diff --format patch A B writes one");
	} else if (sides[1].patch || sides[1].events) {
		error_set(&e, SNAP_INPUT, "not a snapshot", "%s",
			sides[1].patch ? "it is a patch" : "it is what a replay told");
	} else {
		out = output_open(s->output, &e);
	}
	if (out && !patch_apply(out, sides[0].text, &sides[1], &blame, &e)) {
		output_abort(out);
		out = NULL;
	}
	if (out && output_commit(out, &e))
		return SNAP_OK;
	return msg_error(e.status == SNAP_INPUT ? side_name(&sides[blame ? 0 : 1]) : s->output, &e);
}

static int compare(const struct settings *s, const struct side sides[2])
{
	struct str texts[] = {sides[0].text, sides[1].text};
	struct error e = {0};

	if (s->apply)
		return apply(s, sides);
	if (sides[0].patch || sides[1].patch) {
		error_set(&e, SNAP_INPUT, "not a snapshot", "it is a patch");
		error_hint(&e, "--apply takes one");
		return msg_error(side_name(&sides[sides[0].patch ? 0 : 1]), &e);
	}
	if (sides[0].events && s->patch) {
		error_set(&e, SNAP_USAGE, "--format patch",
			"a patch is of snapshots, not of replays");
		return msg_error(NULL, &e);
	}

	if (sides[0].events != sides[1].events || (s->decisions && sides[0].events)) {
		const struct side *bad = &sides[sides[0].events ? 0 : 1];

		error_set(&e, SNAP_INPUT, "the events of a replay",
			s->decisions ? "--decisions replays snapshots" : "the other is a snapshot");
		error_hint(&e,
			s->decisions ? "without --decisions two replays are compared"
				     : "snap-replay makes events of a snapshot");
		return msg_error(side_name(bad), &e);
	}
	if (s->decisions)
		return compare_decisions(s, sides);
	return sides[0].events ? compare_runs(s, texts, sides) : compare_snapshots(s, sides);
}

static int run(const struct settings *s)
{
	struct side sides[2] = {{.path = s->operands[0]}, {.path = s->operands[1]}};
	const struct side *bad = &sides[0];
	int status;

	if (sides_read(sides)) {
		status = compare(s, sides);
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
