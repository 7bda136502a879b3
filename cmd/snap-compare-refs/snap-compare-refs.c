/* snap-compare-refs: the same snapshots replayed by several versions of the scheduler, side by
 * side. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "common/cleanup.h"
#include "common/mem.h"
#include "common/options.h"
#include "common/output.h"
#include "common/raw.h"
#include "common/temporary.h"
#include "common/timefmt.h"
#include "compare.h"

static const char help[] =
	"usage: snap-compare-refs --refs REF[,REF...] [options] [SNAPSHOT...]\n"
	"\n"
	"Replays each SNAPSHOT with each REF and prints a table of what they decided and\n"
	"how long they took. Without SNAPSHOT, or with -, one is read from standard\n"
	"input.\n"
	"\n"
	"A REF is anything that git resolves in the scheduler's repository; or tool:PATH,\n"
	"a given snapshot-tool; or native, our engine, which decides as tools do beside a\n"
	"tool or git ref, else as a live cluster; or native:live, always the latter. Each\n"
	"commit is built once, in a worktree of its own; your checkout is not touched.\n"
	"\n"
	"      --refs LIST        what to compare, the first one with all others (may be\n"
	"                         repeated)\n"
	"      --repo DIR         the scheduler's repository (default: the current\n"
	"                         folder's)\n"
	"      --now TIME         the clock of all replays: RFC 3339, a date, now or\n"
	"                         -10m (default: as in snap-replay)\n"
	"      --timeout TIME     stop a replay that takes longer (90, 90s, 5m; default:\n"
	"                         never)\n"
	"  -v, --verbosity N      log level of the replays (default 4; below 4 a tool's\n"
	"                         log does not tell all decisions)\n"
	"      --output-dir DIR   for logs, events and summary.tsv (default:\n"
	"                         snapshot-runs/ and the time)\n"
	"      --arch ARCH        of bin/snapshot-tool-ARCH (default: this machine's, as\n"
	"                         Go calls it)\n"
	"      --build CMD        shell command that builds it (default: make build-go\n"
	"                         SERVICE_NAME=snapshot-tool; without docker or make,\n"
	"                         go build ./cmd/snapshot-tool)\n"
	"      --no-build         only what was built before\n"
	"  -f, --format FORMAT    text, tsv or json (one row a line; default: text on a\n"
	"                         terminal, else json)\n"
	"  -o, --output PATH      write the table to PATH instead of standard output\n"
	"  -q, --quiet            no word about each run on standard error\n"
	"  -h, --help             show this help\n"
	"  -V, --version          show the version\n";

enum {
	OPT_REFS = 256,
	OPT_REPO,
	OPT_NOW,
	OPT_TIMEOUT,
	OPT_OUTPUT_DIR,
	OPT_ARCH,
	OPT_BUILD,
	OPT_NO_BUILD,
	DEFAULT_VERBOSITY = 4
};

static const struct option options[] = {
	{"refs", required_argument, NULL, OPT_REFS},
	{"repo", required_argument, NULL, OPT_REPO},
	{"now", required_argument, NULL, OPT_NOW},
	{"timeout", required_argument, NULL, OPT_TIMEOUT},
	{"verbosity", required_argument, NULL, 'v'},
	{"output-dir", required_argument, NULL, OPT_OUTPUT_DIR},
	{"arch", required_argument, NULL, OPT_ARCH},
	{"build", required_argument, NULL, OPT_BUILD},
	{"no-build", no_argument, NULL, OPT_NO_BUILD},
	{"format", required_argument, NULL, 'f'},
	{"output", required_argument, NULL, 'o'},
	{"quiet", no_argument, NULL, 'q'},
	{"help", no_argument, NULL, 'h'},
	{"version", no_argument, NULL, 'V'},
	{NULL, 0, NULL, 0},
};

struct arguments {
	struct settings s;
	enum format format;
	const char *output;
	bool quiet;
	struct strbuf output_dir, replay, stdin_copy;
	const char **snapshots, **names;
};

static void add_ref(struct settings *s, const char *name)
{
	struct ref r = {.name = name, .kind = REF_GIT};

	if (strcmp(name, "native") == 0)
		r.kind = REF_NATIVE;
	else if (strcmp(name, "native:live") == 0)
		r.kind = REF_NATIVE_LIVE;
	else if (strncmp(name, "native:", 7) == 0)
		msg_usage("--refs: unknown kind of native: '%s': native or native:live", name);
	else if (strncmp(name, "tool:", 5) == 0)
		r.kind = REF_TOOL;
	if (r.kind == REF_TOOL && !name[5])
		msg_usage("--refs: tool: needs a path");
	s->refs = xrealloc_array(s->refs, s->n_refs + 1, sizeof *s->refs);
	s->refs[s->n_refs++] = r;
}

/* Splits an argument of --refs at its commas, in place. */
static void add_refs(struct settings *s, char *list)
{
	for (const char *next = list; next;) {
		struct str item = options_item(&next);
		char *name = list + (item.p - list);

		name[item.n] = 0;
		if (item.n)
			add_ref(s, name);
	}
}

