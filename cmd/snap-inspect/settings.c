#include "settings.h"
#include <string.h>
#include "common/memlimit.h"
#include "common/operand.h"
#include "common/options.h"
#include "peer.h"

static const char help[] =
	"usage: snap-inspect [--check | --list KIND] [--filter JQ] [options] [FILE]\n"
	"       snap-inspect [--dump N|list] [--objects LIST] [options] LOG\n"
	"Say what a snapshot holds and what is wrong with it; or what is free on the\n"
	"nodes of what cluster-autoscaler answers to /snapshotz, and of a dump that\n"
	"kube-scheduler wrote to its log.\n"
	"\n"
	"  -k, --check               only the verdict and the warnings; exit 1 if one is\n"
	"                            an error\n"
	"  -l, --list KIND           the objects of one kind (pods, nodes, queues,\n"
	"                            podGroups, ...), one a line\n"
	"  -F, --filter JQ           run a jq program on the snapshot, or on each object\n"
	"                            with --list\n"
	"      --from-file PATH      the same, with the program in a file\n"
	"      --dump N|list         the Nth dump of a log, from 1, by default the last\n"
	"                            one; or only list them\n"
	"      --objects LIST        compare a dump with the nodes and pods in a list of\n"
	"                            kubectl; exit 1 if the scheduler's cache is corrupt\n"
	"      --config FILE         show and check the configuration in this file (YAML,\n"
	"                            JSON) in place of the snapshot's\n"
	"  -f, --format FORMAT       json (default), text (default on a terminal) or tsv\n"
	"                            (a table of the queues, of the warnings, or of the\n"
	"                            kind)\n"
	"  -o, --output PATH         write to PATH instead of standard output\n"
	"      --max-memory SIZE     stop when more than this is needed, e.g. 8GiB\n"
	"                            (default: half of what there is)\n"
	"  -q, --quiet               no messages but errors\n"
	"  -h, --help                this text\n"
	"  -V, --version             the version\n"
	"\n"
	"With --filter or --from-file, as in jq:\n"
	"  -n, --null-input          the input is null; input and inputs read it\n"
	"  -s, --slurp               all inputs as one list\n"
	"      --stream              of each input its leaves, with their paths\n"
	"  -r, --raw-output          strings without quotes\n"
	"  -j, --join-output         the same, and nothing behind each result\n"
	"      --raw-output0         the same, and a NUL behind each result\n"
	"  -a, --ascii-output        other characters as \\uNNNN\n"
	"  -S, --sort-keys           members sorted by their keys\n"
	"  -c, --compact-output      each result on one line\n"
	"      --tab                 indent with tabs\n"
	"      --indent N            indent with N blanks, 0 to 7 (default 2)\n"
	"      --seq                 an RS before each result (RFC 7464)\n"
	"  -C, --color-output        colours also where no terminal is\n"
	"  -M, --monochrome-output   no colours\n"
	"  -e, --exit-status         exit 1 if the last result is false or null, 4 if\n"
	"                            there is none\n"
	"      --arg NAME VALUE      $NAME is the string VALUE\n"
	"      --argjson NAME JSON   $NAME is the JSON value\n"
	"      --rawfile NAME PATH   $NAME is the file's text\n"
	"      --slurpfile NAME PATH $NAME is the list of the file's JSON texts\n"
	"      --args, --jsonargs    operands behind it are $ARGS.positional, as strings\n"
	"                            or JSON\n";

enum {
	OPT_MAX_MEMORY = 256,
	OPT_CONFIG,
	OPT_FROM_FILE,
	OPT_DUMP,
	OPT_OBJECTS,
	/* The short options of jq, and from here on jq's others. */
	OPT_TAB,
	OPT_INDENT,
	OPT_SEQ,
	OPT_STREAM,
	OPT_RAW0,
	OPT_ARGS,
	OPT_JSONARGS,
	OPT_NAMED /* + enum argument_kind */
};
#define JQ_LETTERS "rcesnSjaCM"

static const struct option long_options[] = {
	{"check", no_argument, NULL, 'k'},
	{"list", required_argument, NULL, 'l'},
	{"filter", required_argument, NULL, 'F'},
	{"raw-output", no_argument, NULL, 'r'},
	{"compact-output", no_argument, NULL, 'c'},
	{"from-file", required_argument, NULL, OPT_FROM_FILE},
	{"config", required_argument, NULL, OPT_CONFIG},
	{"dump", required_argument, NULL, OPT_DUMP},
	{"objects", required_argument, NULL, OPT_OBJECTS},
	{"tab", no_argument, NULL, OPT_TAB},
	{"indent", required_argument, NULL, OPT_INDENT},
	{"exit-status", no_argument, NULL, 'e'},
	{"null-input", no_argument, NULL, 'n'},
	{"slurp", no_argument, NULL, 's'},
	{"stream", no_argument, NULL, OPT_STREAM},
	{"join-output", no_argument, NULL, 'j'},
	{"raw-output0", no_argument, NULL, OPT_RAW0},
	{"ascii-output", no_argument, NULL, 'a'},
	{"sort-keys", no_argument, NULL, 'S'},
	{"seq", no_argument, NULL, OPT_SEQ},
	{"color-output", no_argument, NULL, 'C'},
	{"monochrome-output", no_argument, NULL, 'M'},
	{"arg", required_argument, NULL, OPT_NAMED + ARGUMENT_TEXT},
	{"argjson", required_argument, NULL, OPT_NAMED + ARGUMENT_JSON},
	{"slurpfile", required_argument, NULL, OPT_NAMED + ARGUMENT_SLURPFILE},
	{"rawfile", required_argument, NULL, OPT_NAMED + ARGUMENT_RAWFILE},
	{"args", no_argument, NULL, OPT_ARGS},
	{"jsonargs", no_argument, NULL, OPT_JSONARGS},
	{"format", required_argument, NULL, 'f'},
	{"output", required_argument, NULL, 'o'},
	{"max-memory", required_argument, NULL, OPT_MAX_MEMORY},
	{"quiet", no_argument, NULL, 'q'},
	{"help", no_argument, NULL, 'h'},
	{"version", no_argument, NULL, 'V'},
	{NULL, 0, NULL, 0},
};

