#include "scheduler.h"

/* ---- the container ---- */

static bool is_flag(struct str arg)
{
	return str_starts(arg, STR("--scheduler-conf")) ||
		str_starts(arg, STR("--scheduler-name")) ||
		str_starts(arg, STR("--partition-label-value"));
}

/* Of command and args, the command first. *sure: one is a flag of the scheduler. */
static struct str *args_of(
	const struct value *container, struct arena *a, size_t *count, bool *sure)
{
	const struct value *lists[] = {
		value_get(container, STR("command")), value_get(container, STR("args"))};
	size_t n = 0;
	struct str *args = ARENA_ARRAY(
		a, (lists[0] ? lists[0]->count : 0) + (lists[1] ? lists[1]->count : 0), struct str);

	for (int k = 0; k < 2; k++)
		for (size_t i = 0; lists[k] && i < lists[k]->count; i++) {
			args[n] = value_str(lists[k]->members[i].value);
			*sure |= is_flag(args[n++]);
		}
	*count = n;
	return args;
}

/* The container with a flag of the scheduler, else the first one. */
static void find_container(struct scheduler *c, struct arena *a, const struct value *spec)
{
	const struct value *all = value_get(spec, STR("containers"));
	bool sure = false;

	c->volumes = value_get(spec, STR("volumes"));
	for (size_t i = 0; all && i < all->count && !sure; i++) {
		const struct value *one = all->members[i].value;
		size_t n = 0;
		struct str *args = args_of(one, a, &n, &sure);

		if (i == 0 || sure) {
			c->container = one;
			c->args = args;
			c->n_args = n;
		}
	}
}

/* ---- its files ---- */

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

/* A mount of the path itself, or of a folder above it; the longest one is on top. */
bool scheduler_map(const struct scheduler *c, struct str path, struct str *map, struct str *key)
{
	const struct value *mounts = value_get(c->container, STR("volumeMounts"));
	size_t longest = 0;

	for (size_t i = 0; mounts && i < mounts->count; i++) {
		const struct value *mount = mounts->members[i].value;
		struct str at = value_str(value_get(mount, STR("mountPath")));
		struct str file = value_str(value_get(mount, STR("subPath")));
		const struct value *volume =
			value_get(named(c->volumes, value_str(value_get(mount, STR("name")))),
				STR("configMap"));

		while (at.n > 1 && at.p[at.n - 1] == '/')
			at.n--;
		if (!volume || at.n < longest || !at.n || !str_starts(path, at))
			continue;
		if (path.n > at.n && path.p[at.n] == '/' && !file.n)
			file = (struct str){path.p + at.n + 1, path.n - at.n - 1};
		else if (path.n != at.n || !file.n)
			continue;
		longest = at.n;
		*map = value_str(value_get(volume, STR("name")));
		*key = key_of(volume, file);
	}
	return longest > 0;
}

/* ---- the whole ---- */

static struct str owner(const struct value *meta)
{
	const struct value *all = value_get(meta, STR("ownerReferences"));

	for (size_t i = 0; all && i < all->count; i++) {
		const struct value *one = all->members[i].value;

		if (str_eq(value_str(value_get(one, STR("kind"))), STR("SchedulingShard")))
			return value_str(value_get(one, STR("name")));
	}
	return (struct str){0};
}

void scheduler_read(struct scheduler *c, struct arena *a, const struct value *deployment)
{
	const struct value *meta = value_get(deployment, STR("metadata"));
	const struct value *labels = value_get(meta, STR("labels"));
	const struct value *spec = value_get(deployment, STR("spec"));

	*c = (struct scheduler){.shard = owner(meta)};
	find_container(c, a, value_get(value_get(spec, STR("template")), STR("spec")));
	c->image = value_str(value_get(c->container, STR("image")));
	c->app_label = value_str(value_get(labels, STR("app.kubernetes.io/version")));
	c->chart_label = value_str(value_get(labels, STR("helm.sh/chart")));
}
