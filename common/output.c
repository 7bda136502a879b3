#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/cleanup.h"
#include "common/fd.h"
#include "common/mem.h"
#include "common/operand.h"
#include "common/output.h"
#include "common/str.h"
#include "common/temporary.h"

enum { BUFFER = 1 << 16, LINKS_MAX = 40 };

struct output {
	int fd;
	struct strbuf *memory; /* NULL: fd */
	char *path;            /* the final path; NULL: stdout */
	char *temporary;       /* NULL: written in place (stdout, a device, a FIFO) */
	char *made;            /* the highest folder that was made for it; NULL: none */
	mode_t mode;           /* set on the temporary file before it is renamed */
	size_t used;
	char *buffer;
};

static void output_free(struct output *o)
{
	free(o->path);
	free(o->temporary);
	free(o->made);
	free(o->buffer);
	free(o);
}

static char *directory_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *dir = xstrdup(path);

	dir[slash ? slash - path + 1 : 0] = 0;
	return dir;
}

/* The target of the symbolic links at path: that file is replaced, not the link. The caller owns
 * the result. NULL: errno is set. */
static char *follow_links(const char *path)
{
	char *at = xstrdup(path), target[PATH_MAX];

	for (int i = 0;; i++) {
		errno = ELOOP;
		if (i == LINKS_MAX)
			break;
		ssize_t n = readlink(at, target, sizeof target - 1);
		if (n < 0 && (errno == EINVAL || errno == ENOENT)) /* no link, or no file */
			return at;
		if (n < 0)
			break;
		target[n] = 0;
		struct strbuf next = {0};
		char *dir = directory_of(at);
		strbuf_addf(&next, "%s%s", target[0] == '/' ? "" : dir, target);
		free(dir);
		free(at);
		at = next.s;
	}
	int code = errno;
	free(at);
	errno = code;
	return NULL;
}

/* The mode of a new file in the folder dir: umask and the default ACL of the folder decide. So one
 * is created and looked at. */
static bool mode_of_new(const char *dir, mode_t *mode)
{
	struct strbuf path = {0};
	struct stat st;

	strbuf_addf(&path, "%s" TEMPORARY_NAME, dir);
	int fd = temporary_create(AT_FDCWD, 0666, &path);
	if (fd < 0) {
		strbuf_free(&path);
		return false;
	}
	bool ok = fstat(fd, &st) == 0;
	int code = errno;
	close(fd);
	if (!temporary_remove(&path))
		return false;
	*mode = st.st_mode;
	errno = code;
	return ok;
}

/* The temporary file is in the folder of path: rename must not cross file systems. Its name is
 * short enough wherever a name of any length fits. Its mode is 0600 until it is complete. is_new:
 * there is no file whose mode it gets then. */
static bool open_temporary(struct output *o, bool is_new)
{
	char *dir = directory_of(o->path);
	struct strbuf name = {0};

	strbuf_addf(&name, "%s" TEMPORARY_NAME, dir);
	if (!is_new || mode_of_new(dir, &o->mode))
		o->fd = temporary_create(AT_FDCWD, 0600, &name);
	int code = errno;
	if (o->fd >= 0)
		o->temporary = name.s;
	else
		strbuf_free(&name);
	free(dir);
	errno = code;
	return o->fd >= 0;
}

static bool is_missing(const char *folder)
{
	struct stat st;

	return *folder && stat(folder, &st) != 0 && errno == ENOENT;
}

/* Makes the folders above o->path that are missing. */
static bool make_folders(struct output *o, struct error *e)
{
	char *dir = directory_of(o->path);

	for (char *at = xstrdup(dir); at;) {
		char *slash = strrchr(at, '/');

		if (slash)
			*slash = 0;
		if (!slash || !is_missing(at)) {
			free(at);
			break;
		}
		free(o->made);
		o->made = xstrdup(at);
	}
	bool ok = !o->made || output_folder(dir, e);
	free(dir);
	return ok;
}

/* Only those that are empty. */
static void remove_folders(const struct output *o)
{
	char *dir = o->made ? xstrdup(o->path) : NULL, *slash;

	while (dir && (slash = strrchr(dir, '/')) != NULL) {
		*slash = 0;
		if (strlen(dir) < strlen(o->made))
			break;
		rmdir(dir);
	}
	free(dir);
}

