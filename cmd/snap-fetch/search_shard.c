/* The configuration out of the objects of KAI's operator. */
#include "objects.h"
#include "search.h"
#include "shard.h"

/* An object of the operator's group; kind is in the plural. */
static struct value *ask_operator(struct search *x, const char *kind, struct str name,
	enum kubectl_failure *f, struct error *e)
{
	struct strbuf path = {0};
	struct value *v = NULL;

	*f = KUBECTL_NOT_FOUND;
	if (!api_may_serve(x->api, KAI_GROUP, "v1") || !is_dns_name(name)) {
		error_set(e, SNAP_SYSTEM, "not found", "%s", kind);
		return NULL;
	}
	strbuf_addf(&path, "/apis/" KAI_GROUP "/v1/%s/" STR_FMT, kind, STR_ARG(name));
	const char *args[] = {"get", "--raw", path.s, NULL};
	v = api_ask(x->api->s, args, kind, &x->arena, f, e);
	strbuf_free(&path);
	return v;
}

/* Sets config, and without a Deployment params, to those of the shard. why: what cannot be read. */
static enum found use_shard(struct search *x, struct str name, const struct value *operator_config,
	bool params, const char *why, struct error *e)
{
	struct api *api = x->api;
	enum kubectl_failure f;
	struct error failure = {0};
	struct str conf;
	size_t n;
	const struct value *shard = ask_operator(x, "schedulingshards", name, &f, &failure);
	const struct value *config = shard ? shard_config(&x->arena, shard, e) : NULL;

	if (!shard && is_absent(f))
		return ABSENT;
	if (!shard) {
		*e = failure;
		may_pass(api, f);
	}
	if (!config)
		return FAILED;
	set_config(api, config);
	set_source(api, "schedulingshard", name);
	api->sink->info.field[CAPTURE_SHARD] = arena_str(&api->sink->arena, name);
	import_assume(&api->kept, "%s what KAI's operator makes of schedulingshard " STR_FMT ": %s",
		params ? "config and schedulerParams are" : "config is", STR_ARG(name), why);
	if (!params)
		return FOUND;
	struct str *args = shard_args(&x->arena, shard, operator_config, &n);
	return api_params(args, n, &api->params, &conf, e) ? FOUND : FAILED;
}

/* A Deployment of the operator is called "SCHEDULER-SHARD". */
static struct str shard_of_name(struct str deployment, struct str scheduler)
{
	if (deployment.n <= scheduler.n + 1 || !str_starts(deployment, scheduler) ||
		deployment.p[scheduler.n] != '-')
		return (struct str){0};
	return (struct str){deployment.p + scheduler.n + 1, deployment.n - scheduler.n - 1};
}

enum found shard_of_owner(struct search *x, struct str name, const char *why, struct error *e)
{
	return use_shard(x, name, NULL, false, why, e);
}

enum found shard_of_deployment(struct search *x, const char *why, struct error *e)
{
	struct error ignored = {0};
	enum kubectl_failure f;
	const struct value *config = ask_operator(x, "configs", STR("kai-config"), &f, &ignored);
	struct str scheduler = shard_scheduler_name(config);
	struct str name = shard_of_name(str_of(x->api->s->deployment), scheduler);
	enum found found = use_shard(x, name, config, true, why, e);

	if (found == FOUND && !config)
		import_assume(&x->api->kept,
			"names of scheduler, node pool and queue label are those that KAI's operator takes by itself: config kai-config cannot be read");
	return found;
}
