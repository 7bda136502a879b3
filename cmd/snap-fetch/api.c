/* --from api: what is listed goes through to the ZIP, page by page. */
#include "api.h"
#include <poll.h>
#include <string.h>
#include <time.h>
#include "common/proc.h"
#include "common/program.h"
#include "common/timefmt.h"
#include "objects.h"
#include "sources.h"

enum { ZIP_LEVEL = 6, PIECE = 1 << 16 };

static bool to_sink(void *ctx, const void *bytes, size_t n, struct error *e)
{
	struct api *api = ctx;

	return sink_write(api->sink, "the snapshot", bytes, n, e);
}

static bool flush(struct api *api, struct error *e)
{
	bool good = !api->out.len || zipwrite_add(api->zip, api->out.s, api->out.len, e);

	strbuf_clear(&api->out);
	return good;
}

/* ---- objects ---- */

static bool is_finished(const struct object *o)
{
	return o->pod &&
		(str_eq(o->pod->phase, STR("Succeeded")) || str_eq(o->pod->phase, STR("Failed")));
}

/* What a pod group is made of outlives the page. */
static void adopt(struct api *api, struct object *o)
{
	struct arena *a = &api->kept.arena;
	struct object *twin;
	struct pod_notes *notes;

	if (o->pod->group.n || o->pod->node.n || o->pod->leaving)
		return;
	twin = ARENA_NEW(a, struct object);
	notes = ARENA_NEW(a, struct pod_notes);
	twin->pod = notes;
	twin->ns = arena_str(a, o->ns);
	twin->name = arena_str(a, o->name);
	notes->queue = arena_str(a, o->pod->queue);
	notes->priority_class = arena_str(a, o->pod->priority_class);
	notes->owner_kind = arena_str(a, o->pod->owner_kind);
	notes->owner = arena_str(a, o->pod->owner);
	o->pod->adopt = group_adopt(&api->maker, twin);
	o->pod->adopted_by = notes->adopted_by;
}

static bool put(struct api *api, const struct object *o, struct error *e)
{
	strbuf_addc(&api->out, api->written++ ? ',' : '[');
	import_put_object(&api->out, o);
	return api->out.len < PIECE || flush(api, e);
}

static bool pass_on(struct api *api, enum kind kind, struct object *o, struct error *e)
{
	if (is_finished(o))
		return true;
	if (kind == KIND_PODS && api->s->adopt != ADOPT_NONE)
		adopt(api, o);
	return put(api, o, e);
}

static bool keep(struct api *api, enum kind kind, struct object *o, struct error *e)
{
	(void)e;
	import_add(&api->kept, kind, o);
	return true;
}

static void begin_kind(struct api *api, enum kind kind)
{
	strbuf_addf(&api->out, "%s\"%s\":", api->kinds++ ? "," : "", kind_key(kind));
	api->written = 0;
}

static void end_kind(struct api *api)
{
	strbuf_addz(&api->out, api->written ? "]" : "null");
}

static bool put_kept(struct api *api, enum kind kind, struct error *e)
{
	const struct object_list *l = list_of(&api->kept, kind);
	bool good = true;

	begin_kind(api, kind);
	for (size_t i = 0; i < l->n && good; i++)
		good = put(api, l->items[i], e);
	end_kind(api);
	return good;
}

/* Of a cluster whose pods are adopted: kinds that are added to. */
static bool grows(const struct api *api, enum kind kind)
{
	return api->s->adopt != ADOPT_NONE && (kind == KIND_QUEUES || kind == KIND_POD_GROUPS);
}

static bool list_kept(struct api *api, struct error *e)
{
	for (int kind = 0; kind < KIND_COUNT; kind++)
		if (grows(api, (enum kind)kind) && !api_list(api, (enum kind)kind, true, keep, e))
			return false;
	groups_begin(&api->maker);
	return true;
}

static bool put_objects(struct api *api, struct error *e)
{
	bool good = true;

	strbuf_addc(&api->out, '{');
	for (int kind = 0; kind < KIND_COUNT && good; kind++)
		if (!grows(api, (enum kind)kind)) {
			begin_kind(api, (enum kind)kind);
			good = api_list(api, (enum kind)kind, false, pass_on, e);
			end_kind(api);
		}
	if (good && api->s->adopt != ADOPT_NONE) {
		groups_end(&api->maker);
		make_queues(&api->maker);
	}
	for (int kind = 0; kind < KIND_COUNT && good; kind++)
		if (grows(api, (enum kind)kind))
			good = put_kept(api, (enum kind)kind, e);
	strbuf_addc(&api->out, '}');
	return good;
}

/* ---- the snapshot ---- */

static void note_missing(struct api *api)
{
	if (api->refused.len)
		import_assume(&api->kept, "none of what may not be listed: %s", api->refused.s);
	if (api->lacking.len)
		import_assume(&api->kept, "the server has no %s", api->lacking.s);
	if (api->s->adopt == ADOPT_NONE && api->lacking.len && strstr(api->lacking.s, "podgroups"))
		msg_warn(NULL,
			"this server has no pod groups of KAI Scheduler: a replay places nothing; --adopt owner makes some");
}

