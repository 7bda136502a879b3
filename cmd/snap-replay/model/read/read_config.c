/* The scheduler's configuration and parameters (rules/01 1.4 and 1.5). */
#include "common/actions.h"
#include "common/plugins.h"
#include "model/names.h"
#include "model/read/reader.h"

/* ---- config ---- */

static void read_plugin(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("name", read_text, struct plugin_option, name),
		FIELD("arguments", read_labels, struct plugin_option, arguments),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

struct plugin_list {
	struct plugin_option *items;
	int n;
};

static void read_plugins(struct reader *x, void *at)
{
	struct plugin_list *l = at;

	l->items = read_list(x, struct plugin_option, read_plugin, &l->n);
}

static void read_tier(struct reader *x, void *at)
{
	static const struct field fields[] = {FIELD_SAME("plugins", read_plugins), FIELDS_END};

	read_object(x, at, fields);
}

static void read_tiers(struct reader *x, void *at)
{
	struct config *c = at;
	int n;
	struct plugin_list *tiers = read_list(x, struct plugin_list, read_tier, &n);
	size_t begin = list_begin(x);

	for (int i = 0; i < n; i++)
		if (tiers[i].n)
			list_add(x, tiers[i].items, (size_t)tiers[i].n * sizeof *tiers[i].items);
	c->plugins = list_end(x, begin, sizeof *c->plugins, &c->n_plugins);
}

static void read_depths(struct reader *x, void *at)
{
	struct config *c = at;
	struct queue_depth d;
	struct str key;
	size_t begin;

	if (!read_enter_map(x, &c->n_depths))
		return;
	begin = list_resume(x, c->depths, c->n_depths, sizeof d);
	while (json_key(x->r, &key)) {
		d = (struct queue_depth){objects_intern(x->o, key), 0};
		read_int64(x, &d.depth);
		list_add(x, &d, sizeof d);
	}
	c->depths = named_end(x, begin, sizeof d, &c->n_depths);
}

static void read_budget_map(struct reader *x, struct budget_limit **items, int *n)
{
	struct budget_limit b;
	struct str key;
	size_t begin;

	if (!read_enter_map(x, n))
		return;
	begin = list_resume(x, *items, *n, sizeof b);
	while (json_key(x->r, &key)) {
		b = (struct budget_limit){objects_intern(x->o, key), 0};
		read_duration(x, &b.ns);
		list_add(x, &b, sizeof b);
	}
	*items = named_end(x, begin, sizeof b, n);
}

static void read_action_budgets(struct reader *x, void *at)
{
	struct config *c = at;

	read_budget_map(x, &c->action_budgets, &c->n_action_budgets);
}

static void read_generator_budgets(struct reader *x, void *at)
{
	struct config *c = at;

	read_budget_map(x, &c->generator_budgets, &c->n_generator_budgets);
}

static void read_max_job_search(struct reader *x, void *at)
{
	struct config *c = at;

	c->has_max_job_search = !json_null(x->r);
	if (c->has_max_job_search)
		read_duration(x, &c->max_job_search);
}

static void read_min_job_search(struct reader *x, void *at)
{
	struct config *c = at;

	c->has_min_job_search = !json_null(x->r);
	if (c->has_min_job_search)
		read_duration(x, &c->min_job_search);
}

static void read_budgets(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD_SAME("maxActionSearchDuration", read_action_budgets),
		FIELD_SAME("maxGeneratorSearchDuration", read_generator_budgets),
		FIELD_SAME("maxJobSearchDuration", read_max_job_search),
		FIELD_SAME("minJobSearchDuration", read_min_job_search),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

void read_config(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("actions", read_text, struct config, actions),
		FIELD_SAME("tiers", read_tiers),
		FIELD_SAME("queueDepthPerAction", read_depths),
		FIELD("usageDBConfig", read_present, struct config, has_usage_db),
		FIELD_SAME("scenarioSearchBudgets", read_budgets),
		FIELDS_END,
	};
	struct config *c = at;

	if (x->o->other_config.n && !x->in_other) {
		json_skip(x->r);
		return;
	}
	if (json_null(x->r)) {
		*c = (struct config){0};
		return;
	}
	c->present = true;
	read_object(x, c, fields);
	if (!c->actions.p)
		c->actions = objects_intern(x->o, STR(""));
}

bool config_read_other(struct reader *x, struct error *e)
{
	struct json *r = x->r;
	struct error why = {0};

	if (x->o->other_config.n == 0)
		return true;
	x->r = json_over_memory(x->o->other_config.p, x->o->other_config.n);
	x->in_other = true;
	read_config(x, &x->o->config);
	x->in_other = false;
	if (json_failed(x->r)) {
		json_error(x->r, &why);
		error_set(e, why.status, "--config", "%.100s: %.500s", why.what, why.why);
	}
	json_free(x->r);
	x->r = r;
	return why.status == 0;
}

static struct label argument(struct reader *x, const char *key, const char *value)
{
	return (struct label){
		objects_intern(x->o, str_of(key)), objects_intern(x->o, str_of(value))};
}

/* The configuration that is compiled into the scheduler (rules/01 1.4). */
void config_default(struct reader *x)
{
	static const enum plugin_id ids[] = {BUILT_IN_PLUGINS(PLUGIN_ID)};
#define BEHIND_COMMA(NAME, name) ", " #name
	static const char actions[] = ACTIONS(BEHIND_COMMA);
	struct config *c = &x->o->config;

	*c = (struct config){.n_plugins = sizeof ids / sizeof *ids};
	c->actions = objects_intern(x->o, str_of(actions + strlen(", ")));
	c->plugins = ARENA_ARRAY(&x->o->arena, (size_t)c->n_plugins, struct plugin_option);
	for (int i = 0; i < c->n_plugins; i++) {
		struct plugin_option *p = &c->plugins[i];

		p->name = objects_intern(x->o, str_of(plugin_names[ids[i]]));
		if (ids[i] != PLUGIN_NODEPLACEMENT)
			continue;
		p->arguments = (struct labels){ARENA_ARRAY(&x->o->arena, 2, struct label), 2, true};
		p->arguments.items[0] = argument(x, "cpu", "binpack");
		p->arguments.items[1] = argument(x, "gpu", "binpack");
	}
}

/* ---- schedulerParams: what is missing is zero here, see config_gaps.h ---- */

static void read_partition(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("NodePoolLabelKey", read_text, struct params, pool_label_key),
		FIELD("NodePoolLabelValue", read_text, struct params, pool_label_value),
		FIELDS_END,
	};
	struct params *p = at;

	read_object(x, p, fields);
	if (p->pool_label_key.p)
		p->given |= GIVEN_POOL_KEY;
	if (json_failed(x->r))
		return;
	if (p->pool_label_key.n && !is_qualified_name(p->pool_label_key))
		json_fail(x->r, "the key of the node pool label is not a label key");
	else if (p->pool_label_key.n && !is_label_value(p->pool_label_value))
		json_fail(x->r, "the value of the node pool label is not a label value");
}

