#define _DEFAULT_SOURCE 1 /* syscall */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/fd.h"
#ifdef __linux__
#include <sys/syscall.h>
#endif

enum { FDS_MAX = 1 << 20 };

int fd_open(const char *path, int flags, mode_t mode)
{
	return fd_openat(AT_FDCWD, path, flags, mode);
}

int fd_openat(int folder, const char *path, int flags, mode_t mode)
{
	int fd;

	do
		fd = openat(folder, path, flags, mode);
	while (fd < 0 && errno == EINTR);
	return fd;
}

int fd_close(int fd)
{
	return close(fd) == 0 || errno == EINTR ? 0 : -1;
}

bool fd_set_mode(int fd, mode_t mode)
{
	const mode_t permissions = S_IRWXU | S_IRWXG | S_IRWXO;

	return fchmod(fd, mode & permissions) == 0 || errno == EPERM || errno == ENOTSUP ||
		errno == ENOSYS;
}

void fd_close_range(unsigned from, unsigned to)
{
#ifdef SYS_close_range
	if (from > to || syscall(SYS_close_range, from, to, 0) == 0)
		return;
#endif
	long most = sysconf(_SC_OPEN_MAX);
	unsigned end = most > 0 && most < FDS_MAX ? (unsigned)most : FDS_MAX;
	for (unsigned fd = from; fd <= to && fd < end; fd++)
		close((int)fd);
}
