#include "arguments.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "argument_words.h"
#include "common/deadline.h"
#include "common/mem.h"
#include "common/memlimit.h"
#include "common/operand.h"
#include "common/options.h"
#include "version.h"

static const char help[] =
	"usage: snap-replay [options] [FILE]\n"
	"\n"
	"Replays one scheduling cycle on a snapshot and prints what is decided. FILE is a\n"
	"ZIP, JSON or compressed JSON; without FILE, or with -, standard input.\n"
	"\n"
	"Engine:\n"
	"      --engine native        our engine, the default\n"
	"      --follows VERSION      as that scheduler (default: v0.17.0), or auto\n"
	"      --switch NAME=on|off   one behaviour otherwise\n"
	"      --tool PATH            a real snapshot-tool\n"
	"      --ref REF              a real snapshot-tool built from this git ref\n"
	"      --repo DIR             repository of --ref (default: the current folder's)\n"
	"      --arch ARCH            of bin/snapshot-tool-ARCH (default: this machine's)\n"
	"      --build CMD            shell command that builds it (default: as in\n"
	"                             snap-compare-refs)\n"
	"      --no-build, --rebuild  only, or nothing of, what was built before\n"
	"\n"
	"Cycle:\n"
	"      --now TIME             the cycle's clock: RFC 3339, a date, now or -10m\n"
	"                             (default: that of the capture, else the newest time\n"
	"                             in the snapshot)\n"
	"      --actions LIST         run these actions instead of those that the\n"
	"                             snapshot configures\n"
	"      --config FILE          another configuration, in YAML or JSON\n"
	"      --config-as-is         what the configuration leaves out is off\n"
	"      --like-snapshot-tool   evicted pods are gone at once, as in the original\n"
	"                             tool, and --config-as-is (native engine)\n"
	"      --seed N               throw the scheduler's dice anew: what differs from\n"
	"                             another N was decided by chance\n"
	"      --search-budget MODE   off (default): search to the end; steps[:COST]: the\n"
	"                             snapshot's budgets on a clock that each scenario\n"
	"                             advances by COST (default 1ms); wall: on the real\n"
	"                             clock\n"
	"      --exhaustive           no short cuts: the same decisions, slowly\n"
	"      --threads N            search with at most N processors (default: all)\n"
	"      --victim-notes N       keep notes on why victims find no other place until\n"
	"                             N were tried (default 50000)\n"
	"\n"
	"Output:\n"
	"      --show WHAT,...        start, queues, decisions, pending, pods, net,\n"
	"                             summary, search, unplaced, all (default: all but\n"
	"                             pods, search and unplaced, which are of the\n"
	"                             native engine)\n"
	"      --queue NAME           only of this queue and those below it\n"
	"      --namespace NAME       only of this namespace\n"
	"      --podgroup PATTERN     only pod groups that match, as file names do\n"
	"      --top N                at most N rows of a list, or events of a kind\n"
	"      --all                  everything, not one screen (text)\n"
	"      --sort KEY             queues by allocated, over or requested (text)\n"
	"      --no-pager             not through $PAGER (text)\n"
	"      --explain NAME         say why, for a pod or pod group; repeatable\n"
	"      --explain-depth DEPTH  verdict, usual (the default) or full\n"
	"      --no-timings           leave durations out of the summary\n"
	"  -f, --format FORMAT        json (one event a line), text or tsv (a table for\n"
	"                             each word of --show; default: text on a terminal,\n"
	"                             else json)\n"
	"  -o, --output PATH          write to PATH instead of standard output\n"
	"\n"
	"Diagnosis:\n"
	"  -v, --verbosity N          log at this level, as the scheduler does, to\n"
	"                             standard error\n"
	"      --log-file PATH        the log goes there instead; level 4 without -v\n"
	"      --cpuprofile PATH      write a CPU profile, for go tool pprof\n"
	"      --memprofile PATH      write a heap profile (with --tool or --ref)\n"
	"      --timeout TIME         stop when it takes longer: 90 (seconds), 5m\n"
	"      --max-memory SIZE      stop when more is needed: 8GiB\n"
	"                             (default: half of what there is)\n"
	"  -q, --quiet                no warnings and no progress\n"
	"  -h, --help                 show this help\n"
	"  -V, --version              show the version\n";

