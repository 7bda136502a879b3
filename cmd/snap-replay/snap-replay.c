/* snap-replay: one cycle of the scheduler on a snapshot, by our engine or by a real snapshot-tool.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/cleanup.h"
#include "common/deadline.h"
#include "common/mem.h"
#include "common/memlimit.h"
#include "common/operand.h"
#include "common/options.h"
#include "profile.h"
#include "replay.h"
#include "report/events.h"
#include "solvers/budget.h"
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
	"      --threads N            search with N processors, 1 to 64 (default: all)\n"
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

#define SHOW_ANY(NAME)
#define SHOW_NATIVE(NAME) | SHOW_##NAME
#define NATIVE_BIT(NAME, word, who, columns) SHOW_##who(NAME)
static const unsigned show_native = 0 SHOW_WORDS(NATIVE_BIT);

#define SHOW_TEXT(NAME, word, who, columns) #word,
static const char *const show_words[] = {SHOW_WORDS(SHOW_TEXT) "all"};

/* "a, b or c": the words whose bits are set. */
static const char *shown_words(unsigned mask, const char *last)
{
	const char *words[SHOW_COUNT + 1];
	struct strbuf text = {0};
	int n = 0;

	for (int i = 0; i <= SHOW_COUNT; i++)
		if (mask & 1u << i)
			words[n++] = show_words[i];
	strbuf_add_words(&text, words, n, last);
	return text.s;
}

static unsigned show_word(struct str w)
{
	for (int i = 0; i <= SHOW_COUNT; i++)
		if (str_eq(w, str_of(show_words[i])))
			return i < SHOW_COUNT ? 1u << i : SHOW_ALL;
	msg_usage("--show: unknown word '" STR_FMT "': %s", STR_ARG(w),
		shown_words(UINT_MAX, " or "));
}

static unsigned show_of(const char *list)
{
	unsigned mask = 0;

	while (list)
		mask |= show_word(options_item(&list));
	return mask;
}

#define SORT_TEXT(NAME, word) #word,
static const char *const sort_words[] = {SORT_WORDS(SORT_TEXT)};

static enum queue_sort sort_of(const char *word)
{
	struct strbuf known = {0};
	int n = sizeof sort_words / sizeof *sort_words;

	for (int i = 0; i < n; i++)
		if (!strcmp(word, sort_words[i]))
			return (enum queue_sort)(i + 1);
	if (!strcmp(word, "asked")) /* a slip that is worth understanding */
		return SORT_REQUESTED;
	strbuf_add_words(&known, sort_words, n, " or ");
	msg_usage("--sort: unknown word '%s': %s", word, known.s);
}

#define DEPTH_TEXT(NAME, word) #word,
static const char *const depth_words[] = {EXPLAIN_DEPTHS(DEPTH_TEXT)};

static enum explain_depth depth_of(const char *word)
{
	struct strbuf known = {0};

	for (int i = 0; i < EXPLAIN_DEPTH_COUNT; i++)
		if (!strcmp(word, depth_words[i]))
			return (enum explain_depth)i;
	strbuf_add_words(&known, depth_words, EXPLAIN_DEPTH_COUNT, " or ");
	msg_usage("--explain-depth: unknown word '%s': %s", word, known.s);
}

static void parse_budget(struct replay_options *o, const char *text)
{
	o->budget_given = true;
	o->step_cost = 1000000;
	if (!strcmp(text, "off"))
		o->budget = BUDGET_OFF;
	else if (!strcmp(text, "wall"))
		o->budget = BUDGET_WALL;
	else if (!strcmp(text, "steps"))
		o->budget = BUDGET_STEPS;
	else if (str_starts(str_of(text), STR("steps:")) &&
		options_parse_duration(str_of(text + 6), &o->step_cost) && o->step_cost > 0)
		o->budget = BUDGET_STEPS;
	else
		msg_usage(
			"--search-budget: unknown mode '%s': off, steps, steps:COST (such as steps:2ms) or wall",
			text);
}

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

