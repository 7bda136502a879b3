/* Allocation that never returns NULL. Out of memory, the program reports it, runs cleanup_run and
 * ends: with SNAP_LIMIT if --max-memory is the cause, else with SNAP_SYSTEM. */
#ifndef SNAP_MEM_H
#define SNAP_MEM_H
#include <stddef.h>

/* For allocations that failed inside a library. */
_Noreturn void out_of_memory(void);
/* The caller owns the result and releases it with free(). An overflow of n * size counts as out of
 * memory. */
void *xmalloc(size_t size);
void *xcalloc(size_t n, size_t size);
void *xrealloc_array(void *p, size_t n, size_t size);
char *xstrdup(const char *s);
/* One block of many megabytes that the caller fills completely: in huge pages where the system has
 * them, since page faults of small pages take longer than inflating a snapshot. NULL: out of
 * memory. Released with free(). */
void *huge_alloc(size_t size);
/* For a program that frees and allocates all the time: blocks of up to a megabyte stay with the
 * process. By default malloc returns each of them to the system, and the kernel clears its pages
 * again. Call it first in main. */
void mem_reuse(void);
/* For a program that will allocate more than some hundred kilobytes: the next 256 MB of malloc's
 * heap are in huge pages where the system has them. Under a limit of memory it is an eighth of the
 * limit, but not less than 30 MB. What stays unused takes no memory, but counts against the limit.
 * Call it after memlimit_set. */
void mem_huge_heap(void);
/* Leaves 30 MB of what mem_huge_heap took and is unused: for a limit that turns out lower. */
void mem_lower_heap(void);

#endif
