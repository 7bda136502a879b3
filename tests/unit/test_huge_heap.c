/* How much heap mem_huge_heap takes, and mem_lower_heap leaves. */
#define _DEFAULT_SOURCE 1 /* sbrk */
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "common/mem.h"
#include "tap.h"

enum { MB = 1 << 20 };

/* How many MB, to the nearest, the heap of a child is larger after mem_huge_heap under a limit,
 * and, with lower, after mem_lower_heap. -1: the limit cannot be set. To the nearest, because
 * mem_huge_heap first gives back some KB that the heap had, and may need fewer for its filler. */
static long grown_under(int resource, rlim_t limit, bool lower)
{
	long *grown = mmap(
		NULL, sizeof *grown, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t pid = grown == MAP_FAILED ? -1 : fork();

	if (pid < 0)
		return -1;
	if (pid == 0) {
		struct rlimit l;
		*grown = -1;
		if (getrlimit(resource, &l) != 0)
			_exit(1);
		l.rlim_cur = limit;
		if (setrlimit(resource, &l) != 0)
			_exit(1);
		char *before = sbrk(0);
		mem_huge_heap();
		if (lower)
			mem_lower_heap();
		*grown = ((char *)sbrk(0) - before + MB / 2) / MB;
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	long result = *grown;
	munmap(grown, sizeof *grown);
	return result;
}

static void heap(int resource, rlim_t limit, long least, long most, const char *what)
{
	long grown = grown_under(resource, limit, false);

	ok(grown >= least && grown <= most, "%s: %ld MB", what, grown);
}

static bool has_limit(int resource)
{
	struct rlimit l;

	return getrlimit(resource, &l) != 0 || l.rlim_cur != RLIM_INFINITY;
}

int main(void)
{
	if (has_limit(RLIMIT_DATA) || has_limit(RLIMIT_AS)) {
		ok(1, "heap # SKIP a limit is set already");
		return tap_end();
	}
	if (grown_under(RLIMIT_DATA, RLIM_INFINITY, false) <= 0) {
		ok(1, "heap # SKIP not the malloc of glibc, as under a sanitizer");
		return tap_end();
	}
	heap(RLIMIT_DATA, RLIM_INFINITY, 256, 262, "no limit");
	heap(RLIMIT_DATA, (rlim_t)800 * MB, 98, 106, "an eighth of 800 MB of data");
	heap(RLIMIT_AS, (rlim_t)800 * MB, 98, 106, "an eighth of 800 MB of addresses");
	heap(RLIMIT_DATA, (rlim_t)80 * MB, 30, 36, "no less than 30 MB");
	long left = grown_under(RLIMIT_DATA, RLIM_INFINITY, true);
	ok(left >= 30 && left <= 36, "given back but for 30 MB: %ld MB", left);
	return tap_end();
}
