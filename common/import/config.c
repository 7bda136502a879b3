#include "common/import/config.h"
#include "common/actions.h"
#include "common/plugins.h"

/* The plugin in place of this one under the profile; PLUGIN_COUNT: none. */
static enum plugin_id replaced(enum plugin_id id, enum profile profile)
{
	static const enum plugin_id scores[] = {PLUGIN_NODEPLACEMENT, PLUGIN_GPUPACK,
		PLUGIN_GPUSPREAD, PLUGIN_GPUSHARINGORDER, PLUGIN_RESOURCETYPE,
		PLUGIN_NODEAVAILABILITY, PLUGIN_PODAFFINITY, PLUGIN_NOMINATEDNODE};

	if (profile == PROFILE_LOW && id == PLUGIN_GPUPACK)
		return PLUGIN_GPUSPREAD;
	for (size_t i = 0; profile == PROFILE_NO_SCORING && i < sizeof scores / sizeof *scores; i++)
		if (id == scores[i])
			return PLUGIN_COUNT;
	return id;
}

static void write_plugin(struct jsonw *w, enum plugin_id id, enum profile profile)
{
	if (id == PLUGIN_COUNT)
		return;
	jsonw_begin(w, '{');
	jsonw_key(w, "name");
	jsonw_strz(w, plugin_names[id]);
	if (id == PLUGIN_NODEPLACEMENT) {
		jsonw_key(w, "arguments");
		jsonw_raw(w,
			profile == PROFILE_LOW ? STR("{\"cpu\":\"spread\",\"gpu\":\"spread\"}")
					       : STR("{\"cpu\":\"binpack\",\"gpu\":\"binpack\"}"));
	}
	jsonw_end(w, '}');
}

void scheduler_config_write(struct jsonw *w, enum profile profile)
{
	static const enum plugin_id ids[] = {BUILT_IN_PLUGINS(PLUGIN_ID)};
#define BEHIND_COMMA(NAME, name) ", " #name
	static const char actions[] = ACTIONS(BEHIND_COMMA);

	jsonw_begin(w, '{');
	jsonw_key(w, "actions");
	jsonw_strz(w, profile == PROFILE_NONE ? actions + strlen(", ") : "allocate, preempt");
	jsonw_key(w, "tiers");
	jsonw_begin(w, '[');
	jsonw_begin(w, '{');
	jsonw_key(w, "plugins");
	jsonw_begin(w, '[');
	for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
		write_plugin(w, replaced(ids[i], profile), profile);
	jsonw_end(w, ']');
	jsonw_end(w, '}');
	jsonw_end(w, ']');
	jsonw_end(w, '}');
}
