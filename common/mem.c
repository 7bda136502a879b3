#define _DEFAULT_SOURCE 1 /* madvise */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include "common/cleanup.h"
#include "common/mem.h"
#include "common/memlimit.h"
#include "common/msg.h"
#include "common/progress.h"

#define HUGE_PAGE ((size_t)2 << 20)
#define LEAST_ROOM (15 * HUGE_PAGE)
#define MOST_ROOM (128 * HUGE_PAGE)
enum { MOST_MMAPS = 65536 }; /* M_MMAP_MAX of glibc where nobody sets it */
/* What takes much memory gets here early: arrays double, and arenas take blocks as large as all
 * that they have. */
#define LARGE ((size_t)1 << 20)

/* Without msg_error, which allocates. */
static _Noreturn void cannot_have(size_t size)
{
	bool limited = memlimit_report(size);

	if (!limited) {
		/* One write: other threads run out of memory, too. */
		char text[256];

		snprintf(text, sizeof text,
			"%s: out of memory: the system gives no more\n"
			"%s: try: a machine with more of it, or a higher limit (ulimit -v)\n",
			msg_program(), msg_program());
		progress_clear();
		msg_write(text, strlen(text));
	}
	cleanup_run();
	_Exit(limited ? SNAP_LIMIT : SNAP_SYSTEM);
}

void out_of_memory(void)
{
	cannot_have((size_t)1 << 20);
}

static inline void look_at_limit(size_t n, size_t size)
{
	if (n >= LARGE || n * size >= LARGE)
		memlimit_settle();
}

void *xmalloc(size_t size)
{
	look_at_limit(1, size);
	void *p = malloc(size ? size : 1);

	if (!p)
		cannot_have(size);
	return p;
}

void *xcalloc(size_t n, size_t size)
{
	look_at_limit(n, size);
	void *p = n && size ? calloc(n, size) : calloc(1, 1);

	if (!p)
		cannot_have(size && n > SIZE_MAX / size ? SIZE_MAX : n * size);
	return p;
}

void *xrealloc_array(void *p, size_t n, size_t size)
{
	if (size && n > SIZE_MAX / size)
		cannot_have(SIZE_MAX);
	look_at_limit(n, size);
	void *q = realloc(p, n && size ? n * size : 1);
	if (!q)
		cannot_have(n * size);
	return q;
}

char *xstrdup(const char *s)
{
	size_t n = strlen(s) + 1;

	return memcpy(xmalloc(n), s, n);
}

void *huge_alloc(size_t size)
{
	if (size > SIZE_MAX - HUGE_PAGE)
		return NULL;
	size_t whole = (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
	if (whole < 2 * HUGE_PAGE)
		return malloc(size ? size : 1);
	void *p = aligned_alloc(HUGE_PAGE, whole);
#ifdef MADV_HUGEPAGE
	if (p)
		madvise(p, whole, MADV_HUGEPAGE); /* an optimization only */
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

#if defined(M_MMAP_THRESHOLD) && defined(MADV_HUGEPAGE)
/* What stays unused counts against the limit of the process, too: an eighth of that at most. */
static size_t room_in_huge_pages(void)
{
	struct rlimit data, addresses;

	if (getrlimit(RLIMIT_DATA, &data) != 0 || getrlimit(RLIMIT_AS, &addresses) != 0)
		return LEAST_ROOM;
	rlim_t limit = data.rlim_cur < addresses.rlim_cur ? data.rlim_cur : addresses.rlim_cur;
	rlim_t part = limit / 8 / HUGE_PAGE * HUGE_PAGE;
	return part < LEAST_ROOM ? LEAST_ROOM : part > MOST_ROOM ? MOST_ROOM : (size_t)part;
}
#endif

/* Once a small page of a huge page is written to, the huge page stays split, and malloc writes at
 * both ends of the memory that the system gives it. So malloc's next piece must begin right before
 * a border of huge pages, and end behind the last of them: a filler takes the memory in front of
 * the border. If malloc places the piece elsewhere, small pages are used. */
void mem_huge_heap(void)
{
#if defined(M_MMAP_THRESHOLD) && defined(MADV_HUGEPAGE)
	const size_t room = room_in_huge_pages(), front = 64;
	static char *filler;    /* static: no leak */
	malloc_trim(0);         /* else the rest of the first piece would be used first */
	mallopt(M_MMAP_MAX, 0); /* the room must be heap, however large it is */
	mallopt(M_TRIM_THRESHOLD, 1 << 29); /* above the room, which free would give back */
	char *probe = malloc(front);
	size_t left = HUGE_PAGE - (uintptr_t)probe % HUGE_PAGE;
	free(probe);
	if (probe && left > 2 * front)
		filler = malloc(left - 2 * front);
	char *p = filler ? malloc(room + 3 * front) : NULL;
	size_t before = p ? HUGE_PAGE - (uintptr_t)p % HUGE_PAGE : HUGE_PAGE;
	if (before <= 3 * front)
		madvise(p + before, room, MADV_HUGEPAGE);
	free(p);
	if (before > 3 * front) {
		free(filler);
		filler = NULL;
	}
	mallopt(M_MMAP_MAX, MOST_MMAPS);
	mallopt(M_MMAP_THRESHOLD, (int)(2 * HUGE_PAGE)); /* huge_alloc serves larger blocks */
#endif
}

void mem_lower_heap(void)
{
#if defined(M_MMAP_THRESHOLD) && defined(MADV_HUGEPAGE)
	malloc_trim(LEAST_ROOM);
#endif
}
