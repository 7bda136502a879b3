/* The arguments that the operator gives the scheduler. */
#include "shard.h"
#include "common/kai_config.h"

static struct str flag(struct arena *a, struct str name, struct str value)
{
	struct strbuf text = {0};

	strbuf_addf(&text, "--" STR_FMT "=", STR_ARG(name));
	strbuf_addstr(&text, value);
	struct str kept = arena_str(a, strbuf_str(&text));
	strbuf_free(&text);
	return kept;
}

static struct str global(const struct value *config, const char *key, struct str otherwise)
{
	const struct value *spec = value_get(config, STR("spec"));
	struct str text = value_str(value_get(value_get(spec, STR("global")), str_of(key)));

	return text.n ? text : otherwise;
}

struct str shard_scheduler_name(const struct value *config)
{
	return global(config, "schedulerName", STR("kai-scheduler"));
}

struct str *shard_args(
	struct arena *a, const struct value *shard, const struct value *config, size_t *count)
{
	const struct value *spec = value_get(shard, STR("spec"));
	const struct value *more = value_get(spec, STR("args"));
	size_t n = 0;
	struct str *args = ARENA_ARRAY(a, 4 + (more ? more->count : 0), struct str);

	args[n++] = flag(a, STR("scheduler-name"), shard_scheduler_name(config));
	args[n++] = flag(a, STR("nodepool-label-key"),
		global(config, "nodePoolLabelKey", STR("kai.scheduler/node-pool")));
	args[n++] = flag(a, STR("partition-label-value"),
		value_str(value_get(spec, STR("partitionLabelValue"))));
	args[n++] =
		flag(a, STR("queue-label-key"), global(config, "queueLabelKey", STR(QUEUE_LABEL)));
	for (size_t i = 0; more && more->type == JSON_OBJECT && i < more->count; i++)
		args[n++] = flag(a, more->members[i].key, value_str(more->members[i].value));
	*count = n;
	return args;
}