static bool open_path(struct output *o, const char *path, struct error *e)
{
	struct stat st = {0};
	bool there = stat(path, &st) == 0;

	if (!there && errno != ENOENT)
		return false;
	if (there && !S_ISREG(st.st_mode)) {
		/* /dev/null, a FIFO, ...: must not be replaced. A directory fails here with the
		 * right errno. */
		o->path = xstrdup(path);
		o->fd = fd_open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY, 0);
		return o->fd >= 0;
	}
	if (there && access(path, W_OK) != 0)
		return false; /* a read-only file is not replaced */
	o->path = follow_links(path);
	o->mode = st.st_mode; /* of the existing file, if any */
	if (!o->path || (!there && !make_folders(o, e)))
		return false;
	return open_temporary(o, !there);
}

struct output *output_open(const char *path, struct error *e)
{
	struct output *o = xmalloc(sizeof *o);

	*o = (struct output){.fd = STDOUT_FILENO, .buffer = xmalloc(BUFFER)};
	if (operand_is_standard(path)) {
		if (fflush(stdout) == 0)
			return o;
		error_errno(e, "cannot write to standard output");
	} else {
		o->fd = -1;
		if (open_path(o, path, e))
			return o;
		error_path(e, "cannot write to", path);
	}
	output_abort(o);
	return NULL;
}

struct output *output_memory(struct strbuf *to)
{
	struct output *o = xmalloc(sizeof *o);

	*o = (struct output){.fd = -1, .memory = to, .buffer = xmalloc(BUFFER)};
	return o;
}

void output_private(struct output *o)
{
	o->mode = 0600;
}

int output_fd(const struct output *o)
{
	return o->fd;
}

static bool failed(const struct output *o, struct error *e)
{
	return error_path(e, "cannot write to", o->path ? o->path : "standard output");
}

static bool send(const struct output *o, struct str bytes, struct error *e)
{
	if (!o->memory)
		return write_all(o->fd, bytes) || failed(o, e);
	strbuf_addstr(o->memory, bytes);
	return true;
}

bool output_flush(struct output *o, struct error *e)
{
	size_t n = o->used;

	o->used = 0;
	return send(o, (struct str){o->buffer, n}, e);
}

bool output_write(struct output *o, const void *bytes, size_t n, struct error *e)
{
	if (n > BUFFER - o->used && !output_flush(o, e))
		return false;
	if (n >= BUFFER)
		return send(o, (struct str){bytes, n}, e);
	if (n)
		memcpy(o->buffer + o->used, bytes, n);
	o->used += n;
	return true;
}

bool output_commit_as(struct output *o, const char *end, struct error *e)
{
	struct strbuf path = {0};

	if (o->temporary) {
		strbuf_addf(&path, "%s%s", o->path, end);
		free(o->path);
		o->path = path.s;
	}
	return output_commit(o, e);
}

void output_commit_now(struct output *o)
{
	if (o->temporary && fd_set_mode(o->fd, o->mode))
		rename(o->temporary, o->path);
}

bool output_commit(struct output *o, struct error *e)
{
	bool ok = output_flush(o, e);

	if (ok && o->temporary && !fd_set_mode(o->fd, o->mode))
		ok = failed(o, e);
	if (o->path) {
		int fd = o->fd;

		o->fd = -1;
		if (fd_close(fd) != 0 && ok)
			ok = failed(o, e);
	}
	if (ok && o->temporary && rename(o->temporary, o->path) != 0)
		ok = failed(o, e);
	if (!ok) {
		output_abort(o);
		return false;
	}
	if (o->temporary)
		cleanup_drop_file(o->temporary);
	output_free(o);
	return true;
}

void output_abort(struct output *o)
{
	if (o->path && o->fd >= 0)
		close(o->fd);
	if (o->temporary) {
		unlink(o->temporary);
		cleanup_drop_file(o->temporary);
	}
	if (o->made)
		remove_folders(o);
	output_free(o);
}

bool output_folder(const char *path, struct error *e)
{
	if (mkdir(path, 0777) == 0 || errno == EEXIST)
		return true;
	char *above = errno == ENOENT ? xstrdup(path) : NULL,
	     *slash = above ? strrchr(above, '/') : NULL;
	bool ok = slash && slash != above;
	if (ok) {
		*slash = 0;
		ok = output_folder(above, e) && (mkdir(path, 0777) == 0 || errno == EEXIST);
	}
	if (!ok)
		error_path(e, "cannot make the folder", path);
	free(above);
	return ok;
}

bool output_finish(struct output *o, struct str last, struct error *e)
{
	if (output_write(o, last.p, last.n, e))
		return output_commit(o, e);
	output_abort(o);
	return false;
}

bool output_whole(const char *path, struct str bytes, struct error *e)
{
	struct output *o = output_open(path, e);

	return o && output_finish(o, bytes, e);
}
