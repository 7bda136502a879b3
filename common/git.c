#include "common/git.h"
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include "common/proc.h"

enum { ARGV_MAX = 24, OUTPUT_MAX = 1 << 20 };

static void forget(void)
{
	static const char *const names[] = {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE",
		"GIT_PREFIX", "GIT_COMMON_DIR", "MAKEFLAGS", "MFLAGS", "MAKELEVEL",
		"MAKEOVERRIDES"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		unsetenv(names[i]);
	/* A partial clone may fetch. In a process group of its own git would be stopped when it
	 * reads a password from the terminal. */
	setenv("GIT_TERMINAL_PROMPT", "0", 1);
}

void git_forget_surroundings(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, forget);
}

bool git_run_with(const struct git_data *data, const char *repo, const char *const args[],
	struct strbuf *out, struct strbuf *err, int *status, struct error *e)
{
	struct strbuf index = {0}, objects = {0};
	const char *argv[ARGV_MAX];
	size_t n = 0;

	strbuf_addf(&index, "GIT_INDEX_FILE=%s", data->index ? data->index : "");
	strbuf_addf(&objects, "GIT_OBJECT_DIRECTORY=%s", data->objects ? data->objects : "");
	argv[n++] = "env";
	if (data->index)
		argv[n++] = index.s;
	if (data->objects)
		argv[n++] = objects.s;
	const char *always[] = {"git", "-C", repo ? repo : ".", "-c", "core.hooksPath=/dev/null",
		"-c", "core.fsmonitor=false", "-c", "advice.detachedHead=false"};
	size_t skipped = n == 1; /* without variables git itself */
	for (size_t i = 0; i < sizeof always / sizeof *always; i++)
		argv[n++] = always[i];
	for (size_t i = 0; args[i] && n + 1 < ARGV_MAX; i++)
		argv[n++] = args[i];
	argv[n] = NULL;
	bool ok = proc_run_bounded(argv + skipped, NULL, -1, OUTPUT_MAX, out, err, status, e);
	if (!ok && e->status == SNAP_SYSTEM)
		error_hint(e, "install git");
	strbuf_free(&index);
	strbuf_free(&objects);
	return ok;
}

bool git_run(const char *repo, const char *const args[], struct strbuf *out, struct strbuf *err,
	int *status, struct error *e)
{
	return git_run_with(&(struct git_data){0}, repo, args, out, err, status, e);
}

/* Appends the absolute form of path, which is relative to repo unless it begins with a slash. */
static bool absolute(const char *repo, struct str path, struct strbuf *to)
{
	char here[PATH_MAX];

	if (path.n && path.p[0] == '/') {
		strbuf_addstr(to, path);
		return true;
	}
	if (repo[0] != '/') {
		if (!getcwd(here, sizeof here))
			return false;
		strbuf_addf(to, "%s/", here);
	}
	strbuf_addf(to, "%s/" STR_FMT, repo, STR_ARG(path));
	return true;
}

bool git_path(const char *repo, const char *part, struct strbuf *path, struct error *e)
{
	const char *args[] = {"rev-parse", "--git-path", part, NULL};
	struct strbuf out = {0};
	int status = 0;
	bool ok = git_run(repo, args, &out, NULL, &status, e);
	struct str found = {out.s, out.len ? out.len - 1 : 0};

	if (ok && (status != 0 || !found.n))
		ok = error_set(e, SNAP_SYSTEM, "cannot check out",
			"git does not tell where the repository is");
	if (ok && !absolute(repo ? repo : ".", found, path))
		ok = error_errno(e, "cannot tell the current folder");
	strbuf_free(&out);
	return ok;
}
