#include <stdlib.h>

#include "common/doubts.h"
#include "common/mem.h"

bool kind_was_known(struct str key)
{
	return str_eq(key, STR("podDisruptionBudgets"));
}

bool doubtful_version(struct str version)
{
	if (version.n && version.p[0] == 'v')
		version = (struct str){version.p + 1, version.n - 1};
	return version.n != 0 && !str_eq(version, str_of(&REPLAYED_VERSION[1]));
}

bool doubtful_share(double v)
{
	return v < 0 && v != -1;
}

bool doubtful_amount(struct str resource, struct quantity q)
{
	static const struct str whole[] = {STR_INIT("memory"), STR_INIT("pods"),
		STR_INIT("ephemeral-storage"), STR_INIT("storage"), STR_INIT("nvidia.com/gpu"),
		STR_INIT("amd.com/gpu")};

	if (quantity_milli_fits(q))
		return false;
	for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
		if (str_eq(resource, whole[i]))
			return !quantity_value_fits(q);
	return !str_starts(resource, STR("nvidia.com/mig-")) || !quantity_value_fits(q);
}

void find_cycles(const uint32_t *up, uint32_t n, bool *in_cycle)
{
	uint32_t *seen =
		xcalloc((size_t)n + 1, sizeof *seen); /* where the walk began that came by */

	for (uint32_t i = 1; i <= n; i++) {
		uint32_t at = i;

		while (at != 0 && seen[at] == 0) {
			seen[at] = i;
			at = up[at];
		}
		if (at != 0 && seen[at] == i)
			in_cycle[at] = true;
	}
	free(seen);
}
