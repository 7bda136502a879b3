/* The scheduler's configuration: its Deployment's arguments, and the file that they name, which is
 * a key of a ConfigMap. */
#include <string.h>
#include "api.h"
#include "common/document.h"
#include "common/kai_config.h"
#include "common/import/config.h"
#include "objects.h"
#include "origin.h"

struct scheduler {
	struct arena arena;
	const struct value *container, *volumes;
	struct str *args;
	size_t n_args;
	struct str path, map, key; /* of the configuration: its file, and where that is */
};

static bool ask(const struct api *api, const char *kind, const char *name, struct arena *a,
	struct value **v, enum kubectl_failure *f, struct error *e)
{
	const char *args[] = {"get", kind, name, "-o", "json", NULL};
	struct strbuf what = {0}, json = {0};

	strbuf_addf(&what, "%s %s", kind, name);
	*f = kubectl_get(api->s, args, what.s, &json, e);
	if (*f == KUBECTL_OK) {
		struct json *r = json_over_memory(json.s, json.len);

		*v = value_read(a, r);
		if (!*v || !json_finish(r)) {
			struct error why = {0};

			json_error(r, &why);
			error_set(e, SNAP_SYSTEM, "kubectl's answer cannot be read", "%s: %s: %s",
				what.s, why.what, why.why);
			*f = KUBECTL_OTHER;
		}
		json_free(r);
	}
	strbuf_free(&what);
	strbuf_free(&json);
	return *f == KUBECTL_OK;
}

static bool is_flag(struct str arg)
{
	return str_starts(arg, STR("--scheduler-conf")) ||
		str_starts(arg, STR("--scheduler-name")) ||
		str_starts(arg, STR("--partition-label-value"));
}

/* The container with a flag of the scheduler, else the first one. */
static void find_container(struct scheduler *c, const struct value *spec)
{
	static const struct str lists[] = {STR_INIT("command"), STR_INIT("args")};
	const struct value *all = value_get(spec, STR("containers"));
	bool sure = false;

	c->volumes = value_get(spec, STR("volumes"));
	for (size_t i = 0; all && i < all->count && !sure; i++) {
		const struct value *one = all->members[i].value;
		size_t n = 0;

		for (int k = 0; k < 2; k++) {
			const struct value *list = value_get(one, lists[k]);

			n += list ? list->count : 0;
		}
		struct str *args = ARENA_ARRAY(&c->arena, n, struct str);
		n = 0;
		for (int k = 0; k < 2; k++) {
			const struct value *list = value_get(one, lists[k]);

			for (size_t j = 0; list && j < list->count; j++) {
				args[n] = value_str(list->members[j].value);
				sure |= is_flag(args[n++]);
			}
		}
		if (i == 0 || sure) {
			c->container = one;
			c->args = args;
			c->n_args = n;
		}
	}
}

static const struct value *named(const struct value *list, struct str name)
{
	for (size_t i = 0; list && i < list->count; i++)
		if (str_eq(value_str(value_get(list->members[i].value, STR("name"))), name))
			return list->members[i].value;
	return NULL;
}

/* The key that a volume shows as this file. */
static struct str key_of(const struct value *map, struct str file)
{
	const struct value *items = value_get(map, STR("items"));

	for (size_t i = 0; items && i < items->count; i++)
		if (str_eq(value_str(value_get(items->members[i].value, STR("path"))), file))
			return value_str(value_get(items->members[i].value, STR("key")));
	return file;
}

/* The ConfigMap behind a path in the container: a mount of the path itself, or of a folder above
 * it. */
static void find_map(struct scheduler *c)
{
	const struct value *mounts = value_get(c->container, STR("volumeMounts"));
	size_t longest = 0;

	for (size_t i = 0; mounts && i < mounts->count; i++) {
		const struct value *mount = mounts->members[i].value;
		struct str at = value_str(value_get(mount, STR("mountPath")));
		struct str file = value_str(value_get(mount, STR("subPath")));
		const struct value *map =
			value_get(named(c->volumes, value_str(value_get(mount, STR("name")))),
				STR("configMap"));

		while (at.n > 1 && at.p[at.n - 1] == '/')
			at.n--;
		if (!map || at.n < longest || !at.n || !str_starts(c->path, at))
			continue;
		if (c->path.n > at.n && c->path.p[at.n] == '/' && !file.n)
			file = (struct str){c->path.p + at.n + 1, c->path.n - at.n - 1};
		else if (c->path.n != at.n || !file.n)
			continue;
		longest = at.n;
		c->map = value_str(value_get(map, STR("name")));
		c->key = key_of(map, file);
	}
}

