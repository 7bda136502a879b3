#include "model/config_gaps.h"

#include "common/actions.h"
#include "common/plugins.h"

static const struct {
	unsigned given;
	const char *name;
} settings[] = {
	{GIVEN_SCHEDULER_NAME, "schedulerName"},
	{GIVEN_POOL_KEY, "partitionParams.NodePoolLabelKey"},
	{GIVEN_PREEMPTEES, "maxNumberConsolidationPreemptees"},
	{GIVEN_SIGNATURES, "useSchedulingSignatures"},
	{GIVEN_HIERARCHY, "fullHierarchyFairness"},
	{GIVEN_CONSOLIDATING_RECLAIM, "allowConsolidatingReclaim"},
	{GIVEN_GRACE, "globalDefaultStalenessGracePeriod"},
};

static void fill(struct objects *o, unsigned missing)
{
	struct params *p = &o->params;

	if (missing & GIVEN_SCHEDULER_NAME)
		p->scheduler_name = objects_intern(o, STR("kai-scheduler"));
	if (missing & GIVEN_POOL_KEY)
		p->pool_label_key = objects_intern(o, STR(DEFAULT_POOL_KEY));
	if (missing & GIVEN_PREEMPTEES)
		p->max_consolidation_preemptees = 16;
	p->use_signatures |= (missing & GIVEN_SIGNATURES) != 0;
	p->full_hierarchy |= (missing & GIVEN_HIERARCHY) != 0;
	p->allow_consolidating_reclaim |= (missing & GIVEN_CONSOLIDATING_RECLAIM) != 0;
	if (missing & GIVEN_GRACE)
		p->staleness_grace_period = 60000000000;
}

/* True if a missing setting is 0 for certain, since the writer leaves out zeros. Such writers are a
 * scheduler (captured) and the scheduler's own tests, which set no flags and so have no period. */
static bool zero_is_left_out(const struct params *p, bool captured)
{
	return p->has_workers && (captured || !p->has_period);
}

void config_fill_params(struct objects *o, bool captured, struct warnings *w)
{
	enum { N = sizeof settings / sizeof *settings };
	struct strbuf names = {0};
	unsigned missing = 0;
	int n = 0;

	if (zero_is_left_out(&o->params, captured))
		return;
	for (int i = 0; i < N; i++)
		if (!(o->params.given & settings[i].given)) {
			missing |= settings[i].given;
			strbuf_addf(&names, "%s%s", n++ ? ", " : "", settings[i].name);
		}
	fill(o, missing);
	if (n)
		warn_doubt(w, STR("schedulerParams"),
			"a scheduler leaves out what is 0 or false: if the cluster has set one so, replay with --config-as-is",
			"%d setting%s missing, the scheduler's default is taken: %s", n,
			n > 1 ? "s are" : " is", names.s);
	strbuf_free(&names);
}

static bool names_generator(const struct config *c)
{
	for (int i = 0; i < c->n_plugins; i++)
		if (str_starts(c->plugins[i].name, STR("sg-")))
			return true;
	return false;
}

static bool names_action(struct str actions, enum action_id id)
{
	return str_contains(actions, str_of(action_names[id]));
}

void config_add_generators(struct objects *o, struct str actions, struct warnings *w)
{
	static const enum plugin_id generators[] = {
		PLUGIN_SG_NODELOCALGREEDY, PLUGIN_SG_MULTINODEGANG};
	enum { N = sizeof generators / sizeof *generators };
	struct config *c = &o->config;
	struct plugin_option *all;

	if (names_generator(c))
		return;
	all = ARENA_ARRAY(&o->arena, (size_t)c->n_plugins + N, struct plugin_option);
	if (c->n_plugins)
		memcpy(all, c->plugins, (size_t)c->n_plugins * sizeof *all);
	for (int i = 0; i < N; i++)
		all[c->n_plugins + i] = (struct plugin_option){
			.name = objects_intern(o, str_of(plugin_names[generators[i]]))};
	c->plugins = all;
	c->n_plugins += N;
	if (names_action(actions, ACTION_RECLAIM) || names_action(actions, ACTION_PREEMPT) ||
		names_action(actions, ACTION_CONSOLIDATION))
		warn_doubt(w, STR("config.tiers"),
			"before v0.16 a scheduler names none and searches all the same; if this one was newer, --config-as-is leaves the two out",
			"the configuration names no scenario generator, without which nothing is evicted to make room: "
			"the defaults' two are taken");
}
