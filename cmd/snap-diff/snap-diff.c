/* snap-diff: what two snapshots, or two replays, differ in. */
#include <stdlib.h>
#include <string.h>
#include "common/cleanup.h"
#include "common/follows.h"
#include "common/mem.h"
#include "common/memlimit.h"
#include "common/options.h"
#include "common/program.h"
#include "compare.h"

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
	"      --now TIME         the cycle's clock for both, as of snap-replay\n"
	"      --follows VERSION  the scheduler's version for both, as of snap-replay\n"
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

enum {
	OPT_APPLY = 256,
	OPT_DECISIONS,
	OPT_NOW,
	OPT_FOLLOWS,
	OPT_NOISE,
	OPT_ALL,
	OPT_TOP,
	OPT_MAX_MEMORY
};
enum { TOP = 10 };

static const struct option options[] = {
	{"apply", required_argument, NULL, OPT_APPLY},
	{"decisions", no_argument, NULL, OPT_DECISIONS},
	{"now", required_argument, NULL, OPT_NOW},
	{"follows", required_argument, NULL, OPT_FOLLOWS},
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
		case OPT_NOW: s->cycle.now = options_time("--now", optarg); break;
		case OPT_FOLLOWS: s->cycle.follows = follows_option(optarg); break;
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
	if (!s->decisions && (s->cycle.follows || s->cycle.now.sec != TIME_ZERO.sec))
		msg_usage("--now and --follows go with --decisions");
	take_operands(s, argv + optind, argc - optind);
	if (all)
		s->report.top = 0;
	s->format = format_resolve(s->format, s->output);
}

/* ---- all ---- */

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
	struct settings s = {.report.top = TOP, .cycle.now = TIME_ZERO};

	msg_init("snap-diff", false);
	cleanup_install();
	parse(&s, argc, argv);
	msg_init("snap-diff", s.quiet);
	memlimit_set(s.max_memory, s.operands[1]);
	return program_close(run(&s));
}
