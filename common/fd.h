/* Descriptors: what a signal in between must not make fail. errno as of the call behind it. */
#ifndef SNAP_FD_H
#define SNAP_FD_H
#include <sys/types.h>

/* As open(2), again when interrupted: slow file systems (NFS, FUSE) let signals through. */
int fd_open(const char *path, int flags, mode_t mode);
/* As close(2). Interrupted, the descriptor is closed all the same: that is no failure. */
int fd_close(int fd);

#endif
