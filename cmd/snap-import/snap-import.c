/* snap-import: makes a snapshot that can be replayed of what other programs write down. */
#include <stdlib.h>
#include <string.h>
#include "common/cleanup.h"
#include "common/grow.h"
#include "common/mem.h"
#include "common/memlimit.h"
#include "common/operand.h"
#include "common/options.h"
#include "common/program.h"
#include "common/import/dump.h"
#include "common/import/feed.h"
#include "common/import/import.h"
#include "save.h"

enum { MOST_NODES = 100000 };

static const char help[] =
	"usage: snap-import [--from FORMAT] [--nodes GROUP=N] [--adopt WHAT]\n"
	"                   [--dump N|list] [--objects FILE] [--profile NAME] [-o PATH]\n"
	"                   [FILE]\n"
	"\n"
	"Writes a snapshot that snap-replay can replay, made of what cluster-autoscaler\n"
	"answers to /snapshotz, of a list (kubectl get nodes,pods,... -A -o json), or of\n"
	"a dump of its cache that kube-scheduler, OpenShift's too, wrote to its log.\n"
	"FILE may be packed with gzip, xz or zstd; without FILE, or with -, it is\n"
	"standard input. What had to be assumed is said on standard error and in the\n"
	"snapshot, as source.assumptions.\n"
	"\n"
	"  --from FORMAT      cluster-autoscaler, kubectl-list or\n"
	"                     kube-scheduler-dump; by default FILE tells\n"
	"  --nodes GROUP=N    N more nodes of a node group, made of its template;\n"
	"                     may be given again\n"
	"  --placeholders     keep the nodes that a running scale-up is to bring\n"
	"  --ready            nodes that the autoscaler alone calls not ready are ready\n"
	"  --adopt WHAT       pending pods that no pod group has get one: pod (each its\n"
	"                     own), owner (those of one owner together), none; by\n"
	"                     default each pod that the autoscaler has room for,\n"
	"                     and of a list without pod groups each one\n"
	"  --dump N|list      the Nth dump of the log, from 1, by default the last; or\n"
	"                     only list them\n"
	"  --objects FILE     a list of kubectl with the objects that a dump names\n"
	"  --profile NAME     configure as this profile of OpenShift's kube-scheduler:\n"
	"                     LowNodeUtilization, HighNodeUtilization or NoScoring\n"
	"  -o, --output PATH  write to PATH instead, whole or not at all; a ZIP, if it\n"
	"                     ends in .zip\n"
	"  --max-memory SIZE  stop when more than this is needed, e.g. 8GiB\n"
	"  -q, --quiet        no progress, and no word of what was assumed\n"
	"  -h, --help         show this help\n"
	"  -V, --version      show the version\n";

enum {
	OPT_FROM = 256,
	OPT_NODES,
	OPT_PLACEHOLDERS,
	OPT_READY,
	OPT_ADOPT,
	OPT_DUMP,
	OPT_OBJECTS,
	OPT_PROFILE,
	OPT_MAX_MEMORY
};

static const struct option options[] = {
	{"from", required_argument, NULL, OPT_FROM},
	{"nodes", required_argument, NULL, OPT_NODES},
	{"placeholders", no_argument, NULL, OPT_PLACEHOLDERS},
	{"ready", no_argument, NULL, OPT_READY},
	{"adopt", required_argument, NULL, OPT_ADOPT},
	{"dump", required_argument, NULL, OPT_DUMP},
	{"objects", required_argument, NULL, OPT_OBJECTS},
	{"profile", required_argument, NULL, OPT_PROFILE},
	{"max-memory", required_argument, NULL, OPT_MAX_MEMORY},
	{"output", required_argument, NULL, 'o'},
	{"quiet", no_argument, NULL, 'q'},
	{"help", no_argument, NULL, 'h'},
	{"version", no_argument, NULL, 'V'},
	{NULL, 0, NULL, 0},
};

struct settings {
	const char *file, *output, *objects;
	long dump; /* its number; 0: the last one */
	bool list; /* the dumps */
	enum source_format from;
	struct import_options import;
	size_t cap_growths;
	uint64_t max_memory; /* 0: the default */
	bool quiet;
};

/* ---- the command line ---- */

static int word_of(const char *option, const char *text, const char *const *words, int n)
{
	struct strbuf list = {0};

	for (int i = 0; i < n; i++)
		if (strcmp(text, words[i]) == 0)
			return i;
	strbuf_add_words(&list, words, n, " or ");
	msg_usage("%s: unknown word '%s': %s", option, text, list.s);
}

static enum adopt adopt_of(const char *text)
{
	static const char *const words[] = {"owner", "pod", "none"};

	return (enum adopt)(ADOPT_OWNER + word_of("--adopt", text, words, 3));
}