enum {
	OPT_ENGINE = 256,
	OPT_FOLLOWS,
	OPT_SWITCH,
	OPT_TOOL,
	OPT_REF,
	OPT_REPO,
	OPT_ARCH,
	OPT_BUILD,
	OPT_NO_BUILD,
	OPT_REBUILD,
	OPT_NOW,
	OPT_ACTIONS,
	OPT_CONFIG,
	OPT_CONFIG_AS_IS,
	OPT_LIKE_TOOL,
	OPT_SEED,
	OPT_BUDGET,
	OPT_EXHAUSTIVE,
	OPT_THREADS,
	OPT_VICTIM_NOTES,
	OPT_SHOW,
	OPT_QUEUE,
	OPT_NAMESPACE,
	OPT_PODGROUP,
	OPT_TOP,
	OPT_ALL,
	OPT_SORT,
	OPT_NO_PAGER,
	OPT_EXPLAIN,
	OPT_EXPLAIN_DEPTH,
	OPT_NO_TIMINGS,
	OPT_LOG_FILE,
	OPT_CPUPROFILE,
	OPT_MEMPROFILE,
	OPT_TIMEOUT,
	OPT_MAX_MEMORY
};

static const struct option options[] = {
	{"engine", required_argument, NULL, OPT_ENGINE},
	{"follows", required_argument, NULL, OPT_FOLLOWS},
	{"switch", required_argument, NULL, OPT_SWITCH},
	{"tool", required_argument, NULL, OPT_TOOL},
	{"ref", required_argument, NULL, OPT_REF},
	{"repo", required_argument, NULL, OPT_REPO},
	{"arch", required_argument, NULL, OPT_ARCH},
	{"build", required_argument, NULL, OPT_BUILD},
	{"no-build", no_argument, NULL, OPT_NO_BUILD},
	{"rebuild", no_argument, NULL, OPT_REBUILD},
	{"now", required_argument, NULL, OPT_NOW},
	{"actions", required_argument, NULL, OPT_ACTIONS},
	{"config", required_argument, NULL, OPT_CONFIG},
	{"config-as-is", no_argument, NULL, OPT_CONFIG_AS_IS},
	{"like-snapshot-tool", no_argument, NULL, OPT_LIKE_TOOL},
	{"seed", required_argument, NULL, OPT_SEED},
	{"search-budget", required_argument, NULL, OPT_BUDGET},
	{"exhaustive", no_argument, NULL, OPT_EXHAUSTIVE},
	{"threads", required_argument, NULL, OPT_THREADS},
	{"victim-notes", required_argument, NULL, OPT_VICTIM_NOTES},
	{"show", required_argument, NULL, OPT_SHOW},
	{"queue", required_argument, NULL, OPT_QUEUE},
	{"namespace", required_argument, NULL, OPT_NAMESPACE},
	{"podgroup", required_argument, NULL, OPT_PODGROUP},
	{"top", required_argument, NULL, OPT_TOP},
	{"all", no_argument, NULL, OPT_ALL},
	{"sort", required_argument, NULL, OPT_SORT},
	{"no-pager", no_argument, NULL, OPT_NO_PAGER},
	{"explain", required_argument, NULL, OPT_EXPLAIN},
	{"explain-depth", required_argument, NULL, OPT_EXPLAIN_DEPTH},
	{"no-timings", no_argument, NULL, OPT_NO_TIMINGS},
	{"format", required_argument, NULL, 'f'},
	{"output", required_argument, NULL, 'o'},
	{"verbosity", required_argument, NULL, 'v'},
	{"log-file", required_argument, NULL, OPT_LOG_FILE},
	{"cpuprofile", required_argument, NULL, OPT_CPUPROFILE},
	{"memprofile", required_argument, NULL, OPT_MEMPROFILE},
	{"timeout", required_argument, NULL, OPT_TIMEOUT},
	{"max-memory", required_argument, NULL, OPT_MAX_MEMORY},
	{"quiet", no_argument, NULL, 'q'},
	{"help", no_argument, NULL, 'h'},
	{"version", no_argument, NULL, 'V'},
	{NULL, 0, NULL, 0},
};

