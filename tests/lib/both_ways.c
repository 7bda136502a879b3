/* both_ways BUILD WHAT...: short cuts must not show. Replays each snapshot without and with
 * --exhaustive, which leaves all of them out, and wants the same bytes; then twice more with other
 * options. Dry runs are made ahead, however few a search has (--threads). WHAT is a snapshot, a
 * directory (every snapshot below it), FIRST-LAST: the clusters that BUILD/tests/gen_cluster makes
 * of these seeds, or SHAPE:FIRST-LAST: small full ones of BUILD/bench/gen_snapshot -k SHAPE. Of the
 * shapes, limits is for dry runs that the limits of overfull queues refute (shortcuts/overfull.h),
 * storage for those with claims of managed storage (session/storage/storage_ledger.h). One TAP line
 * per snapshot. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "common/msg.h"
#include "common/proc.h"
#include "tests/unit/tap.h"

/* Bigger ones take minutes without short cuts: name the file itself when that is wanted. */
enum { RUN_LIMIT_MS = 600000, BIGGEST = 400000, OPTIONS = 5 };

static struct strbuf program, generator, shape_generator;
static int n_seen;

static struct str next_line(struct str *text)
{
	const char *newline = text->n ? memchr(text->p, '\n', text->n) : NULL;
	struct str line = {text->p, newline ? (size_t)(newline - text->p) : text->n};

	text->p += line.n + (newline != NULL);
	text->n -= line.n + (newline != NULL);
	return line;
}

/* True: equal. Else the first pair of lines that differ is told. */
static bool compare(struct str l, struct str r, struct strbuf *why)
{
	while (l.n || r.n) {
		struct str a = next_line(&l), b = next_line(&r);

		if (str_eq(a, b))
			continue;
		strbuf_addf(why, "# with short cuts: " STR_FMT "\n# exhaustive:      " STR_FMT "\n",
			STR_ARG(a), STR_ARG(b));
		return false;
	}
	return true;
}

/* option is given with its argument when it has one. unnoted: short cuts are taken from the start,
 * instead of after many simulations. threads: of the run with short cuts; NULL: as many as there
 * are processors. */
struct way {
	const char *option[2];
	bool unnoted;
	const char *threads;
};

static bool replay(const char *snapshot, const struct way *way, bool exhaustive, struct strbuf *out,
	struct strbuf *why)
{
	const char *argv[20] = {
		program.s, "--quiet", "--format", "json", "--show", "all", "--no-timings"};
	struct strbuf err = {0};
	struct error e = {0};
	char text[64];
	int n = 7, status = 0;
	bool good = true;

	if (exhaustive)
		argv[n++] = "--exhaustive";
	for (int i = 0; i < 2 && way->option[i]; i++)
		argv[n++] = way->option[i];
	if (way->unnoted) {
		argv[n++] = "--victim-notes";
		argv[n++] = "0";
	}
	if (!exhaustive && way->threads) {
		argv[n++] = "--threads";
		argv[n++] = way->threads;
	}
	argv[n] = snapshot;
	if (!proc_run(argv, NULL, RUN_LIMIT_MS, out, &err, &status, &e)) {
		strbuf_addf(why, "# %s: %s\n", e.what, e.why);
		good = false;
	} else if (!WIFEXITED(status) || WEXITSTATUS(status) > 1 || !out->len ||
		!strstr(out->s, "{\"event\":\"summary\"")) {
		strbuf_addf(why, "# %s: %.900s\n", proc_status_text(status, text, sizeof text),
			err.s ? err.s : "");
		good = false;
	}
	strbuf_free(&err);
	return good;
}

/* first, where given, gets the output with short cuts. */
static bool both_ways(
	const char *snapshot, const struct way *way, struct strbuf *first, struct strbuf *why)
{
	struct strbuf quick = {0}, slow = {0};
	bool good = replay(snapshot, way, false, &quick, why) &&
		replay(snapshot, way, true, &slow, why) &&
		compare(strbuf_str(&quick), strbuf_str(&slow), why);

	if (first)
		strbuf_addstr(first, strbuf_str(&quick));
	if (!good)
		strbuf_addf(why, "# snap-replay --show all %s %s%s%s%s\n",
			way->option[0] ? way->option[0] : "",
			way->option[0] && way->option[1] ? way->option[1] : "",
			way->unnoted ? " --victim-notes 0" : "", way->threads ? " --threads " : "",
			way->threads ? way->threads : "");
	strbuf_free(&quick);
	strbuf_free(&slow);
	return good;
}

/* Goes through the pod groups that stay pending; the n-th one's name goes to name, if there are as
 * many. Returns how many there are. */
static int pending_groups(struct str output, int n, struct strbuf *name)
{
	const struct str start = STR("{\"event\":\"pending\",\"podGroup\":\"");
	int count = 0;

	while (output.n) {
		struct str line = next_line(&output);

		if (str_starts(line, start) && count++ == n)
			strbuf_add(name, line.p + start.n, strcspn(line.p + start.n, "\""));
	}
	return count;
}

