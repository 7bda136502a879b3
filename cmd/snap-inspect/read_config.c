/* config, schedulerParams, discovery: the settings of the scheduler (rules/01 1.4 to 1.6). */
#include <stdio.h>

#include "common/actions.h"
#include "common/plugins.h"
#include "read.h"

static void keep(struct summary *s, struct texts *t, struct str name)
{
	t->items = grow(t->items, &t->cap, t->count, sizeof *t->items);
	t->items[t->count++] = arena_str(&s->arena, name);
}

static void read_actions(struct summary *s, struct json *r)
{
	struct str list;

	s->scheduler.actions.count = 0;
	if (json_null(r) || !json_string(r, &list))
		return;
	for (size_t at = 0; at <= list.n;) {
		const char *comma = at < list.n ? memchr(list.p + at, ',', list.n - at) : NULL;
		size_t end = comma ? (size_t)(comma - list.p) : list.n;
		struct str name = {list.p + at, end - at};

		while (name.n && strchr(" \t\n\r\v\f", name.p[0]))
			name.p++, name.n--;
		while (name.n && strchr(" \t\n\r\v\f", name.p[name.n - 1]))
			name.n--;
		keep(s, &s->scheduler.actions, name);
		at = end + 1;
	}
}

/* The scheduler runs no action at all when one name is unknown, an empty one included
 * (rules/01 2.2). */
static void check_actions(struct summary *s)
{
	const struct texts *actions = &s->scheduler.actions;

	if (actions->count == 0)
		fault_add(&s->faults, FAULT_ACTION_UNKNOWN, SEVERITY_ERROR, KIND_NONE, STR(""),
			"config.actions", "there are none: nothing is run");
	for (size_t i = 0; i < actions->count; i++) {
		struct str name = actions->items[i];

		if (action_of_name(name) == ACTION_COUNT)
			fault_add(&s->faults, FAULT_ACTION_UNKNOWN, SEVERITY_ERROR, KIND_NONE,
				STR(""), "config.actions",
				"\"%.*s\" is not an action: the scheduler then runs none at all",
				(int)(name.n < 200 ? name.n : 200), name.p);
	}
}

static void read_plugin(struct summary *s, struct json *r, unsigned tier, unsigned at)
{
	struct str key, name = {"", 0};
	char path[80];

	if (!enter(r))
		return;
	while (json_key(r, &key)) {
		if (same_but_case(key, STR("name"))) {
			if (word(r, &name))
				name = arena_str(&s->arena, name);
		} else {
			json_skip(r);
		}
	}
	if (json_failed(r))
		return;
	keep(s, &s->scheduler.plugins, name);
	if (plugin_of_name(name) != PLUGIN_COUNT)
		return;
	snprintf(path, sizeof path, "config.tiers[%u].plugins[%u].name", tier, at);
	fault_add(&s->faults, FAULT_PLUGIN_UNKNOWN, SEVERITY_ERROR, KIND_NONE, STR(""), path,
		"\"%.*s\" is not a plugin: the scheduler goes on without it",
		(int)(name.n < 200 ? name.n : 200), name.p);
}

static void read_tiers(struct summary *s, struct json *r)
{
	struct str key;

	s->scheduler.plugins.count = 0;
	if (!enter(r))
		return;
	for (unsigned tier = 0; json_element(r); tier++) {
		if (!enter(r))
			continue;
		while (json_key(r, &key)) {
			if (!same_but_case(key, STR("plugins")))
				json_skip(r);
			else if (enter(r))
				for (unsigned at = 0; json_element(r); at++)
					read_plugin(s, r, tier, at);
		}
	}
}

void read_config(struct summary *s, struct json *r)
{
	struct str key;

	s->scheduler.config = true;
	json_enter(r);
	while (json_key(r, &key)) {
		if (same_but_case(key, STR("actions")))
			read_actions(s, r);
		else if (same_but_case(key, STR("tiers")))
			read_tiers(s, r);
		else
			json_skip(r);
	}
	check_actions(s);
}

static void keep_text(struct summary *s, struct json *r, struct str *into)
{
	struct str t;

	if (!json_null(r) && json_string(r, &t))
		*into = arena_str(&s->arena, t);
}

void read_params(struct summary *s, struct json *r)
{
	struct str key;

	s->scheduler.params = true;
	json_enter(r);
	while (json_key(r, &key)) {
		if (same_but_case(key, STR("schedulerName"))) {
			keep_text(s, r, &s->scheduler.name);
		} else if (same_but_case(key, STR("restrictSchedulingNodes"))) {
			s->scheduler.restrict_nodes = flag(r);
		} else if (same_but_case(key, STR("partitionParams"))) {
			if (!enter(r))
				continue;
			while (json_key(r, &key)) {
				if (same_but_case(key, STR("NodePoolLabelKey")))
					keep_text(s, r, &s->scheduler.pool_key);
				else if (same_but_case(key, STR("NodePoolLabelValue")))
					keep_text(s, r, &s->scheduler.pool_value);
				else
					json_skip(r);
			}
		} else {
			json_skip(r);
		}
	}
	if (s->scheduler.name.n == 0)
		fault_add(&s->faults, FAULT_SCHEDULER_NAME_MISSING, SEVERITY_WARNING, KIND_NONE,
			STR(""), "schedulerParams.schedulerName",
			"missing: all pods that name a scheduler count as foreign");
}

static void read_server_version(struct summary *s, struct json *r)
{
	struct str key, major = {0}, minor = {0}, git = {0};

	if (!enter(r))
		return;
	while (json_key(r, &key)) {
		if (same_but_case(key, STR("major")))
			keep_text(s, r, &major);
		else if (same_but_case(key, STR("minor")))
			keep_text(s, r, &minor);
		else if (same_but_case(key, STR("gitVersion")))
			keep_text(s, r, &git);
		else
			json_skip(r);
	}
	gates_server_version(&s->gates, major, minor);
	if (git.n != 0) {
		s->kubernetes = git;
	} else if (major.n != 0 || minor.n != 0) {
		struct strbuf joined = {0};

		strbuf_addf(&joined, "v" STR_FMT "." STR_FMT, STR_ARG(major), STR_ARG(minor));
		s->kubernetes = arena_str(&s->arena, strbuf_str(&joined));
		strbuf_free(&joined);
	}
}

static void read_resources(struct summary *s, struct json *r)
{
	struct str key, group;

	s->discovery_resources = json_peek(r) == JSON_ARRAY;
	if (!enter(r))
		return;
	while (json_element(r)) {
		if (!enter(r))
			continue;
		while (json_key(r, &key)) {
			if (!same_but_case(key, STR("groupVersion")))
				json_skip(r);
			else if (word(r, &group))
				gates_group_version(&s->gates, group);
		}
	}
}

void read_discovery(struct summary *s, struct json *r)
{
	struct str key;

	json_enter(r);
	s->discovery = true;
	while (json_key(r, &key)) {
		if (same_but_case(key, STR("serverVersion")))
			read_server_version(s, r);
		else if (same_but_case(key, STR("resources")))
			read_resources(s, r);
		else
			json_skip(r);
	}
}
