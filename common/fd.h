/* File descriptors: calls that a signal must not make fail. errno is that of the system call. */
#ifndef SNAP_FD_H
#define SNAP_FD_H
#include <stdbool.h>
#include <sys/types.h>

/* As open(2) and openat(2), repeated after EINTR: slow file systems (NFS, FUSE) let signals
 * interrupt them. */
int fd_open(const char *path, int flags, mode_t mode);
int fd_openat(int folder, const char *path, int flags, mode_t mode);
/* As close(2). EINTR is no failure: Linux closes the descriptor before it returns EINTR. */
int fd_close(int fd);
/* Sets the permission bits of mode. True on file systems without modes, too. False: errno is set.
 */
bool fd_set_mode(int fd, mode_t mode);
/* Closes the descriptors from `from` to `to`, both included; from above to: none. */
void fd_close_range(unsigned from, unsigned to);

#endif