static bool put_snapshot(struct api *api, struct error *e)
{
	struct jsonw w = {.out = &api->out};
	bool good = api_discover(api, e) && api_settings(api, e) &&
		(api->s->adopt == ADOPT_NONE || list_kept(api, e));

	if (!good)
		return false;
	jsonw_begin(&w, '{');
	jsonw_key(&w, "config");
	jsonw_raw(&w, strbuf_str(&api->config));
	jsonw_key(&w, "schedulerParams");
	jsonw_raw(&w, strbuf_str(&api->params));
	jsonw_key(&w, "rawObjects");
	if (!put_objects(api, e))
		return false;
	w.comma = true;
	jsonw_key(&w, "discovery");
	api_put_discovery(api, &api->out);
	w.comma = true;
	note_missing(api);
	jsonw_key(&w, SOURCE_KEY);
	import_put_source(&w, &api->kept, "snap-fetch " SNAP_VERSION);
	jsonw_end(&w, '}');
	jsonw_newline(&w);
	return flush(api, e) && zipwrite_end(api->zip, e);
}

static struct instant now(void)
{
	struct timespec t;

	if (clock_gettime(CLOCK_REALTIME, &t) != 0)
		return TIME_ZERO;
	return (struct instant){t.tv_sec, 0};
}

static struct str server_version(const struct api *api, struct arena *a)
{
	struct str version = {0};
	struct strbuf text = {0};
	struct error ignored = {0};

	if (!api->server.len)
		return version;
	strbuf_addf(&text, "{\"serverVersion\":" STR_FMT "}", STR_ARG(strbuf_str(&api->server)));
	memset(strbuf_reserve(&text, JSON_PADDING), 0, JSON_PADDING);
	version_read(strbuf_str(&text), a, &version, &ignored);
	strbuf_free(&text);
	return version;
}

static void describe(struct api *api)
{
	struct capture_info *info = &api->sink->info;
	struct arena *a = &api->sink->arena;
	struct strbuf text = {0};

	rfc3339_format(&text, api->kept.captured);
	info->at = api->kept.captured;
	info->field[CAPTURE_AT] = arena_str(a, strbuf_str(&text));
	info->field[CAPTURE_SERVER_VERSION] = server_version(api, a);
	info->field[CAPTURE_PROGRAM] = STR("snap-fetch " SNAP_VERSION);
	strbuf_clear(&text);
	strbuf_addf(&text, "%s%s%s", api->refused.len ? api->refused.s : "",
		api->refused.len && api->lacking.len ? ", " : "",
		api->lacking.len ? api->lacking.s : "");
	info->field[CAPTURE_MISSING] = arena_str(a, strbuf_str(&text));
	strbuf_free(&text);
}

static void api_free(struct api *api)
{
	struct strbuf *all[] = {&api->out, &api->versions, &api->server, &api->lacking,
		&api->refused, &api->config, &api->params, &api->maker.text};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		strbuf_free(all[i]);
	map_free(&api->maker.groups);
	map_free(&api->maker.names);
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
	api.kept.captured = now();
	api.zip = zipwrite_new(ZIP_LEVEL, to_sink, &api);
	bool good = put_snapshot(&api, e);
	if (good)
		describe(&api);
	good = sink_close(&k, e) && good;
	*again = !good && api.again && !k.passed_on;
	for (size_t i = 0; good && i < api.kept.n_assumed; i++)
		msg_note("assumed: " STR_FMT, STR_ARG(api.kept.assumed[i]));
	api_free(&api);
	return good;
}

bool api_capture(const struct settings *s, struct strbuf *input, struct error *e)
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
	strbuf_addf(to,
		"# kubectl apply -f - takes this; then, for each who may capture:\n"
		"# kubectl create clusterrolebinding snap-fetch --clusterrole=snap-fetch --user=NAME\n"
		"# kubectl create rolebinding snap-fetch -n %s --role=snap-fetch --user=NAME\n"
		"apiVersion: rbac.authorization.k8s.io/v1\n"
		"kind: ClusterRole\n"
		"metadata:\n"
		"  name: snap-fetch\n"
		"rules:\n",
		s->namespace);
	api_put_rules(to);
	strbuf_addf(to,
		"---\n"
		"apiVersion: rbac.authorization.k8s.io/v1\n"
		"kind: Role\n"
		"metadata:\n"
		"  name: snap-fetch\n"
		"  namespace: %s\n"
		"rules:\n"
		"- apiGroups: [apps]\n"
		"  resources: [deployments]\n"
		"  verbs: [get]\n"
		"- apiGroups: [\"\"]\n"
		"  resources: [configmaps]\n"
		"  verbs: [get]\n",
		s->namespace);
}

const struct source source_api = {
	.name = "api",
	.options = " --deployment --retries --no-verify --raw --adopt ",
	.namespace = "kai-scheduler",
	.deployment = "kai-scheduler-default",
	.content = &content_zip,
	.suffix = "zip",
	.fetch = api_capture,
	.role = role,
};