/* A real tool drops evicted pods at once. Beside one, native does so, too: else the decisions would
 * differ for that reason alone. */
static void like_with_like(struct settings *s)
{
	bool tools = false;

	for (size_t i = 0; i < s->n_refs; i++)
		tools = tools || s->refs[i].kind == REF_TOOL || s->refs[i].kind == REF_GIT;
	for (size_t i = 0; i < s->n_refs; i++)
		s->refs[i].like_tool = tools && s->refs[i].kind == REF_NATIVE;
}

/* As a time of day: all replays have the same, also with "now". */
static const char *now_of(const char *text)
{
	static struct strbuf now;

	strbuf_clear(&now);
	rfc3339_format(&now, options_time("--now", text));
	return now.s;
}

static void take_operands(struct arguments *a, int argc, char **argv)
{
	static const char *const standard_input[] = {"-"};
	const char *const *given =
		optind < argc ? (const char *const *)argv + optind : standard_input;
	size_t n = optind < argc ? (size_t)(argc - optind) : 1, dashes = 0;

	a->snapshots = xcalloc(n, sizeof *a->snapshots);
	a->names = xcalloc(n, sizeof *a->names);
	for (size_t i = 0; i < n; i++) {
		a->snapshots[i] = given[i];
		a->names[i] = strcmp(given[i], "-") == 0 ? "<stdin>" : given[i];
		dashes += strcmp(given[i], "-") == 0;
	}
	if (dashes > 1)
		msg_usage("standard input can be one SNAPSHOT only");
	a->s.snapshots = a->snapshots;
	a->s.names = a->names;
	a->s.n_snapshots = n;
}

static void parse(struct arguments *a, int argc, char **argv)
{
	for (int c; (c = options_next(argc, argv, ":v:f:o:qhV", options)) != -1;)
		switch (c) {
		case OPT_REFS: add_refs(&a->s, optarg); break;
		case OPT_REPO: a->s.build.repo = optarg; break;
		case OPT_NOW: a->s.now = now_of(optarg); break;
		case OPT_TIMEOUT: a->s.timeout_ms = options_timeout("--timeout", optarg); break;
		case 'v':
			a->s.verbosity = (int)options_number("--verbosity", optarg, 0, INT_MAX);
			break;
		case OPT_OUTPUT_DIR: a->s.output_dir = optarg; break;
		case OPT_ARCH: a->s.build.arch = refbuild_arch(optarg); break;
		case OPT_BUILD: a->s.build.build = optarg; break;
		case OPT_NO_BUILD: a->s.build.no_build = true; break;
		case 'f': a->format = format_parse(optarg, true); break;
		case 'o': a->output = optarg; break;
		case 'q': a->quiet = true; break;
		case 'h': program_help(help);
		case 'V': program_version();
		}
	msg_init("snap-compare-refs", a->quiet);
	if (!a->s.n_refs)
		msg_usage("--refs is needed: the refs to compare");
	like_with_like(&a->s);
	take_operands(a, argc, argv);
	a->format = format_resolve(a->format, a->output);
}

