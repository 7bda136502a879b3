/* What must not be left behind: temporary files and child processes. A fatal signal (INT, TERM, HUP, PIPE, QUIT) removes the
 * files, ends and reaps the children, and then kills the program by the same signal, so that the shell sees 128+N. */
#ifndef SNAP_CLEANUP_H
#define SNAP_CLEANUP_H
#include <sys/types.h>

void cleanup_install(void);               /* first thing in main; also resets an inherited SIG_IGN of SIGPIPE */
void cleanup_add_file(const char *path);  /* copies path */
void cleanup_drop_file(const char *path); /* no longer temporary, or already gone */
void cleanup_add_child(pid_t pid);        /* pid leads its own process group: the group is signalled */
void cleanup_drop_child(pid_t pid);
void cleanup_run(void);                   /* remove and end all that is registered; safe to call twice */

#endif
