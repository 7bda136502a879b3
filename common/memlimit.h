/* --max-memory: a small file can say a lot ({} a thousand million times), and a machine that begins
 * to swap is of no use to anybody. The system counts what the process has, so what libraries
 * allocate counts, too; what goes beyond ends the program with SNAP_LIMIT (see mem.h). Under
 * address sanitizers, which take terabytes of addresses, there is no limit. */
#ifndef SNAP_MEMLIMIT_H
#define SNAP_MEMLIMIT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The argument of --max-memory; msg_usage when it is no size or too small to work with. */
uint64_t memlimit_parse(const char *arg);
/* From now on, at most so many bytes; 0: half of what the machine or the container has. input is
 * for the message (as in msg_error) and is kept. A lower limit of the system's (ulimit -d, -v)
 * stays, and is told as such. The container's limit is looked up by memlimit_settle, once there is
 * much to do: finding it takes longer than reading a small snapshot. */
void memlimit_set(uint64_t bytes, const char *input);
void memlimit_settle(void);
/* An allocation of so many bytes failed. True: for this limit, which is lifted now, and has been
 * told. */
bool memlimit_report(size_t wanted);
/* In a child, which has other things to do: lifted. Safe between fork and exec. */
void memlimit_lift(void);
/* What the control groups may have that a list as /proc/self/cgroup names; folder is where they
 * are. UINT64_MAX: anything. */
uint64_t memlimit_of_group(const char *list, const char *folder);

#endif