/* The snap-replay in the folder of this program, else the one in PATH. */
static void find_replay(struct arguments *a)
{
	char self[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	char *slash = NULL;

	if (n > 0) {
		self[n] = 0;
		slash = strrchr(self, '/');
	}
	if (slash) {
		*slash = 0;
		strbuf_addf(&a->replay, "%s/snap-replay", self);
	}
	a->s.replay = slash && access(a->replay.s, X_OK) == 0 ? a->replay.s : "snap-replay";
}

/* Without --output-dir: a new folder, named after the time. */
static bool make_output_dir(struct arguments *a, struct error *e)
{
	char stamp[32];
	time_t now = time(NULL);
	struct tm utc;

	if (a->s.output_dir)
		return output_folder(a->s.output_dir, e);
	if (!gmtime_r(&now, &utc) || !strftime(stamp, sizeof stamp, "%Y%m%dT%H%M%SZ", &utc))
		return error_set(e, SNAP_SYSTEM, "cannot tell the time", "%s", "");
	if (!output_folder("snapshot-runs", e))
		return false;
	for (int i = 1;; i++) {
		strbuf_clear(&a->output_dir);
		strbuf_addf(&a->output_dir, i > 1 ? "snapshot-runs/%s-%d" : "snapshot-runs/%s",
			stamp, i);
		if (mkdir(a->output_dir.s, 0777) == 0)
			break;
		if (errno != EEXIST)
			return error_path(e, "cannot make the folder", a->output_dir.s);
	}
	a->s.output_dir = a->output_dir.s;
	return true;
}

/* Stdin is copied: it can be read once, but is replayed several times. */
static bool copy_stdin(struct arguments *a, size_t which, struct error *e)
{
	struct raw *raw = raw_open(NULL, e);
	bool ok = raw && temporary_copy(&a->stdin_copy, raw, NULL, e);

	if (raw)
		raw_close(raw);
	a->snapshots[which] = a->stdin_copy.s;
	return ok;
}

/* Checks every snapshot before the first build. False: *which is the name of the bad one. */
static bool check_snapshots(struct arguments *a, const char **which, struct error *e)
{
	for (size_t i = 0; i < a->s.n_snapshots; i++) {
		struct stat st;

		*which = a->names[i];
		if (strcmp(a->snapshots[i], "-") == 0) {
			if (!copy_stdin(a, i, e))
				return false;
		} else if (stat(a->snapshots[i], &st) != 0 || access(a->snapshots[i], R_OK) != 0) {
			return error_errno(e, "cannot open");
		} else if (S_ISDIR(st.st_mode)) {
			return error_set(e, SNAP_INPUT, "is a directory",
				"a file or pipe with a snapshot is wanted");
		}
	}
	*which = NULL;
	return true;
}

static void add_safe(struct strbuf *b, const char *text)
{
	for (; *text; text++)
		strbuf_addc(
			b, strchr("/: \\\t\n", *text) || (unsigned char)*text < 0x20 ? '_' : *text);
}

/* "DIR/[SNAPSHOT.]REF.log", with a number if an earlier row has that name. */
static void name_log(const struct table *t, const struct settings *s, struct row *row)
{
	const char *slash = strrchr(row->snapshot, '/');

	for (int i = 1;; i++) {
		bool taken = false;

		strbuf_clear(&row->log);
		strbuf_addf(&row->log, "%s/", s->output_dir);
		if (t->several) {
			add_safe(&row->log, slash ? slash + 1 : row->snapshot);
			strbuf_addc(&row->log, '.');
		}
		add_safe(&row->log, row->ref->name);
		if (i > 1)
			strbuf_addf(&row->log, "-%d", i);
		strbuf_addz(&row->log, ".log");
		for (const struct row *r = t->rows; r < t->rows + t->n; r++)
			taken = taken ||
				(r != row && r->log.s && strcmp(r->log.s, row->log.s) == 0);
		if (!taken)
			return;
	}
}

static void compare(const struct row *first, struct row *row)
{
	if (first->status == STATUS_PASS && row->status == STATUS_PASS && first->decisions[0] &&
		row->decisions[0])
		row->differs = strcmp(first->decisions, row->decisions) ? DIFFERS_YES : DIFFERS_NO;
}

static bool run_all(const struct arguments *a, struct table *t, struct error *e)
{
	const struct settings *s = &a->s;
	struct strbuf summary = {0};
	bool ok = true;

	strbuf_addf(&summary, "%s/summary.tsv", s->output_dir);
	t->several = s->n_snapshots > 1;
	t->rows = xcalloc(s->n_snapshots * s->n_refs, sizeof *t->rows);
	ok = table_print(t, FORMAT_TSV, summary.s, e);
	for (size_t i = 0; ok && i < s->n_snapshots; i++)
		for (size_t k = 0; ok && k < s->n_refs; k++) {
			struct row *row = &t->rows[t->n++];

			row->ref = &s->refs[k];
			row->snapshot = s->names[i];
			name_log(t, s, row);
			ok = run_ref(s, &s->refs[k], i, row, e);
			compare(&t->rows[i * s->n_refs], row);
			ok = ok && table_print(t, FORMAT_TSV, summary.s, e);
		}
	strbuf_free(&summary);
	return ok;
}

static int verdict(const struct table *t)
{
	int status = SNAP_OK;

	for (size_t i = 0; i < t->n; i++) {
		if (t->rows[i].no_snapshot)
			return SNAP_INPUT;
		if (t->rows[i].status != STATUS_PASS || t->rows[i].differs == DIFFERS_YES)
			status = SNAP_NO;
	}
	return status;
}

static void free_all(struct arguments *a, struct table *t)
{
	for (size_t i = 0; i < t->n; i++) {
		for (size_t k = 0; k < t->rows[i].n_times; k++)
			free(t->rows[i].times[k].action);
		free(t->rows[i].times);
		strbuf_free(&t->rows[i].log);
		strbuf_free(&t->rows[i].not_replayed);
	}
	free(t->rows);
	for (size_t i = 0; i < a->s.n_refs; i++) {
		strbuf_free(&a->s.refs[i].tool);
		strbuf_free(&a->s.refs[i].build_log);
	}
	free(a->s.refs);
	free(a->snapshots);
	free(a->names);
	strbuf_free(&a->output_dir);
	strbuf_free(&a->replay);
	strbuf_free(&a->stdin_copy);
}

int main(int argc, char **argv)
{
	struct arguments a = {.s = {.timeout_ms = -1, .verbosity = DEFAULT_VERBOSITY}};
	struct table t = {0};
	struct error e = {0};
	const char *which = NULL;

	msg_init("snap-compare-refs", false);
	cleanup_install();
	parse(&a, argc, argv);
	find_replay(&a);
	if (a.s.verbosity < DEFAULT_VERBOSITY)
		msg_warn(NULL,
			"below verbosity %d a tool's log does not tell all decisions, so they cannot be compared",
			DEFAULT_VERBOSITY);
	bool ok = check_snapshots(&a, &which, &e) && make_output_dir(&a, &e) &&
		run_all(&a, &t, &e) && table_print(&t, a.format, a.output, &e);
	int status = ok ? verdict(&t) : msg_error(which, &e);
	temporary_remove(&a.stdin_copy);
	free_all(&a, &t);
	return program_close(status);
}
