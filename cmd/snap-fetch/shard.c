/* What the operator puts into the scheduler's ConfigMap. */
#include "shard.h"
#include <stdlib.h>
#include "common/actions.h"
#include "common/kai_config.h"
#include "common/plugins.h"
#include "common/search_budgets.h"
#include "common/timefmt.h"
#include "shard_parts.h"

/* What the operator starts from: the highest priority comes first. */
#define SHARD_PLUGINS(X) \
	X(PREDICATES, 1900) \
	X(PROPORTION, 1800) \
	X(PRIORITY, 1700) \
	X(NODEAVAILABILITY, 1600) \
	X(RESOURCETYPE, 1500) \
	X(PODAFFINITY, 1400) \
	X(ELASTIC, 1300) \
	X(KUBEFLOW, 1200) \
	X(RAY, 1100) \
	X(SUBGROUPORDER, 1000) \
	X(TASKORDER, 900) \
	X(NOMINATEDNODE, 800) \
	X(DYNAMICRESOURCES, 700) \
	X(MINRUNTIME, 600) \
	X(TOPOLOGY, 500) \
	X(SNAPSHOT, 400) \
	X(SG_NODELOCALGREEDY, 360) \
	X(SG_MULTINODEGANG, 350) \
	X(GPUPACK, 300) \
	X(GPUSPREAD, 300) \
	X(NODEPLACEMENT, 200) \
	X(GPUSHARINGORDER, 100)
#define SHARD_ACTIONS(X) \
	X(ALLOCATE, 500) \
	X(CONSOLIDATION, 400) \
	X(RECLAIM, 300) \
	X(PREEMPT, 200) \
	X(STALEGANGEVICTION, 100)

/* ---- what a shard says ---- */

struct shard {
	struct arena *a;
	const struct value *spec;
	struct str gpu, cpu; /* "binpack" or "spread" */
};

static void read_placement(struct shard *s)
{
	const struct value *v = value_get(s->spec, STR("placementStrategy"));

	s->gpu = value_str(value_get(v, STR("gpu")));
	s->cpu = value_str(value_get(v, STR("cpu")));
	if (!s->gpu.n)
		s->gpu = STR("binpack");
	if (!s->cpu.n)
		s->cpu = STR("binpack");
}

static void argument(
	struct shard *s, struct value_list *l, const char *name, const struct value *given)
{
	if (given && given->text.n)
		value_add(l, str_of(name), value_text(s->a, given->text));
}

static struct value *arguments_of(struct shard *s, enum plugin_id id)
{
	const struct value *times = value_get(s->spec, STR("minRuntime"));
	struct value_list l = {0};

	if (id == PLUGIN_PROPORTION) {
		argument(s, &l, "kValue", value_get(s->spec, STR("kValue")));
	} else if (id == PLUGIN_MINRUNTIME) {
		argument(s, &l, "defaultPreemptMinRuntime",
			value_get(times, STR("preemptMinRuntime")));
		argument(s, &l, "defaultReclaimMinRuntime",
			value_get(times, STR("reclaimMinRuntime")));
	} else if (id == PLUGIN_NODEPLACEMENT) {
		value_add(&l, STR("gpu"), value_text(s->a, s->gpu));
		value_add(&l, STR("cpu"), value_text(s->a, s->cpu));
	}
	return value_object(s->a, &l);
}

static void preset_plugins(struct shard *s, struct parts *all)
{
#define PLUGIN_ROW(NAME, priority) {PLUGIN_##NAME, priority},
	static const struct {
		enum plugin_id id;
		int priority;
	} rows[] = {SHARD_PLUGINS(PLUGIN_ROW)};
	bool pack = str_eq(s->gpu, STR("binpack"));

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		enum plugin_id id = rows[i].id;
		struct part *p = parts_add(all, str_of(plugin_names[id]), rows[i].priority);

		p->arguments = arguments_of(s, id);
		if (id == PLUGIN_GPUPACK || id == PLUGIN_GPUSHARINGORDER)
			p->enabled = pack;
		else if (id == PLUGIN_GPUSPREAD)
			p->enabled = !pack;
	}
}

static void preset_actions(struct shard *s, struct parts *all)
{
#define ACTION_ROW(NAME, priority) {ACTION_##NAME, priority},
	static const struct {
		enum action_id id;
		int priority;
	} rows[] = {SHARD_ACTIONS(ACTION_ROW)};
	bool spread = str_eq(s->gpu, STR("spread")) || str_eq(s->cpu, STR("spread"));

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct part *p = parts_add(all, str_of(action_names[rows[i].id]), rows[i].priority);

		if (rows[i].id == ACTION_CONSOLIDATION)
			p->enabled = !spread;
	}
}

