#define _DEFAULT_SOURCE 1 /* madvise */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include "common/cleanup.h"
#include "common/mem.h"
#include "common/msg.h"

static _Noreturn void out_of_memory(void)
{
	struct error e = {0};
	error_set(&e, SNAP_SYSTEM, "out of memory", "%s", "");
	msg_error(NULL, &e);
	cleanup_run();
	_Exit(SNAP_SYSTEM);
}

void *xmalloc(size_t size)
{
	void *p = malloc(size ? size : 1);
	if (!p)
		out_of_memory();
	return p;
}

void *xcalloc(size_t n, size_t size)
{
	void *p = n && size ? calloc(n, size) : calloc(1, 1);
	if (!p)
		out_of_memory();
	return p;
}

void *xrealloc_array(void *p, size_t n, size_t size)
{
	if (size && n > SIZE_MAX / size)
		out_of_memory();
	void *q = realloc(p, n && size ? n * size : 1);
	if (!q)
		out_of_memory();
	return q;
}

char *xstrdup(const char *s)
{
	size_t n = strlen(s) + 1;
	return memcpy(xmalloc(n), s, n);
}

void *huge_alloc(size_t size)
{
	const size_t page = (size_t)2 << 20;
	if (size > SIZE_MAX - page)
		return NULL;
	size_t whole = (size + page - 1) / page * page;
	if (whole < 2 * page)
		return malloc(size ? size : 1);
	void *p = aligned_alloc(page, whole);
#ifdef MADV_HUGEPAGE
	if (p)
		madvise(p, whole, MADV_HUGEPAGE); /* without it all works, slower */
#endif
	return p;
}

void mem_reuse(void)
{
#ifdef M_MMAP_THRESHOLD
	mallopt(M_MMAP_THRESHOLD, 1 << 20);
	mallopt(M_TRIM_THRESHOLD, 1 << 21);
#endif
}