/* NAME=on or NAME=off */
static void set_switch(struct replay_options *o, const char *text)
{
	struct strbuf known = {0};
	struct str name = {text, strcspn(text, "=")};
	const char *value = text[name.n] ? text + name.n + 1 : "";

	o->switched = true;
	if (strcmp(value, "on") != 0 && strcmp(value, "off") != 0)
		msg_usage("--switch: '%s' is not NAME=on or NAME=off", text);
	for (int i = 0; i < FOLLOWS_COUNT; i++)
		if (str_eq(name, str_of(follows_names[i]))) {
			o->switches[i] = value[1] == 'n' ? 1 : -1;
			return;
		}
	strbuf_add_words(&known, follows_names, FOLLOWS_COUNT, " or ");
	msg_usage("--switch: unknown switch '" STR_FMT "': %s", STR_ARG(name), known.s);
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
	case OPT_SWITCH: set_switch(o, optarg); return true;
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
	case OPT_BUDGET: parse_budget(o, optarg); return true;
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
	case OPT_SORT: o->sort = sort_of(optarg); return true;
	case OPT_NO_PAGER: o->no_pager = true; return true;
	default: return false;
	}
}

static bool parse_output(struct replay_options *o, int c)
{
	switch (c) {
	case OPT_SHOW: o->show = show_of(optarg); return true;
	case OPT_EXPLAIN: add_explain(o, optarg); return true;
	case OPT_EXPLAIN_DEPTH:
		o->depth = depth_of(optarg);
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
	if (o->show & show_native && o->show != SHOW_ALL)
		msg_usage(
			"--show %s go with the native engine only: a snapshot-tool's log does not tell them",
			shown_words(show_native, " and "));
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
	return o->n_explain && o->format == FORMAT_TEXT ? SHOW_START : SHOW_ALL & ~show_native;
}

static void parse(struct replay_options *o, int argc, char **argv)
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

/* What a tool told that broke is no result: a file at --output stays. */
static int keep_part(const struct replay_options *o, struct output *out, int status)
{
	struct error e = {0};

	if (!output_commit_as(out, PARTIAL, &e))
		return msg_error(operand_input(o->file), &e);
	if (!operand_is_standard(o->output))
		msg_note("%s" PARTIAL " has what the log told until then", o->output);
	return status;
}

static int run_native(const struct replay_options *o, struct output *out)
{
	struct error e = {0};

	if (!profile_start(o->cpuprofile, &e))
		return msg_error(o->cpuprofile, &e);
	int status = native_run(o, out);
	bool ran = status == SNAP_OK || status == SNAP_NO;
	return profile_end(ran, &e) ? status : msg_error(o->cpuprofile, &e);
}

static int replay(const struct replay_options *o)
{
	struct error e = {0};
	const char *input = operand_input(o->file);

	if (o->engine == ENGINE_NATIVE)
		mem_huge_heap();
	struct output *out = output_open(o->output, &e);
	if (!out)
		return msg_error(input, &e);
	bool partial = false;
	int status = o->engine == ENGINE_NATIVE ? run_native(o, out) : tool_run(o, out, &partial);
	if (partial)
		return keep_part(o, out, status);
	if (status != SNAP_OK && status != SNAP_NO) {
		output_abort(out);
		return status;
	}
	return output_commit(out, &e) ? status : msg_error(input, &e);
}

int main(int argc, char **argv)
{
	struct replay_options o = {.verbosity = VERBOSITY_NONE,
		.depth = EXPLAIN_USUAL,
		.threads = options_processors(),
		.victim_notes = VICTIM_NOTES};

	mem_reuse();
	follows_find(STR(FOLLOWS_DEFAULT), &o.follows);
	msg_init("snap-replay", false);
	cleanup_install();
	parse(&o, argc, argv);
	int status = replay(&o);
	deadline_lift();
	free(o.explain);
	return program_close(status);
}
