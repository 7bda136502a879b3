/* The options of snap-compare-refs, and what they set. */
#include "arguments.h"
#include <limits.h>
#include "common/options.h"
#include "common/timefmt.h"
#include "modes.h"
#include "part.h"
#include "row.h"
#include "schedule.h"

static const char help[] =
	"usage: snap-compare-refs --refs REF[,REF...] [options] [SNAPSHOT...]\n"
	"\n"
	"Replays each SNAPSHOT with each REF and prints a table of what they decided and\n"
	"how long they took. Without SNAPSHOT, or with -, one is read from standard\n"
	"input.\n"
	"\n"
	"A REF is anything that git resolves in the scheduler's repository; or tool:PATH,\n"
	"a given snapshot-tool; or native, our engine, which decides as tools do beside a\n"
	"tool or git ref, else as a live cluster; or native:live, always the latter; or\n"
	"native@VERSION, native that follows this version of the scheduler; or worktree,\n"
	"the files of the repository as they are, changes and all. Each commit is built\n"
	"once, in a worktree of its own; your checkout is not touched.\n"
	"\n"
	"      --refs LIST        what to compare, the first one with all others (may be\n"
	"                         repeated)\n"
	"      --bisect GOOD..BAD in place of --refs: find the first commit between them\n"
	"                         at which PREDICATE holds, by few builds\n"
	"      --until PREDICATE  differs (default): decides otherwise than GOOD; fails:\n"
	"                         no build or no result; slower-than 3x: than GOOD, or\n"
	"                         2s; or a jq program that has an output but false and\n"
	"                         null for an event\n"
	"      --repo DIR         the scheduler's repository (default: the current\n"
	"                         folder's)\n"
	"      --now TIME         the clock of all replays: RFC 3339, a date, now or\n"
	"                         -10m (default: as in snap-replay)\n"
	"      --timeout TIME     stop a replay that takes longer (90, 90s, 5m; default:\n"
	"                         never)\n"
	"  -j, --jobs N           builds and replays at once (default: the processors;\n"
	"                         1 for times that can be trusted)\n"
	"      --max-memory SIZE  that they may need together, as far as that is known\n"
	"                         (default: what the system has left)\n"
	"  -v, --verbosity N      log level of the replays (default 4; below 4 a tool's\n"
	"                         log does not tell all decisions)\n"
	"      --repeat N         run each ref N times (default: native once, tools\n"
	"                         twice, and a third time if they vary)\n"
	"      --output-dir DIR   for logs, events, decisions, summary.tsv and diff.tsv\n"
	"                         (default: snapshot-runs/ and the time)\n"
	"      --arch ARCH        of bin/snapshot-tool-ARCH (default: this machine's, as\n"
	"                         Go calls it)\n"
	"      --build CMD        shell command that builds it (default: make build-go\n"
	"                         SERVICE_NAME=snapshot-tool; without docker or make,\n"
	"                         go build ./cmd/snapshot-tool)\n"
	"      --no-build         only what was built before\n"
	"      --rebuild          build once more what was built, or could not be built,\n"
	"                         before\n"
	"      --plan             print a command line for each snapshot and ref, which\n"
	"                         another machine may run\n"
	"      --collect DIR      print the table of the results in DIR, the --output-dir\n"
	"                         of --plan or of a run\n"
	"      --part KEY:NAME    of a line of --plan: what it runs\n"
	"      --commit HASH      of a line of --plan: what its ref stood for\n"
	"      --like-snapshot-tool\n"
	"                         native decides as tools do, also without one\n"
	"      --cache COMMAND    list: show what was built; prune: remove what failed or\n"
	"                         was not used for long; no replay\n"
	"      --older-than TIME  not used for how long (default 30d)\n"
	"  -f, --format FORMAT    text, tsv or json (one row a line; default: text on a\n"
	"                         terminal, else json)\n"
	"      --actions          text: the time of each action, too\n"
	"      --top N            text: so many pods that the refs decide otherwise\n"
	"                         (default 10)\n"
	"  -o, --output PATH      write the table to PATH instead of standard output\n"
	"  -q, --quiet            no word about each run on standard error\n"
	"  -h, --help             show this help\n"
	"  -V, --version          show the version\n";

enum {
	OPT_REFS = 256,
	OPT_BISECT,
	OPT_UNTIL,
	OPT_REPO,
	OPT_NOW,
	OPT_TIMEOUT,
	OPT_MAX_MEMORY,
	OPT_OUTPUT_DIR,
	OPT_ARCH,
	OPT_BUILD,
	OPT_NO_BUILD,
	OPT_REBUILD,
	OPT_PLAN,
	OPT_COLLECT,
	OPT_PART,
	OPT_COMMIT,
	OPT_LIKE_TOOL,
	OPT_CACHE,
	OPT_OLDER_THAN,
	OPT_REPEAT,
	OPT_ACTIONS,
	OPT_TOP,
	DEFAULT_TOP = 10
};

