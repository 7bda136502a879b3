#include "part_folder.h"
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>
#include "common/builds/cache.h"
#include "common/cleanup.h"
#include "common/temporary.h"
#include "common/tree.h"

#define LOCK_NAME "/lock"

/* No signal may arrive between creation and registration. */
static bool make(struct part_folder *f)
{
	sigset_t all, before;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	bool made = mkdtemp(f->path.s) != NULL,
	     registered = made && cleanup_add_tree(f->path.s, false);
	int code = errno;
	if (made && !registered)
		rmdir(f->path.s);
	sigprocmask(SIG_SETMASK, &before, NULL);
	errno = code;
	return registered;
}

static int lock_of(const char *folder)
{
	struct strbuf path = {0};

	strbuf_addf(&path, "%s" LOCK_NAME, folder);
	int fd = build_lock(path.s, LOCK_EX | LOCK_NB);
	strbuf_free(&path);
	return fd;
}

static bool has_lock(const char *folder)
{
	struct strbuf path = {0};

	strbuf_addf(&path, "%s" LOCK_NAME, folder);
	bool there = access(path.s, F_OK) == 0;
	strbuf_free(&path);
	return there;
}

/* A folder without a lock is being made by another run at this moment. */
static void sweep(const char *dir, struct str start)
{
	struct strbuf path = {0};
	DIR *d = opendir(dir);

	for (struct dirent *entry; d && (entry = readdir(d));) {
		if (!str_starts(str_of(entry->d_name), start))
			continue;
		strbuf_clear(&path);
		strbuf_addf(&path, "%s/%s", dir, entry->d_name);
		int lock = has_lock(path.s) ? lock_of(path.s) : -1;
		if (lock >= 0) {
			tree_remove(path.s);
			close(lock);
		}
	}
	if (d)
		closedir(d);
	strbuf_free(&path);
}

bool part_folder_open(struct part_folder *f, const char *dir, const char *key, struct error *e)
{
	struct strbuf start = {0};

	*f = (struct part_folder){.lock = -1};
	strbuf_addf(&start, TEMPORARY_NAME "%s-", key);
	sweep(dir, strbuf_str(&start));
	strbuf_addf(&f->path, "%s/%sXXXXXX", dir, start.s);
	strbuf_free(&start);
	if (!make(f)) {
		error_path(e, "cannot make the folder", f->path.s);
		strbuf_free(&f->path);
		return false;
	}
	f->lock = lock_of(f->path.s);
	return true;
}

void part_folder_close(struct part_folder *f)
{
	if (f->path.len) {
		if (!tree_remove(f->path.s))
			msg_warn(f->path.s, "cannot be removed whole: %s", strerror(errno));
		cleanup_drop_tree(f->path.s);
	}
	if (f->lock >= 0)
		close(f->lock);
	strbuf_free(&f->path);
}
