/* The scheduler's configuration: its Deployment's arguments, and the file that they name, which is
 * a key of a ConfigMap. Where one cannot be read, the SchedulingShard of which the operator made it
 * tells the same. */
#include "common/document.h"
#include "common/import/config.h"
#include "common/kai_config.h"
#include "objects.h"
#include "origin.h"
#include "search.h"
#include "sources.h"

/* ---- what is found ---- */

void set_config(struct api *api, const struct value *config)
{
	strbuf_clear(&api->config);
	value_write(&api->config, config);
}

void set_source(struct api *api, const char *kind, struct str name)
{
	struct strbuf text = {0};

	strbuf_addf(&text, "%s " STR_FMT, kind, STR_ARG(name));
	api->sink->info.field[CAPTURE_SETTINGS] = arena_str(&api->sink->arena, strbuf_str(&text));
	strbuf_free(&text);
}

static void add_unread(struct api *api, const char *kind, struct str name)
{
	strbuf_addf(
		&api->unread, "%s%s " STR_FMT, api->unread.len ? ", " : "", kind, STR_ARG(name));
}

bool is_absent(enum kubectl_failure f)
{
	return f == KUBECTL_NOT_FOUND || f == KUBECTL_FORBIDDEN;
}

void may_pass(struct api *api, enum kubectl_failure f)
{
	api->again = api->again || f == KUBECTL_OTHER;
}

static void hint_rights(const struct api *api, struct error *e)
{
	e->hint[0] = '\0'; /* of captures through the plugin */
	error_hint(e, "'snap-fetch --from api --print-role -n %s' prints the rights to ask for",
		api->s->namespace);
}

/* ---- with a Deployment ---- */

/* What the file lacks is built in, as the scheduler has it. */
static bool read_map(struct search *x, const struct value *map, struct str key, struct error *e)
{
	struct str text = value_str(value_get(value_get(map, STR("data")), key));
	struct value *file;

	if (!text.n)
		return error_set(e, SNAP_SYSTEM, "no configuration in it",
			"the key " STR_FMT " is not there, or empty", STR_ARG(key));
	file = document_parse(&x->arena, text, e);
	if (file)
		file = kai_config_in(&x->arena, file, e);
	if (file)
		set_config(x->api, kai_config_filled(&x->arena, file));
	return file != NULL;
}

static enum found use_map(struct search *x, struct str path, struct error *e)
{
	struct str name = {0}, key = {0};
	enum kubectl_failure f;

	if (!scheduler_map(&x->scheduler, path, &name, &key) || !is_dns_name(name)) {
		error_set(e, SNAP_SYSTEM, "not found", "no ConfigMap is mounted there");
		return ABSENT;
	}
	const char *args[] = {"get", "configmap", name.p, "-o", "json", NULL};
	struct strbuf what = {0};
	strbuf_addf(&what, "configmap " STR_FMT, STR_ARG(name));
	const struct value *map = api_ask(x->api->s, args, what.s, &x->arena, &f, e);
	strbuf_free(&what);
	if (!map && is_absent(f)) {
		add_unread(x->api, "configmap", name);
		return ABSENT;
	}
	if (!map)
		may_pass(x->api, f);
	if (!map || !read_map(x, map, key, e))
		return FAILED;
	set_source(x->api, "configmap", name);
	return FOUND;
}

/* The scheduler runs by a file, so a guess would be another cluster's decisions. */
static bool find_file(struct search *x, struct str path, struct error *e)
{
	struct error why = {0};
	enum found found = use_map(x, path, &why);

	if (found == ABSENT)
		found = shard_of_owner(x, x->scheduler.shard, why.what, &why);
	if (found == FOUND)
		return true;
	error_set(e, SNAP_SYSTEM, "the scheduler's configuration cannot be read",
		"--scheduler-conf " STR_FMT ": %s: %s", STR_ARG(path), why.what, why.why);
	error_hint(e,
		"the right to get config maps in %s, or schedulingshards ('snap-fetch --from api --print-role')",
		x->api->s->namespace);
	return false;
}

