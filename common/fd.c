#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/fd.h"

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