/* The last = counts: the name of a group may be a URL. */
static void add_growth(struct settings *s, const char *text)
{
	struct import_options *o = &s->import;
	const char *equals = strrchr(text, '=');

	if (!equals || equals == text)
		msg_usage("--nodes: GROUP=N is wanted, not '%s'", text);
	ARRAY_GROW(o->growths, o->n_growths, s->cap_growths);
	o->growths[o->n_growths++] = (struct growth){
		.group = {text, (size_t)(equals - text)},
		.count = options_number("--nodes", equals + 1, 1, MOST_NODES),
	};
}

static enum profile profile_of(const char *text)
{
#define PROFILE_NAME(NAME, name) name,
	static const char *const words[] = {PROFILES(PROFILE_NAME)};

	return (enum profile)word_of("--profile", text, words, PROFILE_COUNT);
}

static void set_dump(struct settings *s, const char *text)
{
	s->list = strcmp(text, "list") == 0;
	if (!s->list)
		s->dump = (long)options_number("--dump", text, 1, 1000000);
}

static void parse(struct settings *s, int argc, char **argv)
{
	for (int c; (c = options_next(argc, argv, ":o:qhV", options)) != -1;)
		switch (c) {
		case OPT_FROM:
			s->from = (enum source_format)word_of(
				"--from", optarg, source_names, SOURCE_FORMATS);
			break;
		case OPT_NODES: add_growth(s, optarg); break;
		case OPT_PLACEHOLDERS: s->import.placeholders = true; break;
		case OPT_READY: s->import.ready = true; break;
		case OPT_ADOPT: s->import.adopt = adopt_of(optarg); break;
		case OPT_DUMP: set_dump(s, optarg); break;
		case OPT_OBJECTS: s->objects = optarg; break;
		case OPT_PROFILE: s->import.profile = profile_of(optarg); break;
		case OPT_MAX_MEMORY: s->max_memory = memlimit_parse(optarg); break;
		case 'o': s->output = optarg; break;
		case 'q': s->quiet = true; break;
		case 'h': program_help(help);
		default: program_version();
		}
	s->file = program_operand(argc, argv, optind);
}

/* ---- all ---- */

static bool read_json(
	struct import *im, struct feed *feed, enum source_format format, struct error *e)
{
	struct json *r = json_over_stream(feed_next, feed);
	bool good = format == SOURCE_LIST ? list_read(im, r, e) : autoscaler_read(im, r, e);

	json_free(r);
	return good;
}

static bool read_objects(const struct settings *s, struct import *im, struct error *e)
{
	struct feed feed;
	struct error why = {0};
	bool good;

	if (!s->objects)
		return true;
	im->options.with_dump = true;
	good = feed_open(&feed, s->objects, &why) && read_json(im, &feed, SOURCE_LIST, &why);
	feed_close(&feed);
	return good || feed_blame(e, "--objects", s->objects, &why);
}

static bool read_dump(
	const struct settings *s, struct import *im, struct feed *feed, struct error *e)
{
	struct dump d = {0};
	bool good = dump_read(feed, s->dump, NULL, NULL, &d, e) && read_objects(s, im, e) &&
		dump_convert(im, &d, s->objects != NULL, e);

	dump_free(&d);
	return good;
}

static bool read_source(const struct settings *s, struct import *im, struct error *e)
{
	struct feed feed;
	enum source_format format = s->from;
	bool good = feed_open(&feed, s->file, e);

	if (good && format == SOURCE_UNKNOWN)
		format = format_of(feed.head, e);
	good = good && format != SOURCE_UNKNOWN;
	if (good && format != SOURCE_DUMP && (s->objects || s->list || s->dump))
		good = error_set(e, SNAP_USAGE, s->objects ? "--objects" : "--dump",
			"the input is no log with a dump of kube-scheduler");
	if (good && format == SOURCE_DUMP)
		good = s->list ? dump_list(&feed, s->output, e) : read_dump(s, im, &feed, e);
	else if (good)
		good = read_json(im, &feed, format, e);
	feed_close(&feed);
	return good;
}

static void say_assumptions(const struct import *im)
{
	for (size_t i = 0; i < im->n_assumed; i++)
		msg_note("assumed: " STR_FMT, STR_ARG(im->assumed[i]));
}

/* The exit status. */
static int run(const struct settings *s, struct error *e)
{
	struct import im = {.options = s->import, .captured = TIME_ZERO};
	bool good = read_source(s, &im, e);
	int status = SNAP_OK;

	if (good && !s->list) {
		import_fill(&im);
		good = import_save(&im, s->output, e);
		if (good)
			say_assumptions(&im);
		status = im.incomplete ? SNAP_NO : SNAP_OK;
	}
	import_free(&im);
	return good ? status : e->status;
}

int main(int argc, char **argv)
{
	struct settings s = {.from = SOURCE_UNKNOWN, .import.profile = PROFILE_NONE};
	struct error e = {0};

	msg_init("snap-import", false);
	cleanup_install();
	parse(&s, argc, argv);
	msg_init("snap-import", s.quiet);
	const char *input = operand_input(s.file);
	memlimit_set(s.max_memory, input);
	mem_huge_heap();
	int status = run(&s, &e);
	free(s.import.growths);
	if (e.status)
		msg_error(input, &e);
	return program_close(status);
}
