#include "common/builds/keep.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/fd.h"
#include "common/temporary.h"

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

/* First under a temporary name in the worktree's folder. */
bool build_keep(const struct worktree *w, const char *built, const char *tool, struct error *e)
{
	struct strbuf temporary = {0};

	strbuf_addf(&temporary, "%s/tool", w->folder.s);
	int from = fd_open(built, O_RDONLY | O_CLOEXEC, 0),
	    to = fd_open(temporary.s, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0777);
	bool ok = from >= 0 && to >= 0 ? copy_bytes(from, to, e)
				       : error_path(e, "cannot copy the tool to", temporary.s);
	if (from >= 0)
		close(from);
	if (to >= 0 && fd_close(to) != 0 && ok)
		ok = error_path(e, "cannot write to", temporary.s);
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
