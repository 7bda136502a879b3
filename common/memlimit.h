/* --max-memory: a limit on the memory of the process. A small file can expand to any size ({} a
 * billion times), and a machine that begins to swap serves nobody. The system counts the pages of
 * the process, so allocations of libraries count, too. An allocation over the limit ends the
 * program with SNAP_LIMIT (mem.h). Under address sanitizers, which map terabytes, there is no
 * limit. */
#ifndef SNAP_MEMLIMIT_H
#define SNAP_MEMLIMIT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of the argument of --max-memory. msg_usage if arg is no size or below the minimum. */
uint64_t memlimit_parse(const char *arg);
/* Sets the limit; bytes 0: half of the memory of the machine. input is for the message (as in
 * msg_error) and is kept. A lower limit of the system (ulimit -d, -v) stays in force: beyond it the
 * program reports out of memory. */
void memlimit_set(uint64_t bytes, const char *input);
/* Lowers a default limit to half of the memory of the container. Called for large inputs and at the
 * first large allocation (mem.h) only: to find the container's limit takes as long as to read a
 * small snapshot. */
void memlimit_settle(void);
/* For a failed allocation of wanted bytes. True: this limit was the cause; it is lifted and the
 * message is written. */
bool memlimit_report(size_t wanted);
/* Lifts the limit: in a child, before exec. Async-signal-safe. */
void memlimit_lift(void);
/* The memory limit of the control groups in list, a file like /proc/self/cgroup; folder is the
 * mount point of the control groups. UINT64_MAX: no limit. */
uint64_t memlimit_of_group(const char *list, const char *folder);

#endif
