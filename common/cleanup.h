/* Cleanup at the end of the program, however it ends: temporary files, child processes, folders of
 * builds.
 *
 * A fatal signal (INT, TERM, HUP, PIPE, QUIT) ends and reaps the children, removes the files and
 * makes the guard (common/guard.h) remove the folders. Then the program dies of the same signal, so
 * that the shell reports 128+N. After SIGKILL the guard does all of that. A program starts its
 * guard before its first child or folder, or by cleanup_guard.
 *
 * A child is a process group. A process that leaves the group (a daemon) is not followed.
 *
 * Register first, then create: nothing is lost in between. The table holds 256 entries, each of a
 * path shorter than PATH_MAX. Once another thread has begun the cleanup, the functions that add and
 * drop entries do not return. */
#ifndef SNAP_CLEANUP_H
#define SNAP_CLEANUP_H
#include <stdbool.h>
#include <sys/types.h>

/* Installs the signal handlers. The first call in main, right after msg_init. Also undoes an
 * inherited SIG_IGN of SIGPIPE. */
void cleanup_install(void);
/* Registers a file; path is copied. */
void cleanup_add_file(const char *path);
/* Drops a file that was renamed or removed. */
void cleanup_drop_file(const char *path);
/* Ends and removes everything registered. A second call does nothing. */
void cleanup_run(void);

/* Forks the guard now: for a program that will hold much memory or secrets before its first child.
 * False: errno is set. */
bool cleanup_guard(void);

/* Reserves the entry of a child before fork. -1: no guard, errno is set. */
int cleanup_reserve_child(void);
/* The same for a copy of this program, which needs no guard: it ends with this program, and leaves
 * nothing behind. */
int cleanup_reserve_twin(void);
/* Sets the process id, which is also the id of the group. Parent and child both call it, the child
 * before exec. pid 0 frees the entry. Async-signal-safe. */
void cleanup_set_child(int place, pid_t pid);
/* Drops a child. Call it before the child is reaped. */
void cleanup_drop_child(pid_t pid);

/* Registers a folder with everything in it. its_parent: the parent folder is removed, too, if it is
 * empty then. Those entries are removed first. False: no guard, errno is set. */
bool cleanup_add_tree(const char *path, bool its_parent);
void cleanup_drop_tree(const char *path);

#endif
