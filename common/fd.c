#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
#include "common/fd.h"

int fd_open(const char *path, int flags, mode_t mode)
{
	int fd;

	do
		fd = open(path, flags, mode);
	while (fd < 0 && errno == EINTR);
	return fd;
}

int fd_close(int fd)
{
	return close(fd) == 0 || errno == EINTR ? 0 : -1;
}
