#include "common/kai_config.h"
#include "common/document.h"
#include "common/import/config.h"
#include "common/jsonw.h"
#include "common/kinds.h"
#include "common/operand.h"
#include "common/search_budgets.h"
#include "common/timefmt.h"

/* ---- what a document holds ---- */

static const char hint[] =
	"KAI Scheduler's configuration has actions and tiers; snap-config kai writes one";

static bool refuse(struct error *e, const char *why)
{
	error_set(e, SNAP_INPUT, "not a configuration of KAI Scheduler", "%s", why);
	error_hint(e, "%s", hint);
	return false;
}

static bool is_one(const struct value *v)
{
	static const char *const keys[] = {"actions", "tiers", "queueDepthPerAction",
		"usageDBConfig", "scenarioSearchBudgets", "scenarioSearchCheckpoints"};

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (value_field(v, str_of(keys[i])))
			return true;
	return v->count == 0;
}

static bool is_snapshot(const struct value *v)
{
	return value_field(v, STR("rawObjects")) || value_field(v, STR("schedulerParams"));
}

static bool check(const struct value *v, struct error *e)
{
	if (v->type != JSON_OBJECT) {
		struct strbuf why = {0};

		strbuf_addf(&why, "%s instead of an object", value_type_name(v));
		refuse(e, why.s);
		strbuf_free(&why);
		return false;
	}
	if (str_starts(value_str(value_get(v, STR("apiVersion"))),
		    STR("kubescheduler.config.k8s.io/")) ||
		value_get(v, STR("componentconfig")))
		return refuse(e, "it is kube-scheduler's");
	return is_one(v) || refuse(e, "neither actions nor tiers");
}

static struct value *in_config_map(struct arena *a, const struct value *map, struct error *e)
{
	const struct value *data = value_get(value_get(map, STR("data")), STR("config.yaml"));

	if (data && data->type == JSON_STRING)
		return document_parse(a, data->text, e);
	error_set(e, SNAP_INPUT, "not a configuration",
		"a ConfigMap without data of the name config.yaml");
	return NULL;
}

struct value *config_in(struct arena *a, struct value *doc, struct error *e)
{
	struct value *v = doc;

	if (str_eq(value_str(value_get(doc, STR("kind"))), STR("ConfigMap")))
		return in_config_map(a, doc, e);
	if (is_snapshot(doc))
		v = value_field(doc, STR("config"));
	return v ? v : value_new(a, JSON_NULL);
}

struct value *kai_config_in(struct arena *a, struct value *doc, struct error *e)
{
	struct value *v = config_in(a, doc, e);
	bool none = v && v->type == JSON_NULL && is_snapshot(doc);

	return v && (none || check(v, e)) ? v : NULL;
}

/* ---- defaults ---- */

struct value *kai_config_built_in(struct arena *a)
{
	struct strbuf text = {0};
	struct error e = {0};
	struct value *v;

	scheduler_config_write(&(struct jsonw){.out = &text}, PROFILE_NONE);
	v = document_parse(a, strbuf_str(&text), &e);
	strbuf_free(&text);
	return v;
}

static bool is_empty(const struct value *v)
{
	return !v || v->type == JSON_NULL || (v->type == JSON_STRING && v->text.n == 0) ||
		(v->type == JSON_ARRAY && v->count == 0);
}

struct value *kai_config_seconds(struct arena *a, int s)
{
	struct strbuf text = {0};
	struct value *v;

	duration_format(&text, s * INT64_C(1000000000));
	v = value_text(a, strbuf_str(&text));
	strbuf_free(&text);
	return v;
}

/* v, or an empty object in place of null or nothing. */
static struct value *object_or_empty(struct arena *a, struct value *v)
{
	return v && v->type != JSON_NULL ? v : value_new(a, JSON_OBJECT);
}

static void fill(struct arena *a, struct value **v, const char *key, struct value *otherwise)
{
	const struct value *old = value_field(*v, str_of(key));

	if ((*v)->type == JSON_OBJECT && (!old || old->type == JSON_NULL))
		*v = value_with(a, *v, str_of(key), otherwise);
}

