/* What must hold whatever the bytes are: a target that breaks it is stopped there. */
#ifndef FUZZ_CHECK_H
#define FUZZ_CHECK_H
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static inline void check(const char *what, bool good)
{
	if (good)
		return;
	fprintf(stderr, "%s\n", what);
	abort();
}

#endif
