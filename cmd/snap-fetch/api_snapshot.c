/* The snapshot, kind after kind: what is listed goes through to the ZIP, page by page. */
#include "api.h"
#include "claims.h"
#include "common/json.h"
#include "common/program.h"
#include "objects.h"

enum { PIECE = 1 << 16 };

static bool flush(struct api *api, struct error *e)
{
	bool good = !api->out.len || zipwrite_add(api->zip, api->out.s, api->out.len, e);

	strbuf_clear(&api->out);
	return good;
}

static bool adopts(const struct api *api)
{
	return api->s->adopt != ADOPT_NONE;
}

/* ---- objects ---- */

static bool is_finished(const struct object *o)
{
	return o->pod &&
		(str_eq(o->pod->phase, STR("Succeeded")) || str_eq(o->pod->phase, STR("Failed")));
}

static bool put_converted(struct api *api, const struct object *o, struct error *e)
{
	strbuf_clear(&api->scratch);
	import_put_object(&api->scratch, o);
	memset(strbuf_reserve(&api->scratch, JSON_PADDING), 0, JSON_PADDING);
	return claims_convert(strbuf_str(&api->scratch), &api->out, e);
}

static bool put(struct api *api, const struct object *o, struct error *e)
{
	bool good = true;

	strbuf_addc(&api->out, api->written++ ? ',' : '[');
	if (api->converts)
		good = put_converted(api, o, e);
	else
		import_put_object(&api->out, o);
	return good && (api->out.len < PIECE || flush(api, e));
}

static bool pass_on(struct api *api, enum kind kind, struct object *o, struct error *e)
{
	if (is_finished(o))
		return true;
	if (kind == KIND_PODS && adopts(api))
		group_adopt(&api->maker, o);
	return put(api, o, e);
}

/* ---- what is made of adopted pods ---- */

/* Names that nothing made may have: of an object nothing else outlives its page. */
static bool keep_name(struct api *api, enum kind kind, struct object *o, struct error *e)
{
	struct str name = arena_str(&api->kept.arena, o->name);

	(void)e;
	map_put(kind == KIND_QUEUES ? &api->maker.queues : &api->maker.names, name, NULL);
	return true;
}

static bool put_groups(struct api *api, struct error *e)
{
	struct maker *m = &api->maker;
	bool good = true;

	groups_assume(m);
	for (size_t i = 0; i < m->n_made && good; i++) {
		group_write(m, m->made[i]);
		strbuf_addc(&api->out, api->written++ ? ',' : '[');
		strbuf_addstr(&api->out, strbuf_str(&m->text));
		good = api->out.len < PIECE || flush(api, e);
	}
	return good;
}

static bool put_queues(struct api *api, struct error *e)
{
	const struct object_list *made = list_of(&api->kept, KIND_QUEUES);
	bool good = true;

	make_queues(&api->maker);
	for (size_t i = 0; i < made->n && good; i++)
		good = put(api, made->items[i], e);
	return good;
}

static bool put_made(struct api *api, enum kind kind, struct error *e)
{
	api->converts = false;
	if (adopts(api) && kind == KIND_QUEUES)
		return put_queues(api, e);
	if (adopts(api) && kind == KIND_POD_GROUPS)
		return put_groups(api, e);
	return true;
}

/* The pods come first, so what is made of them is known when its kind is written. */
static bool put_objects(struct api *api, struct error *e)
{
	bool good = true;

	if (adopts(api))
		good = api_list(api, KIND_QUEUES, keep_name, e) &&
			api_list(api, KIND_POD_GROUPS, keep_name, e);
	strbuf_addc(&api->out, '{');
	for (int kind = 0; kind < KIND_COUNT && good; kind++) {
		strbuf_addf(&api->out, "%s\"%s\":", kind ? "," : "", kind_key((enum kind)kind));
		api->written = 0;
		good = api_list(api, (enum kind)kind, pass_on, e) &&
			put_made(api, (enum kind)kind, e);
		strbuf_addz(&api->out, api->written ? "]" : "null");
	}
	strbuf_addc(&api->out, '}');
	return good;
}

/* ---- what is missing ---- */

static void add_word(struct strbuf *list, const char *word)
{
	strbuf_addf(list, "%s%s", list->len ? ", " : "", word);
}

static void add_missing(const struct api *api, enum missing why, struct strbuf *list)
{
	for (int kind = 0; kind < KIND_COUNT; kind++)
		if (api->missing[kind] == why)
			add_word(list, api_resource((enum kind)kind));
}

static void note_missing(struct api *api)
{
	struct strbuf refused = {0}, lacking = {0}, all = {0};

	add_missing(api, MISSING_FORBIDDEN, &refused);
	add_missing(api, MISSING_LACKING, &lacking);
	if (refused.len)
		import_assume(&api->kept, "none of what may not be listed: %s", refused.s);
	if (lacking.len)
		import_assume(&api->kept, "the server has no %s", lacking.s);
	if (!adopts(api) && api->missing[KIND_POD_GROUPS] == MISSING_LACKING)
		msg_warn(NULL,
			"this server has no pod groups of KAI Scheduler: a replay places nothing; --adopt owner makes some");
	if (api->unread.len)
		add_word(&all, api->unread.s);
	if (refused.len)
		add_word(&all, refused.s);
	if (lacking.len)
		add_word(&all, lacking.s);
	api->sink->info.field[CAPTURE_MISSING] = arena_str(&api->sink->arena, strbuf_str(&all));
	strbuf_free(&refused);
	strbuf_free(&lacking);
	strbuf_free(&all);
}

/* ---- the whole ---- */

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
	if (api->local_clock)
		info->field[CAPTURE_CLOCK] = STR("local");
	info->field[CAPTURE_SERVER_VERSION] = server_version(api, a);
	info->field[CAPTURE_PROGRAM] = program_and_release();
	strbuf_free(&text);
}

bool api_put_snapshot(struct api *api, struct error *e)
{
	struct jsonw w = {.out = &api->out};

	if (!api_discover(api, e) || !api_settings(api, e))
		return false;
	describe(api);
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
	import_put_source(&w, &api->kept);
	jsonw_end(&w, '}');
	jsonw_newline(&w);
	return flush(api, e) && zipwrite_end(api->zip, e);
}
