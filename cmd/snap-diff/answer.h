/* The answer, in the format that is asked for. */
#ifndef SNAP_DIFF_ANSWER_H
#define SNAP_DIFF_ANSWER_H
#include "match.h"
#include "runs.h"
#include "settings.h"

/* One of the two comparisons is to be told, the other is NULL. */
struct answer {
	const struct comparison *snapshots;
	const struct run_comparison *runs;
	size_t *operations; /* how many the patch has */
};

/* Writes it; what fails is told. Returns the exit status. */
int answer_write(const struct settings *s, const struct answer *a, bool equal);

#endif