static const struct option options[] = {
	{"refs", required_argument, NULL, OPT_REFS},
	{"bisect", required_argument, NULL, OPT_BISECT},
	{"until", required_argument, NULL, OPT_UNTIL},
	{"repo", required_argument, NULL, OPT_REPO},
	{"now", required_argument, NULL, OPT_NOW},
	{"timeout", required_argument, NULL, OPT_TIMEOUT},
	{"jobs", required_argument, NULL, 'j'},
	{"max-memory", required_argument, NULL, OPT_MAX_MEMORY},
	{"verbosity", required_argument, NULL, 'v'},
	{"repeat", required_argument, NULL, OPT_REPEAT},
	{"output-dir", required_argument, NULL, OPT_OUTPUT_DIR},
	{"arch", required_argument, NULL, OPT_ARCH},
	{"build", required_argument, NULL, OPT_BUILD},
	{"no-build", no_argument, NULL, OPT_NO_BUILD},
	{"rebuild", no_argument, NULL, OPT_REBUILD},
	{"plan", no_argument, NULL, OPT_PLAN},
	{"collect", required_argument, NULL, OPT_COLLECT},
	{"part", required_argument, NULL, OPT_PART},
	{"commit", required_argument, NULL, OPT_COMMIT},
	{"like-snapshot-tool", no_argument, NULL, OPT_LIKE_TOOL},
	{"cache", required_argument, NULL, OPT_CACHE},
	{"older-than", required_argument, NULL, OPT_OLDER_THAN},
	{"format", required_argument, NULL, 'f'},
	{"actions", no_argument, NULL, OPT_ACTIONS},
	{"top", required_argument, NULL, OPT_TOP},
	{"output", required_argument, NULL, 'o'},
	{"quiet", no_argument, NULL, 'q'},
	{"help", no_argument, NULL, 'h'},
	{"version", no_argument, NULL, 'V'},
	{NULL, 0, NULL, 0},
};

/* As a time of day: all replays have the same, also with "now". */
static const char *now_of(const char *text)
{
	static struct strbuf now;

	strbuf_clear(&now);
	rfc3339_format(&now, options_time("--now", text));
	return now.s;
}

static void check_bisect(struct settings *s)
{
	if (!s->until.given)
		until_parse(&s->until, "differs");
	if (s->until.kind == UNTIL_DIFFERS && s->verbosity < FULL_VERBOSITY)
		msg_usage("--until differs needs --verbosity %d or more", FULL_VERBOSITY);
	s->until.timeout_ms = s->timeout_ms;
}

void arguments_parse(struct settings *s, int argc, char **argv)
{
	bool quiet = false;

	*s = (struct settings){.program = argv[0],
		.timeout_ms = -1,
		.verbosity = FULL_VERBOSITY,
		.top = DEFAULT_TOP};
	for (int c; (c = options_next(argc, argv, ":j:v:f:o:qhV", options)) != -1;)
		switch (c) {
		case OPT_BISECT: line_parse(&s->bisect, optarg); break;
		case OPT_UNTIL: until_parse(&s->until, optarg); break;
		case OPT_REFS:
			if (s->part)
				refs_add_one(&s->refs, optarg);
			else
				refs_add(&s->refs, optarg);
			break;
		case OPT_REPO: s->build.repo = optarg; break;
		case OPT_NOW: s->now = now_of(optarg); break;
		case OPT_TIMEOUT: s->timeout_ms = options_timeout("--timeout", optarg); break;
		case 'j':
			s->jobs = (size_t)options_number("--jobs", optarg, 1, OPTIONS_AT_ONCE);
			break;
		case OPT_MAX_MEMORY: s->max_memory = options_size("--max-memory", optarg); break;
		case 'v':
			s->verbosity = (int)options_number("--verbosity", optarg, 0, INT_MAX);
			break;
		case OPT_REPEAT:
			s->repeat = options_number("--repeat", optarg, 1, MOST_RUNS);
			break;
		case OPT_ACTIONS: s->actions = true; break;
		case OPT_TOP: s->top = options_number("--top", optarg, 0, SIZE_MAX); break;
		case OPT_OUTPUT_DIR: s->output_dir = optarg; break;
		case OPT_ARCH: s->build.arch = refbuild_arch(optarg); break;
		case OPT_BUILD: s->build.build = optarg; break;
		case OPT_NO_BUILD: s->build.no_build = true; break;
		case OPT_REBUILD: s->build.rebuild = true; break;
		case OPT_PLAN: s->plan = true; break;
		case OPT_COLLECT: s->collect = optarg; break;
		case OPT_PART: part_parse(s, optarg); break;
		case OPT_COMMIT: s->pinned = optarg; break;
		case OPT_LIKE_TOOL: s->like_tool = true; break;
		case OPT_CACHE: s->cache = cache_parse(optarg); break;
		case OPT_OLDER_THAN: s->unused_ns = options_duration("--older-than", optarg); break;
		case 'f': s->format = format_parse(optarg, true); break;
		case 'o': s->output = optarg; break;
		case 'q': quiet = true; break;
		case 'h': program_help(help);
		case 'V': program_version();
		}
	msg_init("snap-compare-refs", quiet);
	modes_check(s, (size_t)(argc - optind), argv + optind);
	s->format = format_resolve(s->format, s->output);
	if (!modes_has_refs(s))
		return;
	if (s->bisect.range)
		check_bisect(s);
	if (!s->jobs)
		s->jobs = s->until.kind == UNTIL_SLOWER ? 1 : (size_t)options_processors();
	refbuild_check(&s->build);
	refs_like_with_like(&s->refs, s->like_tool);
	snapshots_take(&s->snapshots, (size_t)(argc - optind), argv + optind);
}
