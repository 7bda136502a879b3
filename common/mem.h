/* Allocation that never returns NULL: when memory runs out the program says so and ends with
 * SNAP_SYSTEM, or with SNAP_LIMIT where it was
 * --max-memory that ran out (after cleanup_run). */
#ifndef SNAP_MEM_H
#define SNAP_MEM_H
#include <stddef.h>

/* For what libraries could not have. */
_Noreturn void out_of_memory(void);
/* The caller owns what these return and releases it with free(). xcalloc and xrealloc_array check n
 * * size for overflow. */
void *xmalloc(size_t size);
void *xcalloc(size_t n, size_t size);
void *xrealloc_array(void *p, size_t n, size_t size);
char *xstrdup(const char *s);
/* For one block of many megabytes that is about to be filled: huge pages where the system has them,
 * since the page faults of small ones take longer than inflating a snapshot. NULL when it is not to
 * be had; released with free(). */
void *huge_alloc(size_t size);
/* For a program that allocates anew what it has just released: blocks of up to a megabyte stay with
 * the process, where the system's malloc would give each back and the kernel would clear its pages
 * once more. Called first in main. */
void mem_reuse(void);
/* For a program that is about to allocate, in many small blocks, more than some hundred kilobytes:
 * the next 30 MB of malloc's heap are in huge pages where the system has them, and blocks of less
 * than 4 MB come from there. What is not used is address space only. */
void mem_huge_heap(void);

#endif
