/* snap-minimise: of a snapshot, what is needed for something to be so. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/follows.h"
#include "common/mem.h"
#include "common/memlimit.h"
#include "common/operand.h"
#include "common/options.h"
#include "common/program.h"
#include "minimise.h"
#include "probe.h"

static const char help[] =
	"usage: snap-minimise --keep PREDICATE|--test COMMAND [options] [FILE]\n"
	"\n"
	"Writes a small snapshot in which something is still so. Objects go as long as\n"
	"the cycle, replayed on the rest, shows the same; at the end none can go alone.\n"
	"Pods that run become room that nodes lack, equal objects one.\n"
	"\n"
	"      --keep PREDICATE   what must stay so; may be repeated. One of\n"
	"                           evicted POD, evicted POD=ACTION\n"
	"                           bound POD, bound POD=NODE\n"
	"                           pending POD, pending POD~TEXT\n"
	"                           slower-than DURATION, unsupported FEATURE\n"
	"                           differs TOOL: a snapshot-tool, or another\n"
	"                             snap-replay, decides differently\n"
	"                           jq PROGRAM: it has an output for an event\n"
	"                           not PREDICATE\n"
	"                         where POD is NAMESPACE/NAME, or NAME if that is enough\n"
	"      --test COMMAND     a command that ends with status 0 while it is so,\n"
	"                         with the snapshot on standard input; may be repeated\n"
	"      --confirm TOOL     does a snapshot-tool, run on the result, show the same?\n"
	"      --level LEVEL      objects (default): whole objects go; fields: then also\n"
	"                         fields of those that are left; values: then amounts\n"
	"                         become round, names letters, times one, settings the\n"
	"                         built-in ones\n"
	"      --jobs N           processes at a time (default: the processors)\n"
	"      --budget DURATION  after so long, write the smallest so far (status 5)\n"
	"      --now TIME         the cycle's clock, as of snap-replay\n"
	"      --follows VERSION  the scheduler's version, as of snap-replay\n"
	"  -o, --output PATH      write to PATH instead, whole or not at all\n"
	"      --max-memory SIZE  most memory to take (default: half of the machine)\n"
	"  -q, --quiet            no notes\n"
	"  -h, --help             show this help\n"
	"  -V, --version          show the version\n";

const char *const minimise_levels[LEVELS] = {"objects", "fields", "values"};

enum {
	OPT_KEEP = 256,
	OPT_TEST,
	OPT_CONFIRM,
	OPT_LEVEL,
	OPT_JOBS,
	OPT_BUDGET,
	OPT_NOW,
	OPT_FOLLOWS,
	OPT_MAX_MEMORY
};

static const struct option options[] = {
	{"keep", required_argument, NULL, OPT_KEEP},
	{"test", required_argument, NULL, OPT_TEST},
	{"confirm", required_argument, NULL, OPT_CONFIRM},
	{"level", required_argument, NULL, OPT_LEVEL},
	{"jobs", required_argument, NULL, OPT_JOBS},
	{"budget", required_argument, NULL, OPT_BUDGET},
	{"now", required_argument, NULL, OPT_NOW},
	{"follows", required_argument, NULL, OPT_FOLLOWS},
	{"output", required_argument, NULL, 'o'},
	{"max-memory", required_argument, NULL, OPT_MAX_MEMORY},
	{"quiet", no_argument, NULL, 'q'},
	{"help", no_argument, NULL, 'h'},
	{"version", no_argument, NULL, 'V'},
	{NULL, 0, NULL, 0},
};

static void add_predicate(struct settings *s, const char *words)
{
	struct predicate p;
	struct error e = {0};

	if (!predicate_parse(&p, str_of(words), &e))
		msg_usage("%s: %s", e.what, e.why);
	s->keep = xrealloc_array(s->keep, (size_t)s->n_keep + 1, sizeof *s->keep);
	s->keep[s->n_keep++] = p;
}

static void add_test(struct settings *s, const char *command)
{
	s->tests = xrealloc_array(s->tests, (size_t)s->n_tests + 1, sizeof *s->tests);
	s->tests[s->n_tests++] = command;
}

static enum level level(const char *word)
{
	for (enum level l = 0; l < LEVELS; l++)
		if (!strcmp(word, minimise_levels[l]))
			return l;
	msg_usage("--level: unknown level '%s': objects, fields or values", word);
}

/* The tool of --confirm can be run, and its events show a predicate. */
static void check_confirm(const struct settings *s)
{
	bool any = false;

	for (int i = 0; i < s->n_keep; i++)
		any = any || predicate_of_tools(&s->keep[i]);
	if (s->confirm && !any)
		msg_usage(
			"--confirm: a tool shows what is evicted, bound or pending, or a jq program of --keep");
	if (s->confirm && access(s->confirm, X_OK) != 0)
		msg_usage("--confirm: cannot run '%s': %s", s->confirm, strerror(errno));
}

static void parse(struct settings *s, int argc, char **argv)
{
	uint64_t memory = 0;
	bool quiet = false;

	for (int c; (c = options_next(argc, argv, ":o:qhV", options)) != -1;)
		switch (c) {
		case OPT_KEEP: add_predicate(s, optarg); break;
		case OPT_TEST: add_test(s, optarg); break;
		case OPT_CONFIRM: s->confirm = optarg; break;
		case OPT_LEVEL: s->level = level(optarg); break;
		case OPT_JOBS:
			s->jobs = (int)options_number("--jobs", optarg, 1, OPTIONS_AT_ONCE);
			break;
		case OPT_BUDGET: s->budget_ms = options_timeout("--budget", optarg); break;
		case OPT_NOW: s->now = options_time("--now", optarg); break;
		case OPT_FOLLOWS: s->follows = follows_option(optarg); break;
		case OPT_MAX_MEMORY: memory = memlimit_parse(optarg); break;
		case 'o': s->output = optarg; break;
		case 'q': quiet = true; break;
		case 'h': program_help(help);
		case 'V': program_version();
		}
	s->file = program_operand(argc, argv, optind);
	if (!s->n_keep && !s->n_tests)
		msg_usage("--keep PREDICATE or --test COMMAND: what must stay so?");
	check_confirm(s);
	msg_init("snap-minimise", quiet);
	memlimit_set(memory, operand_input(s->file));
}

int main(int argc, char **argv)
{
	struct settings s = {.now = TIME_ZERO};
	int status;

	msg_init("snap-minimise", false);
	cleanup_install();
	s.jobs = options_processors();
	parse(&s, argc, argv);
	status = minimise(&s);
	for (int i = 0; i < s.n_keep; i++)
		predicate_free(&s.keep[i]);
	free(s.keep);
	free(s.tests);
	return program_close(status);
}