/* Who runs it, for capture.json. */
static void describe(struct search *x)
{
	const struct scheduler *c = &x->scheduler;
	struct labels labels = {c->app_label, c->chart_label};
	struct api *api = x->api;
	struct arena *a = &api->sink->arena;
	struct str *field = api->sink->info.field;

	field[CAPTURE_NAMESPACE] = str_of(api->s->namespace);
	field[CAPTURE_DEPLOYMENT] = str_of(api->s->deployment);
	field[CAPTURE_IMAGE] = arena_str(a, c->image);
	field[CAPTURE_VERSION] = arena_str(a, origin_version(&labels, field[CAPTURE_IMAGE], a));
	field[CAPTURE_SHARD] = arena_str(a, c->shard);
	set_source(api, "deployment", str_of(api->s->deployment));
}

static bool of_deployment(struct search *x, const struct value *deployment, struct error *e)
{
	struct scheduler *c = &x->scheduler;
	struct jsonw w = {.out = &x->api->config};
	struct str path;

	scheduler_config_write(&w, PROFILE_NONE);
	scheduler_read(c, &x->arena, deployment);
	describe(x);
	if (api_params(c->args, c->n_args, &x->api->params, &path, e))
		return !path.n || find_file(x, path, e);
	error_hint(e, "'kubectl get deployment %s -n %s -o yaml' shows it", x->api->s->deployment,
		x->api->s->namespace);
	return false;
}

/* ---- without one ---- */

static void use_built_in(struct api *api, const char *why)
{
	struct jsonw w = {.out = &api->config};

	scheduler_config_write(&w, PROFILE_NONE);
	strbuf_addz(&api->params, kai_params_built_in);
	api->sink->info.field[CAPTURE_SETTINGS] = STR("built in");
	import_assume(&api->kept,
		"config and schedulerParams: what is built into the scheduler, and no node pool (%s)",
		why);
}

/* A cluster without the kinds of KAI Scheduler runs none of it. */
static bool may_have_kai(const struct api *api)
{
	return api_may_serve(api, KAI_GROUP, "v1") || api_version(api, KIND_QUEUES, NULL);
}

/* A name that was given is not passed over. */
static bool is_named(const struct settings *s)
{
	return s->deployment != s->source->deployment || s->namespace != s->source->namespace;
}

static bool without_deployment(
	struct search *x, enum kubectl_failure f, const struct error *refused, struct error *e)
{
	struct api *api = x->api;
	const struct settings *s = api->s;
	bool forbidden = f == KUBECTL_FORBIDDEN;
	struct strbuf why = {0};
	enum found found;

	strbuf_addf(&why,
		forbidden ? "deployment %s in %s is forbidden" : "there is no deployment %s in %s",
		s->deployment, s->namespace);
	found = shard_of_deployment(x, why.s, e);
	if (found == ABSENT && (is_named(s) || (forbidden && may_have_kai(api)))) {
		*e = *refused;
		if (forbidden)
			hint_rights(api, e);
		found = FAILED;
	}
	if (forbidden)
		add_unread(api, "deployment", str_of(s->deployment));
	if (found == ABSENT)
		use_built_in(api, why.s);
	strbuf_free(&why);
	return found != FAILED;
}

bool api_settings(struct api *api, struct error *e)
{
	struct search x = {.api = api};
	const char *args[] = {"get", "deployment", api->s->deployment, "-o", "json", NULL};
	struct strbuf what = {0};
	struct error why = {0};
	enum kubectl_failure f;
	bool good = false;

	strbuf_addf(&what, "deployment %s", api->s->deployment);
	const struct value *deployment = api_ask(api->s, args, what.s, &x.arena, &f, &why);
	if (deployment) {
		good = of_deployment(&x, deployment, e);
	} else if (is_absent(f)) {
		good = without_deployment(&x, f, &why, e);
	} else {
		*e = why;
		may_pass(api, f);
	}
	strbuf_free(&what);
	arena_free(&x.arena);
	return good;
}
