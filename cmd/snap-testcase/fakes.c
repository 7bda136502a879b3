#include "fakes.h"

#include <stdlib.h>

#include "fakes_values.h"

/* The plugins of the scheduler's default configuration, which the fakes have. */
static const char *const plugins[] = {"predicates", "proportion", "priority", "elastic", "kubeflow",
	"ray", "nodeavailability", "gpusharingorder", "gpupack", "resourcetype", "subgrouporder",
	"taskorder", "nominatednode", "dynamicresources", "nodeplacement", "minruntime", "topology",
	"snapshot", "sg-nodelocalgreedy", "sg-multinodegang"};
enum { PLUGINS = sizeof plugins / sizeof *plugins };

static bool has_arguments(const struct value *plugin)
{
	const struct value *arguments = at(plugin, "arguments");

	if (!str_eq(text_at(plugin, "name"), STR("nodeplacement")))
		return arguments && arguments->count;
	return !str_eq(entry_at(plugin, "arguments", STR("cpu")), STR("binpack")) ||
		!str_eq(entry_at(plugin, "arguments", STR("gpu")), STR("binpack")) ||
		arguments->count != 2;
}

static bool is_default(const struct value *tiers)
{
	const struct value *list;

	if (!tiers || tiers->type != JSON_ARRAY || !tiers->count)
		return true;
	list = at(item(tiers, 0), "plugins");
	if (tiers->count != 1 || !list || list->type != JSON_ARRAY || list->count != PLUGINS)
		return false;
	for (size_t i = 0; i < PLUGINS; i++) {
		const struct value *p = item(list, i);

		if (!str_eq(text_at(p, "name"), str_of(plugins[i])) || has_arguments(p) ||
			p->count > 1u + (at(p, "arguments") != NULL))
			return false;
	}
	return true;
}

/* Settings that the test cannot set, because a session of the fakes has used them before. */
void fakes_take_settings(struct fakes *f, const struct value *snapshot)
{
	struct lacks *l = &f->lacks;

	f->config = at(snapshot, "config");
	f->params = at(snapshot, "schedulerParams");
	if (!is_default(at(f->config, "tiers")))
		lacks_add(l, STR("config.tiers"));
	if (at(f->config, "queueDepthPerAction"))
		lacks_add(l, STR("config.queueDepthPerAction"));
	if (at(f->config, "scenarioSearchBudgets"))
		lacks_add(l, STR("config.scenarioSearchBudgets"));
	if (!true_at(f->params, "fullHierarchyFairness"))
		lacks_add(l, STR("schedulerParams.fullHierarchyFairness: false"));
	if (!true_at(f->params, "allowConsolidatingReclaim"))
		lacks_add(l, STR("schedulerParams.allowConsolidatingReclaim: false"));
	if (true_at(f->params, "restrictSchedulingNodes"))
		lacks_add(l, STR("schedulerParams.restrictSchedulingNodes"));
	if (text_at(f->params, "partitionParams.NodePoolLabelKey").n)
		lacks_add(l, STR("schedulerParams.partitionParams"));
}

void fakes_make(struct fakes *f, const struct value *snapshot)
{
	const struct value *objects = at(snapshot, "rawObjects");

	lacks_find(&f->lacks, snapshot);
	fakes_take_settings(f, snapshot);
	fakes_take_nodes(f, objects);
	fakes_take_queues(f, objects);
	fakes_take_jobs(f, objects);
}

const struct fake_task *fakes_task(
	const struct fakes *f, struct str name, const struct fake_job **job)
{
	const struct fake_place *place = map_get(&f->tasks, name);

	if (!place)
		return NULL;
	*job = place->job;
	return place->task;
}

void fakes_free(struct fakes *f)
{
	for (size_t i = 0; i < f->n_jobs; i++)
		free(f->jobs[i].tasks);
	free(f->jobs);
	free(f->nodes);
	free(f->queues);
	map_free(&f->classes);
	map_free(&f->groups);
	map_free(&f->tasks);
	lacks_free(&f->lacks);
	arena_free(&f->arena);
}