static void add_explain(struct replay_options *o, const char *name)
{
	if (!*name)
		msg_usage("--explain needs the name of a pod or pod group");
	o->explain = xrealloc_array(o->explain, (size_t)o->n_explain + 1, sizeof *o->explain);
	o->explain[o->n_explain++] = name;
}

static void follow(struct replay_options *o, const char *version)
{
	struct error e = {0};

	o->follows_given = true;
	o->follows_auto = !strcmp(version, FOLLOWS_AUTO);
	if (!o->follows_auto && !follows_find(str_of(version), &o->follows) &&
		!version_refuse(str_of(version), "", &e))
		exit(msg_error(NULL, &e));
}

static bool parse_engine(struct replay_options *o, int c, bool *native)
{
	switch (c) {
	case OPT_ENGINE:
		if (strcmp(optarg, "native") != 0)
			msg_usage(
				"--engine: unknown engine '%s': native, or use --tool PATH or --ref REF",
				optarg);
		*native = true;
		return true;
	case OPT_FOLLOWS: follow(o, optarg); return true;
	case OPT_SWITCH: argument_switch(o, optarg); return true;
	case OPT_TOOL: o->tool = optarg; return true;
	case OPT_REF: o->ref = optarg; return true;
	case OPT_REPO: o->build.repo = optarg; return true;
	case OPT_ARCH: o->build.arch = refbuild_arch(optarg); return true;
	case OPT_BUILD: o->build.build = optarg; return true;
	case OPT_NO_BUILD: o->build.no_build = true; return true;
	case OPT_REBUILD: o->build.rebuild = true; return true;
	default: return false;
	}
}

static bool parse_cycle(struct replay_options *o, int c)
{
	switch (c) {
	case OPT_NOW:
		o->now = options_time("--now", optarg);
		o->now_given = true;
		return true;
	case OPT_ACTIONS: o->actions = optarg; return true;
	case OPT_CONFIG: o->config = optarg; return true;
	case OPT_CONFIG_AS_IS: o->config_as_is = true; return true;
	case OPT_LIKE_TOOL: o->like_snapshot_tool = true; return true;
	case OPT_SEED:
		o->seed = options_number("--seed", optarg, 0, LONG_MAX);
		o->seed_given = true;
		return true;
	case OPT_BUDGET: argument_budget(o, optarg); return true;
	case OPT_EXHAUSTIVE: o->exhaustive = true; return true;
	case OPT_THREADS:
		o->threads = (int)options_number("--threads", optarg, 1, OPTIONS_AT_ONCE);
		o->threads_given = true;
		return true;
	case OPT_VICTIM_NOTES:
		o->victim_notes = (long)options_number("--victim-notes", optarg, 0, LONG_MAX);
		o->victim_notes_given = true;
		return true;
	default: return false;
	}
}

static bool parse_filter(struct replay_options *o, int c)
{
	switch (c) {
	case OPT_QUEUE: o->only.queue = optarg; return true;
	case OPT_NAMESPACE: o->only.ns = optarg; return true;
	case OPT_PODGROUP: o->only.pod_group = optarg; return true;
	case OPT_TOP: o->only.top = (int)options_number("--top", optarg, 1, INT_MAX); return true;
	case OPT_ALL: o->all = true; return true;
	case OPT_SORT: o->sort = argument_sort(optarg); return true;
	case OPT_NO_PAGER: o->no_pager = true; return true;
	default: return false;
	}
}

static bool parse_output(struct replay_options *o, int c)
{
	switch (c) {
	case OPT_SHOW: o->show = argument_show(optarg); return true;
	case OPT_EXPLAIN: add_explain(o, optarg); return true;
	case OPT_EXPLAIN_DEPTH:
		o->depth = argument_depth(optarg);
		o->depth_given = true;
		return true;
	case OPT_NO_TIMINGS: o->no_timings = true; return true;
	case 'f': o->format = format_parse(optarg, true); return true;
	case 'o': o->output = optarg; return true;
	case 'v':
		o->verbosity = (int)options_number("--verbosity", optarg, 0, INT_MAX);
		return true;
	case OPT_LOG_FILE: o->log_file = optarg; return true;
	case OPT_CPUPROFILE: o->cpuprofile = optarg; return true;
	case OPT_MEMPROFILE: o->memprofile = optarg; return true;
	default: return false;
	}
}

