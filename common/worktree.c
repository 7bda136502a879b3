#include "common/worktree.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/cleanup.h"
#include "common/fd.h"
#include "common/git.h"
#include "common/output.h"
#include "common/proc.h"
#include "common/temporary.h"
#include "common/tree.h"

enum { COMMIT_SHOWN = 12, TRIES = 30, PAUSE_MS = 100 };

static bool lock_file(int fd, int how)
{
	int result;

	do
		result = flock(fd, how);
	while (result != 0 && errno == EINTR);
	return result == 0;
}

/* Takes CACHE/locks/NAME. -1: failed. */
static int take_lock(const char *cache, const char *name)
{
	struct strbuf path = {0};

	strbuf_addf(&path, "%s/locks/%s", cache, name);
	int fd = fd_open(path.s, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd >= 0 && !lock_file(fd, LOCK_EX)) {
		int code = errno;

		close(fd);
		errno = code;
		fd = -1;
	}
	strbuf_free(&path);
	return fd;
}

/* The lock for creating a folder and its lock, or for checking the folders of others: so no folder
 * is checked before it is locked. */
static int take_turn(const char *cache)
{
	return take_lock(cache, "worktrees");
}

/* The lock for adding a worktree to a repository or removing it: git reads the data of all of them
 * when it adds one, and fails over those that are half there. */
static int take_checkout(const char *cache)
{
	return take_lock(cache, "checkout");
}

/* No signal may arrive between creation and registration of the folder. After SIGKILL an empty
 * folder is left, which worktree_sweep removes. */
static bool make_folder(struct worktree *w)
{
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	bool made = mkdtemp(w->folder.s) != NULL,
	     registered = made && cleanup_add_tree(w->folder.s, false);
	int code = errno;
	if (made && !registered)
		rmdir(w->folder.s);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	errno = code;
	return registered;
}

