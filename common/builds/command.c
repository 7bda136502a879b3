/* The default is the scheduler's own: its Makefile, which compiles inside a container. Without
 * docker that fails, unless a version's Makefile does not ask for it; then go compiles. */
#include "common/builds/command.h"
#include <stdio.h>
#include <sys/wait.h>
#include "common/proc.h"

enum {
	ARGV_MAX = 24,
	DOCKER_MS = 20000,
	STOP_MS = 2000,
	TICK_MS = 500,
	LOG_MAX = 64 << 20,
	LINE_MAX_BYTES = 4096,
	NOT_RUN = 126 /* the least status by which a shell says that there is no such program */
};

static bool succeeded(int status)
{
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* True for lines such as "make[1]: *** [Makefile:3: all] Error 2", which only repeat that the build
 * failed. False for "make: *** No rule ...", which is a cause. */
static bool only_repeats(struct str line)
{
	const struct str noise[] = {STR("*** ["), STR("*** Waiting for"), STR("Entering directory"),
		STR("Leaving directory")};
	size_t at = 0;

	if (!str_starts(line, STR("make:")) && !str_starts(line, STR("make[")))
		return false;
	while (at < line.n && line.p[at] != ' ')
		at++;
	struct str message = {line.p + at, line.n - at};
	for (; message.n && message.p[0] == ' '; message.p++)
		message.n--;
	for (size_t i = 0; i < sizeof noise / sizeof *noise; i++)
		if (str_starts(message, noise[i]))
			return true;
	return false;
}

/* The cause of a failed build from its output: the last line that does not only repeat the failure,
 * if there is one. */
static struct str last_words(struct str output)
{
	struct str last = str_take_last_line(&output), line = last;

	while (line.n && only_repeats(line))
		line = str_take_last_line(&output);
	return line.n ? line : last;
}

/* The end of the last line, which may be long. */
static struct str latest_line(const struct strbuf *log, size_t start)
{
	size_t from = log->len - start > LINE_MAX_BYTES ? log->len - LINE_MAX_BYTES : start;
	struct str output = strbuf_part(log, from, log->len);

	return str_take_last_line(&output);
}

/* The whole group ends with the command: a left process could write into the worktree while it is
 * removed. start: where its output begins in the log. */
static bool run_logged(const struct build_command *c, const char *const argv[], size_t start,
	int *status, struct error *e)
{
	struct proc p;
	enum proc_event event;

	if (!proc_start(&p, argv, c->folder, NULL,
		    PROC_NULL_IN | PROC_OUT | PROC_ERR_TO_OUT | PROC_WHOLE_GROUP, e))
		return false;
	do {
		event = proc_read(&p, TICK_MS, c->log, NULL, e);
		c->watch->tick(c->watch->to, latest_line(c->log, start));
	} while ((event == PROC_OUTPUT || event == PROC_TIMEOUT) && c->log->len < LOG_MAX);
	if (event == PROC_EOF)
		return proc_wait(&p, -1, status);
	proc_stop(&p, STOP_MS);
	return event != PROC_FAILED &&
		error_set(e, SNAP_LIMIT, "the build writes too much", "%.12s: more than 64 MiB",
			c->commit);
}

/* Tells what is going to run. why: why not something else; NULL: that is what one expects. */
static void announce(const struct build_command *c, const char *const command[], const char *why)
{
	struct strbuf stage = {0};

	strbuf_clear(c->used);
	for (size_t i = c->own ? 2 : 0; command[i]; i++)
		strbuf_addf(c->used, c->used->len ? " %s" : "%s", command[i]);
	strbuf_addf(c->log, "$ %s\n", c->used->s);
	strbuf_addf(&stage, "building %.12s: %s%s%s%s", c->commit, c->used->s, why ? " (" : "",
		why ? why : "", why ? ")" : "");
	c->watch->stage(c->watch->to, stage.s);
	strbuf_free(&stage);
}

/* Runs a command at the top of the worktree; its output goes to the log. False: it could not start,
 * or failed. */
static bool run(
	struct build_command *c, const char *const command[], const char *why_this, struct error *e)
{
	/* TMPDIR is in the worktree's folder: files of a killed compiler are removed with it. */
	const char *argv[ARGV_MAX] = {"sh", "-c",
		"TMPDIR=$1 GOTMPDIR=$1; export TMPDIR GOTMPDIR; shift; exec \"$@\"", "sh", c->tmp};
	size_t n = 5;
	int status = 0;
	for (size_t i = 0; command[i] && n + 1 < ARGV_MAX; i++)
		argv[n++] = command[i];
	announce(c, command, why_this);
	size_t start = c->log->len;
	if (!run_logged(c, argv, start, &status, e))
		return false;
	c->ran = WIFEXITED(status) && WEXITSTATUS(status) < NOT_RUN;
	if (succeeded(status))
		return true;
	char how[96];
	struct str why = last_words(strbuf_part(c->log, start, c->log->len));
	return error_set(e, SNAP_SYSTEM, "the build failed", "%.12s: %s%s" STR_FMT, c->commit,
		proc_status_text(status, how, sizeof how), why.n ? ": " : "", STR_ARG(why));
}

static bool has(const char *program)
{
	const char *argv[] = {"sh", "-c", "command -v \"$1\"", "sh", program, NULL};
	struct error ignored = {0};
	int status;

	return proc_run(argv, NULL, -1, NULL, NULL, &status, &ignored) && succeeded(status);
}

static bool has_docker(void)
{
	const char *argv[] = {"docker", "info", NULL};
	struct error ignored = {0};
	int status;

	return has("docker") && proc_run(argv, NULL, DOCKER_MS, NULL, NULL, &status, &ignored) &&
		succeeded(status);
}

static bool build_with_go(struct build_command *c, const char *why, struct error *e)
{
	struct strbuf arch = {0}, to = {0};

	strbuf_addf(&arch, "GOARCH=%s", c->arch);
	strbuf_addf(&to, "bin/snapshot-tool-%s", c->arch);
	const char *command[] = {"env", arch.s, "go", "build", "-buildvcs=false", "-o", to.s,
		"./cmd/snapshot-tool", NULL};
	bool ok = run(c, command, why, e);
	strbuf_free(&arch);
	strbuf_free(&to);
	return ok;
}

bool build_command_run(struct build_command *c, struct error *e)
{
	const char *own[] = {"sh", "-c", c->own, NULL}; /* announce shows the third alone */
	const char *make[] = {"make", "build-go", "SERVICE_NAME=snapshot-tool", NULL};
	struct error first = {0}, second = {0};

	if (c->own)
		return run(c, own, NULL, e);
	if (!has("make"))
		return build_with_go(c, "there is no make", e);
	if (run(c, make, NULL, &first))
		return true;
	bool docker = has_docker(), go = has("go");
	/* Without either of them nothing was compiled: that is no fault of the commit. */
	c->ran = c->ran && (docker || go);
	bool try_go = !docker && go;
	if (try_go && build_with_go(c, "make failed, and there is no docker", &second))
		return true;
	return error_set(e, first.status, first.what, "%s%s", first.why,
		try_go ? " (go build failed as well)" : "");
}