/* A number whose value no decision depends on; only whether it is given. */
static void read_some_number(struct reader *x, void *at)
{
	int64_t v;

	if (!json_null(x->r) && json_int(x->r, &v))
		*(bool *)at = true;
}

static void read_stuck_in_releasing(struct reader *x, void *at)
{
	struct params *p = at;

	p->has_stuck_in_releasing = true;
	read_int64(x, &p->stuck_in_releasing);
}

static const struct param {
	struct field field;
	unsigned given;
} params[] = {
	{FIELD("schedulerName", read_text, struct params, scheduler_name), GIVEN_SCHEDULER_NAME},
	{FIELD("restrictSchedulingNodes", read_bool, struct params, restrict_nodes), 0},
	{FIELD_SAME("partitionParams", read_partition), 0},
	{FIELD("maxNumberConsolidationPreemptees", read_int64, struct params,
		 max_consolidation_preemptees),
		GIVEN_PREEMPTEES},
	{FIELD("scheduleCSIStorage", read_bool, struct params, schedule_csi_storage), 0},
	{FIELD("useSchedulingSignatures", read_bool, struct params, use_signatures),
		GIVEN_SIGNATURES},
	{FIELD("fullHierarchyFairness", read_bool, struct params, full_hierarchy), GIVEN_HIERARCHY},
	{FIELD("allowConsolidatingReclaim", read_bool, struct params, allow_consolidating_reclaim),
		GIVEN_CONSOLIDATING_RECLAIM},
	{FIELD("numOfStatusRecordingWorkers", read_some_number, struct params, has_workers), 0},
	{FIELD("globalDefaultStalenessGracePeriod", read_int64, struct params,
		 staleness_grace_period),
		GIVEN_GRACE},
	{FIELD("schedulePeriod", read_some_number, struct params, has_period), 0},
	{FIELD_SAME("stuckInReleasingThreshold", read_stuck_in_releasing), 0},
	{FIELD("detailedFitErrors", read_bool, struct params, detailed_fit_errors), 0},
	{FIELD("queueLabelKey", read_text, struct params, queue_label_key), 0},
};
enum { N_PARAMS = sizeof params / sizeof *params };

void read_params(struct reader *x, void *at)
{
	struct field fields[N_PARAMS + 1];
	struct params *p = at;
	struct str key;

	for (int i = 0; i < N_PARAMS; i++)
		fields[i] = params[i].field;
	fields[N_PARAMS] = (struct field)FIELDS_END;
	x->has_params = json_peek(x->r) == JSON_OBJECT;
	if (!read_enter(x))
		return;
	while (json_key(x->r, &key)) {
		const struct field *f = field_find(fields, key);

		if (!f) {
			json_skip(x->r);
			continue;
		}
		if (json_peek(x->r) != JSON_NULL) /* null counts as missing */
			p->given |= params[f - fields].given;
		f->read(x, (char *)at + f->offset);
	}
}