/* The limits of generators: one that is not named takes the file's own default. */
static struct value *generators(struct arena *a, struct value *given)
{
	struct value *own, *v = object_or_empty(a, given);

	own = value_get(v, STR("default"));
	fill(a, &v, "default", kai_config_seconds(a, DEFAULT_GENERATOR_SEARCH));
	fill(a, &v, "MultiNodeGang", own ? own : kai_config_seconds(a, DEFAULT_GENERATOR_SEARCH));
	fill(a, &v, "NodeLocalGreedy",
		own ? own : kai_config_seconds(a, DEFAULT_NODE_LOCAL_GREEDY_SEARCH));
	return v;
}

static struct value *budgets(struct arena *a, struct value *given)
{
	struct value *v = object_or_empty(a, given), *actions;

	if (v->type != JSON_OBJECT)
		return v; /* its reader will say so */
	actions = object_or_empty(a, value_field(v, STR("maxActionSearchDuration")));
	fill(a, &actions, "default", kai_config_seconds(a, DEFAULT_ACTION_SEARCH));
	v = value_with(a, v, STR("maxActionSearchDuration"), actions);
	v = value_with(a, v, STR("maxGeneratorSearchDuration"),
		generators(a, value_field(v, STR("maxGeneratorSearchDuration"))));
	fill(a, &v, "maxJobSearchDuration", kai_config_seconds(a, DEFAULT_JOB_SEARCH));
	fill(a, &v, "minJobSearchDuration", kai_config_seconds(a, DEFAULT_MIN_JOB_SEARCH));
	return v;
}

struct value *kai_config_filled(struct arena *a, struct value *config)
{
	static const char *const keys[] = {"actions", "tiers"};
	const struct value *built_in = kai_config_built_in(a);
	struct value *v = config->type == JSON_NULL ? value_new(a, JSON_OBJECT) : config;

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (is_empty(value_field(v, str_of(keys[i]))))
			v = value_with(a, v, str_of(keys[i]), value_get(built_in, str_of(keys[i])));
	return value_with(a, v, STR("scenarioSearchBudgets"),
		budgets(a, value_field(v, STR("scenarioSearchBudgets"))));
}

/* ---- the file of an option ---- */

static struct value *read_filled(struct arena *a, const char *path, struct error *e)
{
	struct value *doc = document_read(a, path, e), *v = NULL;

	if (doc && doc->type == JSON_NULL)
		refuse(e, "it is empty");
	else if (doc)
		v = kai_config_in(a, doc, e);
	if (v && v->type == JSON_NULL) {
		refuse(e, "a snapshot in which config is null or missing");
		v = NULL;
	}
	return v ? kai_config_filled(a, v) : NULL;
}

bool kai_config_read(const char *path, struct strbuf *json, struct error *e)
{
	struct arena a = {0};
	struct error why = {0};
	struct value *v = read_filled(&a, path, &why);

	if (v) {
		value_write(json, v);
		memset(strbuf_reserve(json, JSON_PADDING), 0, JSON_PADDING);
	} else {
		error_set(e, why.status, "--config", "%.200s: %.100s: %.400s", operand_input(path),
			why.what, why.why);
		error_hint(e, "%s", error_try(&why));
	}
	arena_free(&a);
	return v != NULL;
}

/* ---- the command line ---- */

const char kai_params_built_in[] =
	"{\"schedulerName\":\"kai-scheduler\","
	"\"partitionParams\":{\"NodePoolLabelKey\":\"\",\"NodePoolLabelValue\":\"\"},"
	"\"maxNumberConsolidationPreemptees\":16,\"useSchedulingSignatures\":true,"
	"\"fullHierarchyFairness\":true,\"allowConsolidatingReclaim\":true,"
	"\"numOfStatusRecordingWorkers\":5,\"globalDefaultStalenessGracePeriod\":60000000000,"
	"\"schedulePeriod\":1000000000,\"stuckInReleasingThreshold\":120000000000,"
	"\"queueLabelKey\":\"" QUEUE_LABEL "\"}";
