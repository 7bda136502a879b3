/* The profiles of --profile. */
#ifndef SNAP_FETCH_PPROF_KINDS_H
#define SNAP_FETCH_PPROF_KINDS_H
#include <stdbool.h>

/* Word and path; a path that ends in = takes seconds. */
#define PPROF_KINDS(X) \
	X("heap", "/debug/pprof/heap") \
	X("cpu", "/debug/pprof/profile?seconds=") \
	X("goroutine", "/debug/pprof/goroutine")

struct pprof_kind {
	const char *word, *path;
	unsigned seconds; /* that it is taken for; 0: at once */
};

/* "heap", "cpu=5"; ends the program for any other word. */
struct pprof_kind pprof_kind_of(const char *option, const char *text);

#endif
