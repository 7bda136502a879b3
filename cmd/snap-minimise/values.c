#include "values.h"

static bool reduce_amounts(struct edits *e)
{
	static struct rounding roundings[] = {
		{0, false}, {1, false}, {1, true}, {2, false}, {2, true}};
	bool any = false;

	for (size_t i = 0; i < sizeof roundings / sizeof *roundings; i++) {
		struct edit_kind amounts = {"amount", collect_amounts, NULL, &roundings[i]};

		any = edits_reduce(e, &amounts) || any;
	}
	return any;
}

bool reduce_values(struct edits *e, struct instant now)
{
	size_t n_names = 0;
	struct edit_kind defaults = {"default", collect_defaults, NULL, NULL};
	struct edit_kind times = {"time", collect_times, NULL, &now};
	struct edit_kind names = {"name", collect_names, names_are_sound, &n_names};
	bool any = true, ever = false;

	while (any && !e->state->prober.over) {
		any = edits_reduce(e, &defaults);
		any = edits_reduce(e, &times) || any;
		any = reduce_amounts(e) || any;
		any = edits_reduce(e, &names) || any;
		ever = ever || any;
	}
	return ever;
}