/* Options that contradict each other, or that a real tool cannot follow: better refused than
 * answered with something else. */
static void check(struct replay_options *o, bool native)
{
	if ((native ? 1 : 0) + (o->tool ? 1 : 0) + (o->ref ? 1 : 0) > 1)
		msg_usage("one of --engine native, --tool and --ref, not several");
	const struct refbuild *b = &o->build;
	if (!o->ref && (b->repo || b->arch || b->build || b->no_build || b->rebuild))
		msg_usage("--repo, --arch, --build, --no-build and --rebuild go with --ref");
	refbuild_check(b);
	if (o->n_explain && o->format == FORMAT_TSV)
		msg_usage("--explain goes with --format json or text");
	if (o->depth_given && !o->n_explain)
		msg_usage("--explain-depth goes with --explain NAME");
	if (o->config && strcmp(o->config, "-") == 0 && operand_is_standard(o->file))
		msg_usage("standard input can be the snapshot or --config, not both");
	if (o->all && o->only.top)
		msg_usage("--all shows all, --top N some: not both");
	o->engine = o->tool || o->ref ? ENGINE_TOOL : ENGINE_NATIVE;
	if (o->engine == ENGINE_NATIVE) {
		if (o->memprofile)
			msg_usage("--memprofile goes with --tool and --ref only");
		return;
	}
	if (o->budget_given || o->exhaustive || o->victim_notes_given || o->seed_given ||
		o->threads_given)
		msg_usage(
			"--search-budget, --exhaustive, --threads, --victim-notes and --seed go with the native engine only");
	if (o->follows_given || o->switched)
		msg_usage(
			"--follows and --switch go with the native engine only: a snapshot-tool decides as its own version does");
	if (o->actions)
		msg_usage(
			"--actions goes with the native engine only: a snapshot-tool runs the actions that the snapshot "
			"configures");
	if (o->config)
		msg_usage(
			"--config goes with the native engine only: a snapshot-tool has the configuration of the snapshot, "
			"which jq can change");
	if (o->sort)
		msg_usage("--sort goes with the native engine only");
	if (o->n_explain)
		msg_usage(
			"--explain goes with the native engine only: with a snapshot-tool, look into its log (-v 6)");
	if (o->show & argument_show_native && o->show != SHOW_ALL)
		msg_usage(
			"--show %s go with the native engine only: a snapshot-tool's log does not tell them",
			argument_native_words());
	if (o->config_as_is)
		msg_warn(NULL,
			"--config-as-is has no effect on a snapshot-tool, which is always so");
	if (o->like_snapshot_tool)
		msg_warn(NULL,
			"--like-snapshot-tool has no effect on a snapshot-tool, which is always so");
}

/* Without --show. A person who asks why gets that answer, not the cycle as a whole; a program
 * selects events by their name. */
static unsigned show_default(const struct replay_options *o)
{
	return o->n_explain && o->format == FORMAT_TEXT ? SHOW_START
							: SHOW_ALL & ~argument_show_native;
}

void arguments_parse(struct replay_options *o, int argc, char **argv)
{
	bool native = false, quiet = false;
	uint64_t max_memory = 0;
	int64_t timeout_ms = 0;

	for (int c; (c = options_next(argc, argv, ":f:o:v:qhV", options)) != -1;) {
		if (parse_engine(o, c, &native) || parse_cycle(o, c) || parse_output(o, c) ||
			parse_filter(o, c))
			continue;
		switch (c) {
		case OPT_MAX_MEMORY: max_memory = memlimit_parse(optarg); break;
		case OPT_TIMEOUT: timeout_ms = options_timeout("--timeout", optarg); break;
		case 'q': quiet = true; break;
		case 'h': program_help(help);
		case 'V': program_version();
		}
	}
	msg_init("snap-replay", quiet);
	o->file = program_operand(argc, argv, optind);
	check(o, native);
	o->format = format_resolve(o->format, o->output);
	if (!o->show)
		o->show = show_default(o);
	memlimit_set(max_memory, operand_input(o->file));
	if (timeout_ms)
		deadline_set(timeout_ms, operand_input(o->file));
}
