/* --from api: what the API server lists, for a cluster whose scheduler has no plugin. */
#include "api.h"
#include <poll.h>
#include "common/proc.h"
#include "role.h"
#include "sources.h"

enum { ZIP_LEVEL = 6 };

static bool to_sink(void *ctx, const void *bytes, size_t n, struct error *e)
{
	struct api *api = ctx;

	return sink_write(api->sink, "the snapshot", bytes, n, e);
}

static void api_free(struct api *api)
{
	struct strbuf *all[] = {&api->out, &api->versions, &api->server, &api->unread, &api->config,
		&api->params, &api->scratch, &api->maker.text};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		strbuf_free(all[i]);
	map_free(&api->maker.groups);
	map_free(&api->maker.names);
	map_free(&api->maker.queues);
	zipwrite_free(api->zip);
	import_free(&api->kept);
}

/* *again: the failure may pass, and nothing is on standard output yet. */
static bool once(const struct settings *s, bool *again, struct error *e)
{
	struct sink k;
	struct api api = {.s = s, .sink = &k};

	*again = false;
	if (!sink_open(&k, s, e))
		return false;
	api.maker.im = &api.kept;
	api.kept.options = (struct import_options){.adopt = s->adopt, .profile = PROFILE_NONE};
	api.kept.format = "kubernetes-api";
	api.zip = zipwrite_new(ZIP_LEVEL, to_sink, &api);
	bool good = api_put_snapshot(&api, e);
	good = sink_close(&k, e) && good;
	*again = !good && api.again && !k.passed_on;
	for (size_t i = 0; good && i < api.kept.n_assumed; i++)
		msg_note("assumed: " STR_FMT, STR_ARG(api.kept.assumed[i]));
	api_free(&api);
	return good;
}

static bool fetch(const struct settings *s, struct strbuf *input, struct error *e)
{
	bool again;

	strbuf_addz(input, "the API server");
	for (unsigned tries = 1; !once(s, &again, e); tries++) {
		if (!again || tries > s->retries || proc_clock_ms() >= s->deadline)
			return false;
		msg_warn(input->s, "%s: %s; try %u of %u follows", e->what, e->why, tries + 1,
			s->retries + 1);
		*e = (struct error){0};
		poll(NULL, 0, 500);
	}
	return true;
}

static void role(const struct settings *s, struct strbuf *to)
{
	static const char name[] = "snap-fetch-api";

	role_begin(to);
	role_binding(to, name, NULL);
	role_binding(to, name, s->namespace);
	role_head(to, name, NULL);
	api_put_rules(to);
	strbuf_addz(to,
		"- apiGroups: [kai.scheduler]\n"
		"  resources: [schedulingshards, configs]\n"
		"  verbs: [get]\n"
		"---\n");
	role_head(to, name, s->namespace);
	strbuf_addz(to,
		"- apiGroups: [apps]\n"
		"  resources: [deployments]\n"
		"  verbs: [get]\n"
		"- apiGroups: [\"\"]\n"
		"  resources: [configmaps]\n"
		"  verbs: [get]\n");
}

const struct source source_api = {
	.name = "api",
	.options = " --deployment --retries --raw --adopt ",
	.namespace = "kai-scheduler",
	.deployment = "kai-scheduler-default",
	.content = &content_zip,
	.suffix = "zip",
	.fetch = fetch,
	.role = role,
};