/* ---- the configuration ---- */

static struct value *actions(struct shard *s, struct error *e)
{
	struct parts all = {0};
	struct strbuf text = {0};
	struct value *v = NULL;

	preset_actions(s, &all);
	if (parts_change(&all, value_get(s->spec, STR("actions")), e)) {
		parts_arrange(&all);
		for (size_t i = 0; i < all.n; i++) {
			strbuf_addz(&text, i ? ", " : "");
			strbuf_addstr(&text, all.items[i].name);
		}
		v = value_text(s->a, strbuf_str(&text));
	}
	free(all.items);
	strbuf_free(&text);
	return v;
}

static struct value *plugin(struct arena *a, const struct part *p)
{
	struct value_list l = {0};

	value_add(&l, STR("name"), value_text(a, p->name));
	if (p->arguments && p->arguments->count)
		value_add(&l, STR("arguments"), p->arguments);
	return value_object(a, &l);
}

static struct value *tiers(struct shard *s, struct error *e)
{
	struct parts all = {0};
	struct value_list plugins = {0}, tier = {0}, array = {0};
	bool good;

	preset_plugins(s, &all);
	good = parts_change(&all, value_get(s->spec, STR("plugins")), e);
	parts_arrange(&all);
	for (size_t i = 0; i < all.n; i++)
		value_add(&plugins, STR(""), plugin(s->a, &all.items[i]));
	value_add(&tier, STR("plugins"), value_array(s->a, &plugins));
	value_add(&array, STR(""), value_object(s->a, &tier));
	free(all.items);
	struct value *v = value_array(s->a, &array);
	return good ? v : NULL;
}

/* As Go writes a duration; what is none stays for its reader to refuse. */
static struct value *as_duration(struct arena *a, struct value *v)
{
	struct strbuf text = {0};
	int64_t ns;

	if (v->type != JSON_STRING || !duration_parse(v->text, &ns))
		return v;
	duration_format(&text, ns);
	v = value_text(a, strbuf_str(&text));
	strbuf_free(&text);
	return v;
}

/* The same for the members of an object. */
static struct value *as_durations(struct arena *a, const struct value *v)
{
	struct value_list l = {0};

	for (size_t i = 0; v->type == JSON_OBJECT && i < v->count; i++)
		value_add(&l, v->members[i].key, as_duration(a, v->members[i].value));
	return value_object(a, &l);
}

static struct value *budgets(struct shard *s, const struct value *given)
{
	static const struct {
		const char *name;
		int seconds;
	} generators[] = {{"MultiNodeGang", DEFAULT_GENERATOR_SEARCH},
		{"NodeLocalGreedy", DEFAULT_NODE_LOCAL_GREEDY_SEARCH}};
	struct value_list l = {0};

	for (size_t i = 0; i < given->count; i++) {
		struct value *v = given->members[i].value;

		value_add(&l, given->members[i].key,
			v->type == JSON_OBJECT ? as_durations(s->a, v) : as_duration(s->a, v));
	}
	struct value *v = value_object(s->a, &l), *limits;
	limits = value_get(v, STR("maxGeneratorSearchDuration"));
	if (!limits || limits->type != JSON_OBJECT)
		return v;
	/* the operator names each, so that none takes the default of the file */
	for (size_t i = 0; i < sizeof generators / sizeof *generators; i++)
		if (!value_get(limits, str_of(generators[i].name)))
			limits = value_with(s->a, limits, str_of(generators[i].name),
				kai_config_seconds(s->a, generators[i].seconds));
	return value_with(s->a, v, STR("maxGeneratorSearchDuration"), limits);
}

static void copy(struct shard *s, struct value_list *l, const char *key)
{
	struct value *v = value_get(s->spec, str_of(key));

	if (v && v->type == JSON_OBJECT && v->count)
		value_add(l, str_of(key), v);
}

struct value *shard_config(struct arena *a, const struct value *shard, struct error *e)
{
	struct shard s = {.a = a, .spec = value_get(shard, STR("spec"))};
	struct value_list l = {0};
	const struct value *v = value_get(s.spec, STR("scenarioSearchBudgets"));

	read_placement(&s);
	struct value *first = actions(&s, e), *second = first ? tiers(&s, e) : NULL;
	if (!second)
		return NULL;
	value_add(&l, STR("actions"), first);
	value_add(&l, STR("tiers"), second);
	copy(&s, &l, "queueDepthPerAction");
	copy(&s, &l, "usageDBConfig");
	if (v && v->type == JSON_OBJECT)
		value_add(&l, STR("scenarioSearchBudgets"), budgets(&s, v));
	return kai_config_filled(a, value_object(a, &l));
}