static void test(const char *snapshot, const char *name)
{
	static const struct way others[OPTIONS - 1] = {
		{.option = {"--like-snapshot-tool"}, .unnoted = true},
		{.option = {"--actions", "preempt,reclaim,allocate,consolidation"},
			.unnoted = true},
		{.option = {"--search-budget", "steps:100ms"}, .unnoted = true},
		{.option = {"--seed", "11"}, .unnoted = true}};
	/* without unplaced events, which short cuts would have to wait for */
	struct way plain = {.option = {"--show",
				    "start,queues,decisions,pending,pods,net,"
				    "summary,search"},
			   .threads = "1"},
		   unnoted = {.unnoted = true},
		   explain = {.option = {"--explain"}, .unnoted = true};
	struct strbuf why = {0}, output = {0}, group = {0};
	int turn = n_seen++;
	unnoted.threads = turn % 2 ? "4" : "2";
	bool good = both_ways(snapshot, &plain, &output, &why) &&
		both_ways(snapshot, &unnoted, NULL, &why);

	if (good && str_ends(str_of(snapshot), STR(".zip"))) {
		/* big ones are ZIP files: once is enough */
	} else if (good && turn % OPTIONS < OPTIONS - 1) {
		good = both_ways(snapshot, &others[turn % OPTIONS], NULL, &why);
	} else if (good) {
		int count = pending_groups(strbuf_str(&output), -1, NULL);

		if (count > 0) {
			pending_groups(strbuf_str(&output), turn / OPTIONS % count, &group);
			explain.option[1] = group.s;
			good = both_ways(snapshot, &explain, NULL, &why);
		}
	}
	ok(good, "%s", name);
	if (why.len)
		fputs(why.s, stdout);
	strbuf_free(&why);
	strbuf_free(&output);
	strbuf_free(&group);
}

static int no_dot(const struct dirent *d)
{
	return d->d_name[0] != '.';
}
static int by_name(const struct dirent **l, const struct dirent **r)
{
	return strcmp((*l)->d_name, (*r)->d_name);
}

/* A snapshot, or all of them below a directory. */
static void test_path(const char *path, bool named)
{
	struct str p = str_of(path);
	struct dirent **names;
	struct stat st;
	int n;

	if (stat(path, &st) != 0) {
		ok(true, "%s # skip it is not there", path);
	} else if (!S_ISDIR(st.st_mode)) {
		bool snapshot = str_ends(p, STR(".zip")) ||
			(str_ends(p, STR(".json")) && !str_ends(p, STR(".decisions.json")) &&
				!str_ends(p, STR(".stdout.json")));

		if (named || (snapshot && st.st_size <= BIGGEST))
			test(path, path);
	} else if ((n = scandir(path, &names, no_dot, by_name)) >= 0) {
		for (int i = 0; i < n; free(names[i++])) {
			struct strbuf below = {0};

			if (!strcmp(names[i]->d_name, "slow")) /* searches that do not end */
				continue;
			strbuf_addf(&below, "%s/%s", path, names[i]->d_name);
			test_path(below.s, false);
			strbuf_free(&below);
		}
		free(names);
	}
}

static bool generate(const char *const *argv, const char *path)
{
	struct strbuf text = {0};
	struct error e = {0};
	FILE *f = fopen(path, "w");
	int status = 0;

	bool good = f && proc_run(argv, NULL, RUN_LIMIT_MS, &text, NULL, &status, &e) &&
		status == 0 && fwrite(text.s, 1, text.len, f) == text.len;
	good = f && fclose(f) == 0 && good;
	strbuf_free(&text);
	return good;
}

/* shape "": a cluster of gen_cluster. */
static bool generate_seed(const char *shape, long seed, const char *path)
{
	char number[32], nodes[32], running[32], pending[32], queues[32];
	long n = 8 + seed % 24; /* ten times as many take an hour without short cuts */
	const char *const plain[] = {generator.s, number, NULL},
			  *const shaped[] = {shape_generator.s, "-l", "-k", shape, "-s", number,
				  "-n", nodes, "-r", running, "-p", pending, "-q", queues, NULL};

	snprintf(number, sizeof number, "%ld", seed);
	snprintf(nodes, sizeof nodes, "%ld", n);
	snprintf(running, sizeof running, "%ld", 6 * n);
	snprintf(pending, sizeof pending, "%ld", 2 * n);
	snprintf(queues, sizeof queues, "%ld", 4 + n);
	return generate(*shape ? shaped : plain, path);
}

static void test_seeds(const char *shape, long first, long last)
{
	struct strbuf path = {0};

	strbuf_addf(&path, "%s/cluster-%ld.json", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp",
		(long)getpid());
	for (long seed = first; seed <= last; seed++) {
		char name[64];

		snprintf(name, sizeof name, "%s%scluster of seed %ld", shape, *shape ? " " : "",
			seed);
		if (generate_seed(shape, seed, path.s))
			test(path.s, name);
		else
			ok(false, "%s: its generator failed", name);
	}
	unlink(path.s);
	strbuf_free(&path);
}

int main(int argc, char **argv)
{
	if (argc < 3) {
		fputs("usage: both_ways BUILD WHAT...\n", stderr);
		return SNAP_USAGE;
	}
	setenv("SNAP_DRY_AHEAD", "always", 1);
	strbuf_addf(&program, "%s/snap-replay", argv[1]);
	strbuf_addf(&generator, "%s/tests/gen_cluster", argv[1]);
	strbuf_addf(&shape_generator, "%s/bench/gen_snapshot", argv[1]);
	for (int i = 2; i < argc; i++) {
		char shape[8];
		long first, last;

		if (sscanf(argv[i], "%ld-%ld", &first, &last) == 2)
			test_seeds("", first, last);
		else if (sscanf(argv[i], "%7[a-z]:%ld-%ld", shape, &first, &last) == 3)
			test_seeds(shape, first, last);
		else
			test_path(argv[i], true);
	}
	strbuf_free(&program);
	strbuf_free(&generator);
	strbuf_free(&shape_generator);
	return tap_end();
}
