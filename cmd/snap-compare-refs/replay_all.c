/* All replays in one round, the rows in the order of the snapshots and refs, whatever is done
 * first. */
#include <stdlib.h>
#include "common/mem.h"
#include "work.h"

bool replay_all(const struct replays *r, struct error *e)
{
	size_t n = r->settings->refs.n, *refs = xcalloc(n, sizeof *refs);
	struct work *w;

	for (size_t i = 0; i < n; i++)
		refs[i] = i;
	bool ok = work_open(&w, r, e) && work_round(w, refs, n, e) && work_close(w, e);
	free(refs);
	return ok;
}
