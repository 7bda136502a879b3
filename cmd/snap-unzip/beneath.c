#include "beneath.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/cleanup.h"
#include "common/fd.h"
#include "common/temporary.h"

struct made {
	struct str path;
	struct made *next;
};

static bool failed(const struct beneath *b, const char *what, struct str path, struct error *e)
{
	struct strbuf shown = {0};
	int code = errno;

	strbuf_addf(&shown, "%s/%.*s", b->name, (int)path.n, path.p);
	errno = code;
	error_path(e, what, shown.s);
	strbuf_free(&shown);
	return false;
}

static bool in_the_way(const struct beneath *b, struct str path, const char *not_a, struct error *e)
{
	return error_set(e, SNAP_SYSTEM, "cannot extract", "%.200s/%.*s is in the way and not a %s",
		b->name, path.n < 300 ? (int)path.n : 300, path.p, not_a);
}

static int open_folder(int folder, const char *name, int flags)
{
	return fd_openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags, 0);
}

bool beneath_open(struct beneath *b, const char *name, struct error *e)
{
	mode_t mask = umask(0);

	umask(mask);
	*b = (struct beneath){.name = name, .mode = 0666 & ~mask};
	b->made = mkdir(name, 0777) == 0;
	b->top = b->made || errno == EEXIST ? open_folder(AT_FDCWD, name, 0) : -1;
	return b->top >= 0 || error_path(e, "cannot extract to", name);
}

static bool make(struct beneath *b, int folder, const char *part, struct str path, struct error *e)
{
	if (mkdirat(folder, part, 0777) != 0)
		return errno == EEXIST || failed(b, "cannot make", path, e);
	struct made *made = ARENA_NEW(&b->arena, struct made);
	*made = (struct made){arena_str(&b->arena, path), b->folders};
	b->folders = made;
	return true;
}

/* Opens the folder part in folder. path, of part, is for messages. -1: *e is set. */
static int enter(
	const struct beneath *b, int folder, const char *part, struct str path, struct error *e)
{
	int fd = open_folder(folder, part, O_NOFOLLOW);

	if (fd < 0 && (errno == ENOTDIR || errno == ELOOP))
		in_the_way(b, path, "folder", e);
	else if (fd < 0)
		failed(b, "cannot open", path, e);
	return fd;
}

/* Opens the folder at path, which the caller closes. maker not NULL: creates missing folders. -1:
 * *e is set. */
static int enter_all(
	const struct beneath *b, struct beneath *maker, struct str path, struct error *e)
{
	struct strbuf part = {0};
	int at = fcntl(b->top, F_DUPFD_CLOEXEC, 0);

	if (at < 0)
		failed(b, "cannot open", (struct str){"", 0}, e);
	for (size_t begin = 0, end; at >= 0 && begin < path.n; begin = end + 1) {
		const char *slash = memchr(path.p + begin, '/', path.n - begin);

		end = slash ? (size_t)(slash - path.p) : path.n;
		strbuf_clear(&part);
		strbuf_add(&part, path.p + begin, end - begin);
		int above = at;
		struct str so_far = {path.p, end};
		at = !maker || make(maker, above, part.s, so_far, e)
			? enter(b, above, part.s, so_far, e)
			: -1;
		close(above);
	}
	strbuf_free(&part);
	return at;
}

bool beneath_folder(struct beneath *b, struct str path, struct error *e)
{
	int fd = enter_all(b, b, path, e);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* Where the last part of a path begins. */
static size_t last_part(struct str path)
{
	size_t i = path.n;

	while (i > 0 && path.p[i - 1] != '/')
		i--;
	return i;
}

/* Checks an existing file, whose mode the new one gets. */
static bool look_at_old(
	const struct beneath *b, struct newfile *f, const char *name, struct error *e)
{
	struct stat st;

	if (fstatat(f->folder, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return errno == ENOENT || failed(b, "cannot look at", f->path, e);
	if (!S_ISREG(st.st_mode))
		return in_the_way(b, f->path, "plain file", e);
	f->mode = st.st_mode & 0777;
	/* A read-only file is not replaced. */
	return faccessat(f->folder, name, W_OK, 0) == 0 || failed(b, "cannot write to", f->path, e);
}

static const char *temporary_name(const struct newfile *f)
{
	return f->temporary.s + last_part(strbuf_str(&f->temporary));
}

static bool open_temporary(const struct beneath *b, struct newfile *f, struct error *e)
{
	size_t folder = f->shown.len - (f->path.n - last_part(f->path)); /* length of its path */

	strbuf_add(&f->temporary, f->shown.s, folder);
	strbuf_addz(&f->temporary, TEMPORARY_NAME);
	f->fd = temporary_create(f->folder, 0600, &f->temporary);
	return f->fd >= 0 || failed(b, "cannot write to", f->path, e);
}

static void release(struct newfile *f)
{
	close(f->folder);
	strbuf_free(&f->shown);
	strbuf_free(&f->temporary);
	f->fd = -1;
}

bool beneath_create(struct beneath *b, struct str path, struct newfile *f, struct error *e)
{
	size_t name = last_part(path);

	*f = (struct newfile){.fd = -1, .path = path, .mode = b->mode};
	f->folder = enter_all(b, b, (struct str){path.p, name ? name - 1 : 0}, e);
	if (f->folder < 0)
		return false;
	strbuf_addf(&f->shown, "%s/%s", b->name, path.p);
	if (look_at_old(b, f, path.p + name, e) && open_temporary(b, f, e))
		return true;
	release(f);
	return false;
}

bool newfile_end(struct newfile *f, bool keep, struct error *e)
{
	const char *name = temporary_name(f);
	bool ok = !keep || fd_set_mode(f->fd, f->mode);

	if (fd_close(f->fd) != 0)
		ok = false;
	ok = ok &&
		(!keep ||
			renameat(f->folder, name, f->folder, f->path.p + last_part(f->path)) == 0);
	if (!ok)
		error_path(e, "cannot write to", f->shown.s);
	if (!ok || !keep)
		unlinkat(f->folder, name, 0);
	cleanup_drop_file(f->temporary.s);
	release(f);
	return ok;
}

void beneath_undo(const struct beneath *b)
{
	for (const struct made *m = b->folders; m; m = m->next) {
		struct error ignored = {0};
		size_t name = last_part(m->path);
		int folder =
			enter_all(b, NULL, (struct str){m->path.p, name ? name - 1 : 0}, &ignored);

		if (folder < 0)
			continue;
		unlinkat(folder, m->path.p + name, AT_REMOVEDIR);
		close(folder);
	}
	if (b->made)
		rmdir(b->name);
}

void beneath_close(struct beneath *b)
{
	if (b->top >= 0)
		close(b->top);
	arena_free(&b->arena);
}
