#include "common/tree.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* One descriptor for each level. */
enum { LEVELS_MAX = 500, TRIES = 3 };

static bool remove_at(int folder, const char *name, int level);

/* Closes fd. */
static bool remove_all_in(int fd, int level)
{
	DIR *d = fdopendir(fd);
	bool ok = true;
	int code = errno;

	if (!d) {
		close(fd);
		errno = code;
		return false;
	}
	for (struct dirent *entry; (entry = readdir(d));)
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
			!remove_at(dirfd(d), entry->d_name, level + 1)) {
			code = errno;
			ok = false;
		}
	closedir(d);
	errno = code;
	return ok;
}

static int open_folder(int folder, const char *name)
{
	const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
	struct stat st;
	int fd = openat(folder, name, flags);

	if (fd < 0 && errno == EACCES && fchmodat(folder, name, S_IRWXU, 0) == 0)
		fd = openat(folder, name, flags);
	if (fd >= 0 && fstat(fd, &st) == 0 && (st.st_mode & S_IRWXU) != S_IRWXU)
		fchmod(fd, S_IRWXU);
	return fd;
}

static bool remove_at(int folder, const char *name, int level)
{
	if (unlinkat(folder, name, 0) == 0 || errno == ENOENT)
		return true;
	if (errno != EISDIR && errno != EPERM)
		return false;
	if (level == LEVELS_MAX) {
		errno = ELOOP;
		return false;
	}
	/* More than once: removing entries while a folder is read may make readdir skip others. */
	for (int tries = 0; tries < TRIES; tries++) {
		int fd = open_folder(folder, name);

		if (fd < 0)
			return errno == ENOENT;
		if (!remove_all_in(fd, level))
			return false;
		if (unlinkat(folder, name, AT_REMOVEDIR) == 0 || errno == ENOENT)
			return true;
	}
	return false;
}

bool tree_remove(const char *path)
{
	return remove_at(AT_FDCWD, path, 0);
}
