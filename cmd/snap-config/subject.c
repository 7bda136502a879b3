#include "common/kai_config.h"
#include "subject.h"

/* ---- /configz ---- */

/* "EnableProfiling" is enableProfiling, "QPS" is qps. */
static struct str api_name(struct arena *a, struct str name)
{
	char *p = arena_alloc(a, name.n + 1);
	bool all = true;

	for (size_t i = 0; i < name.n; i++)
		all = all && name.p[i] >= 'A' && name.p[i] <= 'Z';
	for (size_t i = 0; i < name.n; i++) {
		bool upper = name.p[i] >= 'A' && name.p[i] <= 'Z';

		p[i] = upper && (i == 0 || all) ? (char)(name.p[i] | 0x20) : name.p[i];
	}
	return (struct str){p, name.n};
}

/* It is left out when the API writes it, and false there. */
static bool left_out(struct str key, const struct value *v)
{
	return v->type == JSON_NULL ||
		(v->type == JSON_FALSE && str_eq(key, STR("DelayCacheUntilActive")));
}

static struct value *api_names(struct arena *a, struct value *v)
{
	struct value_list l = {0};

	if (v->type != JSON_OBJECT && v->type != JSON_ARRAY)
		return v;
	for (size_t i = 0; i < v->count; i++)
		if (v->type == JSON_ARRAY || !left_out(v->members[i].key, v->members[i].value))
			value_add(&l, api_name(a, v->members[i].key),
				api_names(a, v->members[i].value));
	return v->type == JSON_OBJECT ? value_object(a, &l) : value_array(a, &l);
}

/* The arguments of a plugin are an object of the API, named after the plugin. */
static struct value *with_types(struct arena *a, struct value *plugin, struct value *version)
{
	struct value *args = value_get(plugin, STR("args"));
	struct strbuf kind = {0};

	if (!args || args->type != JSON_OBJECT)
		return plugin;
	strbuf_addstr(&kind, value_str(value_get(plugin, STR("name"))));
	strbuf_addz(&kind, "Args");
	args = value_with(a, args, STR("kind"), value_text(a, strbuf_str(&kind)));
	strbuf_free(&kind);
	return value_with(a, plugin, STR("args"), value_with(a, args, STR("apiVersion"), version));
}

static struct value *with_plugin_types(
	struct arena *a, struct value *profile, struct value *version)
{
	struct value *list = value_get(profile, STR("pluginConfig"));

	for (size_t i = 0; list && list->type == JSON_ARRAY && i < list->count; i++)
		list->members[i].value = with_types(a, list->members[i].value, version);
	return profile;
}

static struct value *of_configz(struct arena *a, struct value *component)
{
	struct value *v = api_names(a, component), *version, *profiles;

	if (v->type != JSON_OBJECT)
		return v;
	version = value_get(v, STR("apiVersion"));
	profiles = value_get(v, STR("profiles"));
	for (size_t i = 0; version && profiles && i < profiles->count; i++)
		with_plugin_types(a, profiles->members[i].value, version);
	return value_with(a, v, STR("kind"), value_text(a, STR("KubeSchedulerConfiguration")));
}

/* ---- any ---- */

struct value *subject_of(struct arena *a, struct value *doc, struct error *e)
{
	struct value *component = value_get(doc, STR("componentconfig")), *v;

	v = component ? of_configz(a, component) : config_in(a, doc, e);
	if (value_field(v, STR("actions")) || value_field(v, STR("tiers")))
		return kai_config_filled(a, v);
	return v;
}
