/* snap-config: configurations of schedulers, merged, rendered, compared, with their defaults. */
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/memlimit.h"
#include "common/operand.h"
#include "common/options.h"
#include "common/output.h"
#include "config.h"

static const char help[] =
	"usage: snap-config merge FILE...\n"
	"       snap-config profile [--openshift 4.N] [--dra] PROFILE\n"
	"       snap-config loglevel [--operator] LEVEL\n"
	"       snap-config diff A B\n"
	"       snap-config kai [FILE]\n"
	"Configurations of schedulers, in YAML or JSON.\n"
	"\n"
	"  merge FILE...        sparse configurations, each laid over the ones before it,\n"
	"                       as OpenShift's operators do\n"
	"  profile PROFILE      what OpenShift renders for its kube-scheduler for\n"
	"                       LowNodeUtilization, HighNodeUtilization or NoScoring\n"
	"  loglevel LEVEL       the number of Normal, Debug, Trace or TraceAll behind -v\n"
	"                       of OpenShift's kube-scheduler, or the word of a number\n"
	"  diff A B             where two configurations differ in meaning; exit 1 if\n"
	"                       they do\n"
	"  kai [FILE]           KAI Scheduler's configuration with its defaults, of a\n"
	"                       snapshot or a file; without FILE the built-in one\n"
	"\n"
	"      --openshift 4.N  as this release of OpenShift does, from 4.7 to 4.23\n"
	"                       (default: 4.22)\n"
	"      --dra            with dynamicResourceAllocation: Enabled, 4.16 to 4.20\n"
	"      --operator       of the operator's own log\n"
	"  -f, --format FORMAT  of diff: json or text (default on a terminal)\n"
	"  -o, --output PATH    write to PATH instead of standard output\n"
	"  -q, --quiet          no messages but errors\n"
	"  -h, --help           show this help\n"
	"  -V, --version        show the version\n";

enum { OPT_OPENSHIFT = 256, OPT_DRA, OPT_OPERATOR };

static const struct option options[] = {
	{"openshift", required_argument, NULL, OPT_OPENSHIFT},
	{"dra", no_argument, NULL, OPT_DRA},
	{"operator", no_argument, NULL, OPT_OPERATOR},
	{"format", required_argument, NULL, 'f'},
	{"output", required_argument, NULL, 'o'},
	{"quiet", no_argument, NULL, 'q'},
	{"help", no_argument, NULL, 'h'},
	{"version", no_argument, NULL, 'V'},
	{NULL, 0, NULL, 0},
};

#define ANY_NUMBER 100000

static const struct command {
	const char *name, *operands;
	int least, most;
	config_command *run;
} commands[] = {
	{"merge", "FILE...", 1, ANY_NUMBER, config_merge},
	{"profile", "PROFILE", 1, 1, config_profile},
	{"loglevel", "LEVEL", 1, 1, config_loglevel},
	{"diff", "A B", 2, 2, config_diff},
	{"kai", "[FILE]", 0, 1, config_kai},
};
enum { N_COMMANDS = sizeof commands / sizeof *commands };

struct settings {
	const struct command *command;
	struct config_options config;
	const char *output;
	bool quiet;
};

/* ---- the command line ---- */

static const struct command *command_of(const char *name)
{
	const char *names[N_COMMANDS];
	struct strbuf known = {0};

	for (int i = 0; i < N_COMMANDS; i++)
		names[i] = commands[i].name;
	strbuf_add_words(&known, names, N_COMMANDS, " or ");
	if (!name)
		msg_usage("no command: %s", known.s);
	for (int i = 0; name && i < N_COMMANDS; i++)
		if (strcmp(name, names[i]) == 0) {
			strbuf_free(&known);
			return &commands[i];
		}
	msg_usage("unknown command '%s': %s", name, known.s);
}

static void check(const struct settings *s)
{
	const struct config_options *c = &s->config;
	const struct command *k = s->command;
	int from_stdin = 0;

	if (c->n_operands < k->least || c->n_operands > k->most)
		msg_usage("%s %s is wanted", k->name, k->operands);
	if (k->run != config_profile && (c->openshift || c->dra))
		msg_usage("--openshift and --dra go with profile");
	if (k->run != config_loglevel && c->operator_level)
		msg_usage("--operator goes with loglevel");
	if (k->run != config_diff && c->format != FORMAT_AUTO)
		msg_usage("--format goes with diff");
	for (int i = 0; i < c->n_operands; i++)
		from_stdin += strcmp(c->operands[i], "-") == 0;
	if (from_stdin > 1)
		msg_usage("standard input can be one of the files, not %d", from_stdin);
}

static void parse(struct settings *s, int argc, char **argv)
{
	for (int c; (c = options_next(argc, argv, ":f:o:qhV", options)) != -1;)
		switch (c) {
		case OPT_OPENSHIFT: s->config.openshift = optarg; break;
		case OPT_DRA: s->config.dra = true; break;
		case OPT_OPERATOR: s->config.operator_level = true; break;
		case 'f': s->config.format = format_parse(optarg, false); break;
		case 'o': s->output = optarg; break;
		case 'q': s->quiet = true; break;
		case 'h': program_help(help);
		default: program_version();
		}
	s->command = command_of(argv[optind]);
	s->config.operands = argv + optind + 1;
	s->config.n_operands = argc - optind - 1;
	check(s);
	s->config.format = format_resolve(s->config.format, s->output);
}

/* ---- all ---- */

static int run(const struct settings *s)
{
	struct error e = {0};
	struct config_run r = {.options = &s->config, .e = &e};
	int status = s->command->run(&r);

	if (status == SNAP_OK || status == SNAP_NO) {
		r.input = s->output;
		if (!output_whole(s->output, strbuf_str(&r.out), &e))
			status = e.status;
	}
	if (e.status)
		msg_error(r.input ? operand_input(r.input) : NULL, &e);
	strbuf_free(&r.out);
	arena_free(&r.arena);
	return status;
}

int main(int argc, char **argv)
{
	struct settings s = {0};

	msg_init("snap-config", false);
	cleanup_install();
	parse(&s, argc, argv);
	msg_init("snap-config", s.quiet);
	memlimit_set(0, s.command->name);
	return program_close(run(&s));
}