/* What the file lacks is built in, as the scheduler has it. */
static bool read_config(
	struct api *api, struct scheduler *c, const struct value *map, struct error *e)
{
	struct str text = value_str(value_get(value_get(map, STR("data")), c->key));
	struct value *file;

	if (!text.n)
		return error_set(e, SNAP_SYSTEM, "no configuration in it",
			"the key " STR_FMT " is not there, or empty", STR_ARG(c->key));
	file = document_parse(&c->arena, text, e);
	if (file)
		file = kai_config_in(&c->arena, file, e);
	if (!file)
		return false;
	strbuf_clear(&api->config);
	value_write(&api->config, kai_config_filled(&c->arena, file));
	return true;
}

/* The scheduler runs by a file, so a guess would be another cluster's decisions. */
static bool find_config(struct api *api, struct scheduler *c, struct error *e)
{
	struct value *map = NULL;
	struct error why = {0};
	enum kubectl_failure f;

	if (!c->path.n)
		return true;
	find_map(c);
	if (!is_dns_name(c->map))
		error_set(&why, SNAP_SYSTEM, "not found", "no ConfigMap is mounted there");
	else if (ask(api, "configmap", c->map.p, &c->arena, &map, &f, &why) &&
		read_config(api, c, map, &why))
		return true;
	error_set(e, SNAP_SYSTEM, "the scheduler's configuration cannot be read",
		"--scheduler-conf " STR_FMT ": %s: %s", STR_ARG(c->path), why.what, why.why);
	error_hint(e, "the right to get config maps in %s ('snap-fetch --from api --print-role')",
		api->s->namespace);
	return false;
}

static bool built_in(struct api *api, const char *why)
{
	struct jsonw w = {.out = &api->config};

	scheduler_config_write(&w, PROFILE_NONE);
	strbuf_addz(&api->params, import_params);
	import_assume(&api->kept,
		"config and schedulerParams: what is built into the scheduler, and no node pool (%s)",
		why);
	return true;
}

/* Who runs it, for capture.json. */
static void describe(struct api *api, const struct value *deployment, const struct value *container)
{
	static const struct str app = STR_INIT("app.kubernetes.io/version");
	const struct value *meta = value_get(deployment, STR("metadata"));
	const struct value *given = value_get(meta, STR("labels"));
	struct labels labels = {value_str(value_get(given, app)),
		value_str(value_get(given, STR("helm.sh/chart")))};
	struct arena *a = &api->sink->arena;
	struct str *field = api->sink->info.field;

	field[CAPTURE_NAMESPACE] = str_of(api->s->namespace);
	field[CAPTURE_DEPLOYMENT] = str_of(api->s->deployment);
	field[CAPTURE_IMAGE] = arena_str(a, value_str(value_get(container, STR("image"))));
	field[CAPTURE_VERSION] = arena_str(a, origin_version(&labels, field[CAPTURE_IMAGE], a));
}

static bool of_deployment(struct api *api, const struct value *deployment, struct error *e)
{
	struct scheduler c = {0};
	const struct value *pod = value_get(
		value_get(value_get(deployment, STR("spec")), STR("template")), STR("spec"));
	struct jsonw w = {.out = &api->config};

	scheduler_config_write(&w, PROFILE_NONE);
	find_container(&c, pod);
	describe(api, deployment, c.container);
	bool good =
		api_params(c.args, c.n_args, &api->params, &c.path, e) && find_config(api, &c, e);
	arena_free(&c.arena);
	return good;
}

bool api_settings(struct api *api, struct error *e)
{
	const struct settings *s = api->s;
	struct arena a = {0};
	struct value *deployment = NULL;
	enum kubectl_failure f;
	struct error why = {0};
	bool good;

	if (ask(api, "deployment", s->deployment, &a, &deployment, &f, &why)) {
		good = of_deployment(api, deployment, e);
	} else if (f == KUBECTL_NOT_FOUND) {
		struct strbuf text = {0};

		strbuf_addf(&text, "there is no deployment %s in %s", s->deployment, s->namespace);
		good = built_in(api, text.s);
		strbuf_free(&text);
	} else {
		if (f == KUBECTL_FORBIDDEN) {
			why.hint[0] = '\0'; /* of captures through the plugin */
			error_hint(&why,
				"'snap-fetch --from api --print-role -n %s' prints the rights to ask for",
				s->namespace);
		}
		*e = why;
		api->again = f == KUBECTL_OTHER;
		good = false;
	}
	arena_free(&a);
	return good;
}
