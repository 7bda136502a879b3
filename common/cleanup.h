/* What must not be left behind: temporary files, child processes, folders of builds. A fatal signal
 * (INT, TERM, HUP, PIPE, QUIT) ends and reaps the children, removes the files, has the guard
 * (common/guard.h) remove the folders, and then kills the program by the same signal, so that the
 * shell sees 128+N. Where the program cannot do it, as after SIGKILL, the guard does it all; a
 * program has one as soon as it has a child or a folder, or asks for it.
 *
 * A child is its process group: what makes a session of its own (a daemon) is not followed.
 *
 * Register first, create then: nothing is lost in between. At most 256 things at once, each of a
 * path that open() would take. Once the end has begun in another thread, adding and dropping do not
 * return. */
#ifndef SNAP_CLEANUP_H
#define SNAP_CLEANUP_H
#include <stdbool.h>
#include <sys/types.h>

void cleanup_install(
	void); /* first in main, behind msg_init; also resets an inherited SIG_IGN of SIGPIPE */
void cleanup_add_file(const char *path);  /* copies path */
void cleanup_drop_file(const char *path); /* no longer temporary, or already gone */
void cleanup_run(void); /* remove and end all that is registered; safe to call twice */

/* For a program that will hold much memory or secrets before its first child: a guard as it is now.
 * False, errno set: none to be had. */
bool cleanup_guard(void);

/* A place for a child that is about to be forked; -1 with errno set: no guard. In the child, before
 * exec, and in the parent: set its process id, which is that of its group. Without a child the
 * place is given back with pid 0. */
int cleanup_reserve_child(void);
void cleanup_set_child(int place, pid_t pid); /* async-signal-safe */
void cleanup_drop_child(pid_t pid);           /* before it is reaped */

/* A folder with everything in it. With its_parent the one above goes too where that is empty then.
 * These are removed before the others. False with errno set: no guard. */
bool cleanup_add_tree(const char *path, bool its_parent);
void cleanup_drop_tree(const char *path);

#endif
