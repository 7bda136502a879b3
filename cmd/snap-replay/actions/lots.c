/* Draws candidates by lot, for consolidation's limit (rules/09 3). The original takes the first
 * ones of a walk over a map. The order of the map is fixed while it is not changed; each walk
 * begins at a random place and wraps around. So does ours. */
#include "actions/evicting.h"

#include <stdlib.h>

#include "common/mem.h"

/* Any number will do. With this one, what comes out without a seed is what the original was seen to
 * do in nearly all recorded clusters. */
enum { THROW = 3 };

static uint64_t begin_by_chance(const struct search *q)
{
	const struct cluster *c = q->session->c;
	uint64_t of_search = dice_mix((uint64_t)q->job->fill_rank, THROW);

	return dice_mix(q->probes, of_search) % (uint64_t)c->n_jobs;
}

/* Clears all but the first `lots` of those that are set, by job index. */
static void keep_first(const struct search *q, bool *in, int64_t lots)
{
	uint64_t n = (uint64_t)q->session->c->n_jobs, at = begin_by_chance(q);

	for (uint64_t i = 0; i < n; i++) {
		bool *one = &in[q->session->jobs_to_fill[(at + i) % n]->index];

		if (*one && lots-- <= 0)
			*one = false;
	}
}

int lots_draw(const struct search *q, struct job **jobs, int n, int64_t lots)
{
	bool *in;
	int drawn = 0;

	if (n <= lots)
		return n;
	in = xcalloc((size_t)q->session->c->n_jobs, sizeof *in);
	for (int i = 0; i < n; i++)
		in[jobs[i]->index] = true;
	keep_first(q, in, lots);
	for (int i = 0; i < n; i++)
		if (in[jobs[i]->index])
			jobs[drawn++] = jobs[i];
	free(in);
	return drawn;
}
