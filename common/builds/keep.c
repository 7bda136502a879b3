#define _XOPEN_SOURCE 700 /* realpath */
#include "common/builds/keep.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/fd.h"
#include "common/proc.h"

/* A file of the worktree that nothing else has is moved. False: it must be copied. */
static bool move(const struct worktree *w, const char *built, const char *to)
{
	char real[PATH_MAX], top[PATH_MAX];
	struct stat st;

	if (!realpath(built, real) || !realpath(w->path.s, top) || stat(real, &st) != 0)
		return false;
	size_t n = strlen(top);
	return strncmp(real, top, n) == 0 && real[n] == '/' && st.st_nlink == 1 &&
		rename(real, to) == 0;
}

/* Another program copies: while this one has the file open for writing, a child that another thread
 * forks would have it, too, until it executes its program, and nobody could run the tool. */
static bool copy(const char *built, const char *to, struct error *e)
{
	const char *argv[] = {"cp", "--", built, to, NULL};
	struct strbuf err = {0};
	int status;

	bool ok = proc_run(argv, NULL, -1, NULL, &err, &status, e);
	if (ok && status != 0) {
		struct str output = strbuf_str(&err), why = str_take_last_line(&output);

		ok = error_set(e, SNAP_SYSTEM, "cannot copy the tool into the cache", STR_FMT,
			STR_ARG(why));
	}
	strbuf_free(&err);
	return ok;
}

/* What has the tool's name is complete, also after a power cut. */
static bool reach_disk(const char *path, struct error *e)
{
	int fd = fd_open(path, O_RDONLY | O_CLOEXEC, 0);
	bool ok = fd >= 0 && fsync(fd) == 0;

	if (!ok)
		error_errno(e, "cannot copy the tool into the cache");
	if (fd >= 0)
		close(fd);
	return ok;
}

/* First under a temporary name in the worktree's folder. */
bool build_keep(const struct worktree *w, const char *built, const char *tool, struct error *e)
{
	struct strbuf temporary = {0};

	strbuf_addf(&temporary, "%s/tool", w->folder.s);
	bool ok = (move(w, built, temporary.s) || copy(built, temporary.s, e)) &&
		reach_disk(temporary.s, e);
	if (ok && rename(temporary.s, tool) != 0)
		ok = error_path(e, "cannot make", tool);
	strbuf_free(&temporary);
	return ok;
}

bool build_find(const struct worktree *w, const char *arch, struct strbuf *path)
{
	struct stat st;

	for (int i = 0; i < 3; i++) {
		strbuf_clear(path);
		strbuf_addf(path, "%s/%ssnapshot-tool%s%s", w->path.s, i < 2 ? "bin/" : "",
			i ? "" : "-", i ? "" : arch);
		if (stat(path->s, &st) == 0 && S_ISREG(st.st_mode) && access(path->s, X_OK) == 0)
			return true;
	}
	return false;
}
