#include "config_gaps.h"

static bool names_generator(const struct config *c)
{
	for (int i = 0; i < c->n_plugins; i++)
		if (str_starts(c->plugins[i].name, STR("sg-")))
			return true;
	return false;
}

static bool mentions(struct str list, const char *word)
{
	struct str w = str_of(word);

	for (size_t i = 0; i + w.n <= list.n; i++)
		if (memcmp(list.p + i, w.p, w.n) == 0)
			return true;
	return false;
}

void config_add_generators(struct objects *o, struct str actions, struct warnings *w)
{
	static const char *const generators[] = {"sg-nodelocalgreedy", "sg-multinodegang"};
	enum { N = sizeof generators / sizeof *generators };
	struct config *c = &o->config;
	struct plugin_option *all;

	if (names_generator(c))
		return;
	all = ARENA_ARRAY(&o->arena, (size_t)c->n_plugins + N, struct plugin_option);
	if (c->n_plugins)
		memcpy(all, c->plugins, (size_t)c->n_plugins * sizeof *all);
	for (int i = 0; i < N; i++)
		all[c->n_plugins + i] = (struct plugin_option){.name = objects_intern(o, str_of(generators[i]))};
	c->plugins = all;
	c->n_plugins += N;
	if (mentions(actions, "reclaim") || mentions(actions, "preempt") || mentions(actions, "consolidation"))
		warn_doubt(w, STR("config.tiers"),
		           "before v0.16 a scheduler names none and searches all the same; if this one was newer, --config-as-is leaves the two out",
		           "the configuration names no scenario generator, without which nothing is evicted to make room: "
		           "the defaults' two are taken");
}
