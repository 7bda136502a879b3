#include "common/refbuild.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>
#include "common/fd.h"
#include "common/git.h"
#include "common/map.h"
#include "common/output.h"
#include "common/proc.h"
#include "common/temporary.h"
#include "common/worktree.h"

enum { ARGV_MAX = 24, DOCKER_MS = 20000, STOP_MS = 2000, LOG_MAX = 64 << 20 };

/* It becomes part of file names. */
const char *refbuild_arch(const char *arg)
{
	if (!*arg || arg[strspn(arg, "abcdefghijklmnopqrstuvwxyz0123456789_")])
		msg_usage("--arch: not an architecture: '%s' (amd64, arm64)", arg);
	return arg;
}

/* One build: where things are. */
struct ref_build {
	const struct refbuild *b;
	const char *commit, *arch;
	struct strbuf cache, key, tool, lock;
	struct worktree worktree;
	struct strbuf *log;
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

bool refbuild_resolve(
	const struct refbuild *b, const char *ref, char commit[COMMIT_SIZE], struct error *e)
{
	struct strbuf spec = {0}, out = {0}, err = {0};
	int status;

	git_forget_surroundings();
	strbuf_addf(&spec, "%s^{commit}", ref);
	const char *inside[] = {"rev-parse", "--git-dir", NULL};
	const char *verify[] = {
		"rev-parse", "--verify", "--quiet", "--end-of-options", spec.s, NULL};
	bool ok = git_run(b->repo, inside, NULL, &err, &status, e);
	if (ok && !succeeded(status)) {
		struct str text = strbuf_str(&err), why = str_take_last_line(&text);

		ok = error_set(e, SNAP_INPUT, "not a git repository", "%s: " STR_FMT,
			b->repo ? b->repo : "the current folder", STR_ARG(why));
		error_hint(e, "--repo DIR with DIR a clone of the scheduler's repository");
	}
	ok = ok && git_run(b->repo, verify, &out, NULL, &status, e);
	struct str output = strbuf_str(&out), line = str_take_last_line(&output);
	if (ok && (!succeeded(status) || line.n == 0 || line.n >= COMMIT_SIZE)) {
		ok = error_set(e, SNAP_INPUT, "unknown ref", "git knows no commit '%s'", ref);
		error_hint(e, "git fetch --tags in the repository, or another spelling");
	}
	if (ok)
		snprintf(commit, COMMIT_SIZE, STR_FMT, STR_ARG(line));
	strbuf_free(&spec);
	strbuf_free(&out);
	strbuf_free(&err);
	return ok;
}

static const char *machine(void)
{
	static const char *const names[][2] = {{"x86_64", "amd64"}, {"aarch64", "arm64"},
		{"armv7l", "arm"}, {"i686", "386"}, {"riscv64", "riscv64"}, {"ppc64le", "ppc64le"},
		{"s390x", "s390x"}};
	struct utsname u;

	if (uname(&u) == 0)
		for (size_t i = 0; i < sizeof names / sizeof *names; i++)
			if (strcmp(u.machine, names[i][0]) == 0)
				return names[i][1];
	return "amd64";
}

static bool open_cache(struct ref_build *j, struct error *e)
{
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (xdg && xdg[0] == '/')
		strbuf_addf(&j->cache, "%s/snap", xdg);
	else if (home && home[0] == '/')
		strbuf_addf(&j->cache, "%s/.cache/snap", home);
	if (!j->cache.s) {
		error_set(e, SNAP_SYSTEM, "no place for builds",
			"neither XDG_CACHE_HOME nor HOME is set");
		return false;
	}
	strbuf_addf(&j->key, "%s-%s", j->commit, j->arch);
	if (j->b->build)
		strbuf_addf(&j->key, "-%016llx", (unsigned long long)str_hash(str_of(j->b->build)));
	strbuf_addf(&j->tool, "%s/tools/%s", j->cache.s, j->key.s);
	strbuf_addf(&j->lock, "%s/locks/%s", j->cache.s, j->key.s);
	return true;
}

static bool make_cache(const struct ref_build *j, struct error *e)
{
	static const char *const names[] = {"tools", "locks"};
	bool ok = true;

	for (size_t i = 0; ok && i < sizeof names / sizeof *names; i++) {
		struct strbuf path = {0};

		strbuf_addf(&path, "%s/%s", j->cache.s, names[i]);
		ok = output_folder(path.s, e);
		strbuf_free(&path);
	}
	return ok;
}

/* The lock lasts until its descriptor is closed or the process has ended. */
static int take_lock(const struct ref_build *j, struct error *e)
{
	struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	int fd = fd_open(j->lock.s, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

	if (fd < 0) {
		error_path(e, "cannot open", j->lock.s);
		return -1;
	}
	if (fcntl(fd, F_SETLK, &lock) == 0)
		return fd;
	msg_note("waiting for another run that builds %.12s", j->commit);
	while (fcntl(fd, F_SETLKW, &lock) != 0)
		if (errno != EINTR) {
			error_path(e, "cannot lock", j->lock.s);
			close(fd);
			return -1;
		}
	return fd;
}

/* The whole group ends with the command: a left process could write into the worktree while it is
 * removed. */
static bool run_logged(
	const struct ref_build *j, const char *const argv[], int *status, struct error *e)
{
	struct proc p;
	enum proc_event event;

	if (!proc_start(&p, argv, j->worktree.path.s, NULL,
		    PROC_NULL_IN | PROC_OUT | PROC_ERR_TO_OUT | PROC_WHOLE_GROUP, e))
		return false;
	do
		event = proc_read(&p, -1, j->log, NULL, e);
	while (event == PROC_OUTPUT && j->log->len < LOG_MAX);
	if (event == PROC_EOF)
		return proc_wait(&p, -1, status);
	proc_stop(&p, STOP_MS);
	return event == PROC_OUTPUT &&
		error_set(e, SNAP_LIMIT, "the build writes too much", "%.12s: more than 64 MiB",
			j->commit);
}

/* Runs a command at the top of the worktree; its output goes to the log. False: it could not start,
 * or failed. */
static bool run_build(const struct ref_build *j, const char *const command[], struct error *e)
{
	/* TMPDIR is in the worktree's folder: files of a killed compiler are removed with it. */
	const char *argv[ARGV_MAX] = {"sh", "-c",
		"TMPDIR=$1 GOTMPDIR=$1; export TMPDIR GOTMPDIR; shift; exec \"$@\"", "sh",
		j->worktree.tmp.s};
	size_t n = 5;
	int status;
	strbuf_addz(j->log, "$");
	for (size_t i = 0; command[i] && n + 1 < ARGV_MAX; i++) {
		argv[n++] = command[i];
		strbuf_addf(j->log, " %s", command[i]);
	}
	strbuf_addc(j->log, '\n');
	size_t start = j->log->len;
	if (!run_logged(j, argv, &status, e))
		return false;
	if (succeeded(status))
		return true;
	char how[96];
	struct str why = last_words((struct str){j->log->s + start, j->log->len - start});
	return error_set(e, SNAP_SYSTEM, "the build failed", "%.12s: %s%s" STR_FMT, j->commit,
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

static bool build_with_go(const struct ref_build *j, struct error *e)
{
	struct strbuf arch = {0}, to = {0};

	strbuf_addf(&arch, "GOARCH=%s", j->arch);
	strbuf_addf(&to, "bin/snapshot-tool-%s", j->arch);
	const char *command[] = {"env", arch.s, "go", "build", "-buildvcs=false", "-o", to.s,
		"./cmd/snapshot-tool", NULL};
	bool ok = run_build(j, command, e);
	strbuf_free(&arch);
	strbuf_free(&to);
	return ok;
}

static bool build(const struct ref_build *j, struct error *e)
{
	const char *own[] = {"sh", "-c", j->b->build, NULL};
	const char *make[] = {"make", "build-go", "SERVICE_NAME=snapshot-tool", NULL};
	struct error first = {0}, second = {0};

	if (j->b->build)
		return run_build(j, own, e);
	if (!has("make"))
		return build_with_go(j, e);
	if (run_build(j, make, &first))
		return true;
	/* The scheduler's Makefile builds inside a container. */
	bool try_go = !has_docker() && has("go");
	if (try_go && build_with_go(j, &second))
		return true;
	return error_set(e, first.status, first.what, "%s%s", first.why,
		try_go ? " (go build failed as well)" : "");
}

static bool copy_bytes(int from, int to, struct error *e)
{
	char buffer[1 << 16];
	struct stat st;
	off_t left = fstat(from, &st) == 0 ? st.st_size : -1;

	for (ssize_t n; (n = read(from, buffer, sizeof buffer)) != 0;) {
		if (n < 0 ? errno != EINTR : !write_all(to, (struct str){buffer, (size_t)n}))
			return error_errno(e, "cannot copy the tool into the cache");
		left -= n > 0 ? n : 0;
	}
	if (left != 0)
		return error_set(
			e, SNAP_SYSTEM, "cannot copy the tool into the cache", "its size changes");
	return fsync(to) == 0 || error_errno(e, "cannot copy the tool into the cache");
}

/* First under a temporary name in the worktree's folder: a file with its final name is complete. */
static bool keep_tool(const struct ref_build *j, const char *built, struct error *e)
{
	struct strbuf temporary = {0};

	strbuf_addf(&temporary, "%s/tool", j->worktree.folder.s);
	int from = fd_open(built, O_RDONLY | O_CLOEXEC, 0),
	    to = fd_open(temporary.s, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0777);
	bool ok = from >= 0 && to >= 0 ? copy_bytes(from, to, e)
				       : error_path(e, "cannot copy the tool to", temporary.s);
	if (from >= 0)
		close(from);
	if (to >= 0 && fd_close(to) != 0 && ok)
		ok = error_path(e, "cannot write to", temporary.s);
	if (ok && rename(temporary.s, j->tool.s) != 0)
		ok = error_path(e, "cannot make", j->tool.s);
	strbuf_free(&temporary);
	return ok;
}

static bool find_built(const struct ref_build *j, struct strbuf *path)
{
	struct stat st;

	for (int i = 0; i < 3; i++) {
		strbuf_clear(path);
		strbuf_addf(path, "%s/%ssnapshot-tool%s%s", j->worktree.path.s, i < 2 ? "bin/" : "",
			i ? "" : "-", i ? "" : j->arch);
		if (stat(path->s, &st) == 0 && S_ISREG(st.st_mode) && access(path->s, X_OK) == 0)
			return true;
	}
	return false;
}

static bool build_and_keep(struct ref_build *j, struct error *e)
{
	struct strbuf built = {0};

	msg_note("building the snapshot-tool of %.12s", j->commit);
	bool ok = worktree_open(&j->worktree, j->cache.s, j->b->repo, j->commit, e) && build(j, e);
	if (ok && !find_built(j, &built)) {
		ok = error_set(e, SNAP_SYSTEM, "the build failed",
			"%.12s: it left no bin/snapshot-tool-%s", j->commit, j->arch);
		error_hint(e,
			"snap-compare-refs --build CMD with a command that makes it, or --arch A when it has another name");
	}
	ok = ok && keep_tool(j, built.s, e);
	worktree_close(&j->worktree);
	strbuf_free(&built);
	return ok;
}

static bool is_built(const struct ref_build *j)
{
	return j->tool.s && access(j->tool.s, X_OK) == 0;
}

static bool locked_build(struct ref_build *j, struct error *e)
{
	int lock = make_cache(j, e) ? take_lock(j, e) : -1;

	if (lock < 0)
		return false;
	/* Whoever held the lock may have built it. */
	bool ok = is_built(j) || build_and_keep(j, e);
	close(lock);
	return ok;
}

bool refbuild_tool(const struct refbuild *b, const char *commit, struct strbuf *path,
	struct strbuf *log, struct error *e)
{
	struct ref_build j = {
		.b = b, .commit = commit, .arch = b->arch ? b->arch : machine(), .log = log};

	git_forget_surroundings();
	bool ok = open_cache(&j, e);
	if (ok)
		worktree_sweep(j.cache.s);
	if (ok && !is_built(&j)) {
		if (b->no_build) {
			ok = error_set(e, SNAP_INPUT, "not built yet", "%.12s is not in %s", commit,
				j.cache.s);
			error_hint(e, "without --no-build");
		} else {
			ok = locked_build(&j, e);
		}
	}
	if (ok)
		strbuf_addstr(path, strbuf_str(&j.tool));
	strbuf_free(&j.cache);
	strbuf_free(&j.key);
	strbuf_free(&j.tool);
	strbuf_free(&j.lock);
	return ok;
}