static bool make_lock(struct worktree *w)
{
	struct strbuf path = {0};

	strbuf_addf(&path, "%s/lock", w->folder.s);
	w->lock = fd_open(path.s, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	strbuf_free(&path);
	return w->lock >= 0 && lock_file(w->lock, LOCK_EX | LOCK_NB);
}

static bool open_folder(struct worktree *w, const char *cache, const char *commit, struct error *e)
{
	strbuf_addf(&w->folder, "%s/worktrees", cache);
	int turn = output_folder(w->folder.s, e) ? take_turn(cache) : -1;
	strbuf_addf(&w->folder, "/%.*s-XXXXXX", COMMIT_SHOWN, commit);
	bool made = turn >= 0 && make_folder(w), ok = made && make_lock(w);
	if (!ok)
		error_path(e, "cannot make and lock the folder", w->folder.s);
	if (turn >= 0)
		close(turn);
	if (!made)
		strbuf_clear(&w->folder);
	return ok;
}

/* The name of the folder's worktree. git uses the same name for its data, since the name is unique.
 */
static const char *name_of(const char *folder)
{
	return strrchr(folder, '/') + 1;
}

/* "GIT/worktrees/NAME"; GIT is the folder that all worktrees of the repository share. */
static bool find_admin(struct worktree *w, const char *repo, struct error *e)
{
	if (!git_path(repo, "worktrees", &w->admin, e))
		return false;
	strbuf_addf(&w->admin, "/snap-%s", name_of(w->folder.s));
	return true;
}

/* Writes the path to the folder, for worktree_sweep, and registers it for the guard. */
static bool record_admin(const struct worktree *w, struct error *e)
{
	struct strbuf path = {0};

	strbuf_addf(&path, "%s/admin", w->folder.s);
	int fd = fd_open(path.s, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	bool ok = fd >= 0 && write_all(fd, strbuf_str(&w->admin));
	if (fd >= 0 && fd_close(fd) != 0)
		ok = false;
	ok = ok && cleanup_add_tree(w->admin.s, true);
	if (!ok)
		error_path(e, "cannot write to", path.s);
	strbuf_free(&path);
	return ok;
}

static bool check_out(const struct worktree *w, const char *cache, const char *repo,
	const char *commit, bool empty, struct error *e)
{
	const char *add[] = {"worktree", "add", "--quiet", "--force", "--detach",
		empty ? "--no-checkout" : "--checkout", w->path.s, commit, NULL};
	struct strbuf err = {0};
	int status;
	int turn = take_checkout(cache);
	bool ok = git_run(repo, add, NULL, &err, &status, e);

	if (turn >= 0)
		close(turn);
	if (ok && status != 0) {
		char how[96];
		struct str output = strbuf_str(&err), why = str_take_last_line(&output);

		ok = error_set(e, SNAP_SYSTEM, "cannot check out", "%.12s: git: %s%s" STR_FMT,
			commit, proc_status_text(status, how, sizeof how), why.n ? ": " : "",
			STR_ARG(why));
	}
	strbuf_free(&err);
	return ok;
}

bool worktree_scratch(struct worktree *w, const char *cache, struct error *e)
{
	*w = (struct worktree){.lock = -1};
	return open_folder(w, cache, "scratch", e);
}

bool worktree_open(struct worktree *w, const char *cache, const char *repo, const char *commit,
	bool empty, struct error *e)
{
	*w = (struct worktree){.lock = -1};
	if (!open_folder(w, cache, commit, e) || !find_admin(w, repo, e) || !record_admin(w, e))
		return false;
	strbuf_addf(&w->path, "%s/snap-%s", w->folder.s, name_of(w->folder.s));
	strbuf_addf(&w->tmp, "%s/tmp", w->folder.s);
	if (mkdir(w->tmp.s, 0700) != 0)
		return error_path(e, "cannot make the folder", w->tmp.s);
	return check_out(w, cache, repo, commit, empty, e);
}

/* Only what we call so is ours to remove. */
static bool is_admin(const char *folder, const char *admin)
{
	struct strbuf end = {0};

	strbuf_addf(&end, "/worktrees/snap-%s", name_of(folder));
	bool yes = admin && admin[0] == '/' && str_ends(str_of(admin), strbuf_str(&end));
	strbuf_free(&end);
	return yes;
}

/* The path without its last name. */
static void add_parent(struct strbuf *to, const char *path)
{
	strbuf_add(to, path, (size_t)(strrchr(path, '/') - path));
}

/* folder: CACHE/worktrees/NAME */
static bool remove_admin(const char *folder, const char *admin)
{
	struct strbuf above = {0}, worktrees = {0}, cache = {0};

	add_parent(&above, admin);
	add_parent(&worktrees, folder);
	add_parent(&cache, worktrees.s);
	int turn = take_checkout(cache.s);
	bool ok = tree_remove(admin);
	int code = errno;
	if (ok)
		rmdir(above.s); /* where it is empty, as git does */
	if (turn >= 0)
		close(turn);
	strbuf_free(&above);
	strbuf_free(&worktrees);
	strbuf_free(&cache);
	errno = code;
	return ok;
}

/* Removes git's data first, since only the folder has its path, and then the folder. Retries: a
 * process that was just killed, or that the guard of an earlier run is ending, may still write. */
static void remove_all(const char *folder, const char *admin)
{
	for (int tries = 0; tries < TRIES; tries++) {
		if ((!is_admin(folder, admin) || remove_admin(folder, admin)) &&
			tree_remove(folder))
			return;
		poll(NULL, 0, PAUSE_MS);
	}
	msg_warn(folder, "cannot be removed whole: %s", strerror(errno));
}

void worktree_close(struct worktree *w)
{
	if (w->folder.len) {
		remove_all(w->folder.s, w->admin.s);
		if (w->admin.len)
			cleanup_drop_tree(w->admin.s);
		cleanup_drop_tree(w->folder.s);
	}
	if (w->lock >= 0)
		close(w->lock);
	strbuf_free(&w->folder);
	strbuf_free(&w->path);
	strbuf_free(&w->tmp);
	strbuf_free(&w->admin);
}

static void read_admin(const char *folder, char admin[PATH_MAX])
{
	struct strbuf path = {0};

	strbuf_addf(&path, "%s/admin", folder);
	int fd = fd_open(path.s, O_RDONLY | O_NOFOLLOW | O_CLOEXEC, 0);
	ssize_t n = fd >= 0 ? read(fd, admin, PATH_MAX - 1) : -1;
	if (fd >= 0)
		close(fd);
	admin[n > 0 ? n : 0] = 0;
	strbuf_free(&path);
}

/* True if the folder's lock is free, or missing. *lock is the taken lock; -1: missing. */
static bool is_nobodys(const char *folder, int *lock)
{
	struct strbuf path = {0};

	strbuf_addf(&path, "%s/lock", folder);
	*lock = fd_open(path.s, O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0);
	bool free = *lock >= 0 ? lock_file(*lock, LOCK_EX | LOCK_NB) : errno == ENOENT;
	if (*lock >= 0 && !free)
		close(*lock);
	strbuf_free(&path);
	return free;
}

static void sweep(const char *folder)
{
	char admin[PATH_MAX];
	int lock;

	if (!is_nobodys(folder, &lock))
		return;
	read_admin(folder, admin);
	remove_all(folder, admin);
	if (lock >= 0)
		close(lock);
}

void worktree_sweep(const char *cache)
{
	struct strbuf folder = {0};

	strbuf_addf(&folder, "%s/worktrees", cache);
	DIR *d = opendir(folder.s);
	size_t len = folder.len;
	int turn = d ? take_turn(cache) : -1;
	for (struct dirent *entry; turn >= 0 && (entry = readdir(d));) {
		if (entry->d_name[0] == '.')
			continue;
		strbuf_addf(&folder, "/%s", entry->d_name);
		sweep(folder.s);
		strbuf_cut(&folder, len);
	}
	if (turn >= 0)
		close(turn);
	if (d)
		closedir(d);
	strbuf_free(&folder);
}