/* --arg and the like take two arguments; the second is the one that getopt would look at next. */
static void named_argument(struct settings *o, int argc, char **argv, enum argument_kind kind)
{
	const char *name = optarg;

	if (optind >= argc)
		msg_usage("option '%s' needs two arguments, a name and a value",
			argument_option(kind));
	arguments_name(&o->arguments, kind, name, argv[optind++]);
}

static void operand(struct settings *o, const char *text)
{
	if (o->operand != OPERAND_INPUT)
		arguments_add(&o->arguments,
			o->operand == OPERAND_TEXT ? ARGUMENT_TEXT : ARGUMENT_JSON, text);
	else if (o->input)
		msg_usage("one FILE at most, not also '%s'", text);
	else
		o->input = text;
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

static void dump_argument(struct settings *o, const char *text)
{
	o->list_dumps = strcmp(text, "list") == 0;
	o->dump = o->list_dumps ? 0 : (long)options_number("--dump", text, 1, 1000000);
}

static void check_together(const struct settings *o)
{
	bool program = o->filter.program || o->from_file;

	if (o->filter.program && o->from_file)
		msg_usage("one of --filter and --from-file, not both");
	if (o->check && (o->list != KIND_NONE || program))
		msg_usage("--check goes neither with --list nor with --filter");
	if (program && o->format == FORMAT_TSV)
		msg_usage(
			"--format tsv does not go with --filter: @tsv in the program makes such lines");
	if (o->config && (o->list != KIND_NONE || program))
		msg_usage("--config goes neither with --list nor with --filter");
	if (o->config && !strcmp(o->config, "-") && operand_is_standard(o->input))
		msg_usage("standard input can be the snapshot or --config, not both");
	if (!program && o->jq_option)
		msg_usage("--%s goes with --filter", o->jq_option);
}

/* The options of jq. */
static void jq_option(struct settings *o, int c, int argc, char **argv)
{
	struct filter_options *f = &o->filter;

	switch (c) {
	case 'r': f->raw = true; break;
	case 'j': f->raw = f->join = true; break;
	case OPT_RAW0: f->raw = f->nul = true; break;
	case 'a': f->ascii = true; break;
	case 'S': f->sorted = true; break;
	case 'c': f->indent = 0; break;
	case OPT_TAB: f->indent = INDENT_TAB; break;
	case OPT_INDENT: f->indent = (int)options_number("--indent", optarg, 0, 7); break;
	case OPT_SEQ: f->seq = true; break;
	case 'e': f->exit_status = true; break;
	case 'n': f->null_input = true; break;
	case 's': o->slurp = true; break;
	case OPT_STREAM: o->stream = true; break;
	case 'C': o->colour = o->colour == COLOUR_NO ? COLOUR_NO : COLOUR_YES; break;
	case 'M': o->colour = COLOUR_NO; break;
	case OPT_ARGS: o->operand = OPERAND_TEXT; break;
	case OPT_JSONARGS: o->operand = OPERAND_JSON; break;
	default: named_argument(o, argc, argv, (enum argument_kind)(c - OPT_NAMED)); break;
	}
}

static void note_jq_option(struct settings *o, int c)
{
	for (const struct option *l = long_options; !o->jq_option && l->name; l++)
		if (l->val == c)
			o->jq_option = l->name;
}

void settings_parse(struct settings *o, int argc, char **argv)
{
	int c;

	*o = (struct settings){.list = KIND_NONE, .filter.indent = INDENT_DEFAULT};
	/* In order: what stands behind --args is no FILE. */
	while ((c = options_next(argc, argv, "-:kl:F:f:o:qhV" JQ_LETTERS, long_options)) != -1) {
		if (c >= OPT_TAB || (c > 1 && c < OPT_MAX_MEMORY && strchr(JQ_LETTERS, c))) {
			note_jq_option(o, c);
			jq_option(o, c, argc, argv);
			continue;
		}
		switch (c) {
		case 1: operand(o, optarg); break;
		case 'k': o->check = true; break;
		case 'l': o->list = kind_argument(optarg); break;
		case 'F': o->filter.program = optarg; break;
		case OPT_FROM_FILE: o->from_file = optarg; break;
		case OPT_CONFIG: o->config = optarg; break;
		case OPT_DUMP: dump_argument(o, optarg); break;
		case OPT_OBJECTS: o->objects = optarg; break;
		case 'f': o->format = format_parse(optarg, true); break;
		case 'o': o->output = optarg; break;
		case OPT_MAX_MEMORY: o->max_memory = memlimit_parse(optarg); break;
		case 'q': o->quiet = true; break;
		case 'h': program_help(help);
		case 'V': program_version();
		}
	}
	for (; optind < argc; optind++)
		operand(o, argv[optind]);
	check_together(o);
	msg_init("snap-inspect", o->quiet);
}
