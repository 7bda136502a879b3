/* The engine for other programs: see common/engine.h. */
#include "common/engine.h"

#include <stdlib.h>

#include "common/mem.h"
#include "native.h"
#include "version.h"

struct engine {
	struct replay_options options;
	struct native_run run;
};

/* ---- open ---- */

static bool choose_version(struct engine *g, const char *follows, struct error *e)
{
	struct replay_options *o = &g->options;

	if (!follows)
		return follows_find(STR(FOLLOWS_DEFAULT), &o->follows);
	o->follows_given = true;
	return follows_find(str_of(follows), &o->follows) || version_refuse(str_of(follows), "", e);
}

static bool read_objects(
	struct engine *g, struct str json, const struct capture_info *capture, struct error *e)
{
	struct native_run *r = &g->run;
	struct json *j = json_over_memory(json.p, json.n);
	bool good = objects_read(&r->objects, j, &r->warnings, e);

	json_free(j);
	if (good)
		origin_take(&r->origin, &g->options, &r->objects, capture);
	return good && native_follow(r, e);
}

struct engine *engine_open(struct str json, const struct engine_options *options, struct error *e)
{
	struct engine *g = xcalloc(1, sizeof *g);

	g->options = (struct replay_options){.verbosity = VERBOSITY_NONE,
		.format = FORMAT_JSON,
		.no_timings = true,
		.threads = options->threads ? options->threads : 1,
		.victim_notes = VICTIM_NOTES,
		.like_snapshot_tool = options->like_tool,
		.now_given = !instant_is_zero(options->now),
		.now = options->now};
	g->run.options = &g->options;
	g->run.log = stderr;
	if (choose_version(g, options->follows, e) && read_objects(g, json, options->capture, e))
		return g;
	engine_close(g);
	return NULL;
}

void engine_close(struct engine *g)
{
	if (!g)
		return;
	objects_free(&g->run.objects);
	warnings_free(&g->run.warnings);
	arena_free(&g->run.origin.arena);
	free(g);
}

/* ---- objects ---- */

int engine_count(const struct engine *g, enum kind kind)
{
#define COUNT(NAME, type, list, reader) [KIND_##NAME] = g->run.objects.list.n,
	const int counts[KIND_COUNT] = {OBJECT_LISTS(COUNT)};

	return counts[kind];
}

void engine_name(const struct engine *g, enum kind kind, int i, struct str *ns, struct str *name)
{
	const struct objects *o = &g->run.objects;
	const struct object_meta *m = NULL; /* each object begins with it */

	switch (kind) {
#define META(NAME, type, list, reader) \
	case KIND_##NAME: m = (const void *)o->list.items[i]; break;
		OBJECT_LISTS(META)
	case KIND_COUNT: break;
	}
	*ns = m ? m->ns : (struct str){"", 0};
	*name = m ? m->name : (struct str){"", 0};
}

struct instant engine_now(const struct engine *g)
{
	return g->run.origin.now;
}

/* ---- run ---- */

struct kept_list {
	void *items;
	int n;
};

/* What a run changes of what was read. */
struct kept {
	struct kept_list lists[KIND_COUNT];
	struct config config;
	struct params params;
	struct warning *warnings;
	int n_warnings;
	struct arena arena; /* of the lists of the run */
};

static void *copy_of(struct arena *a, const void *items, size_t size)
{
	void *copy = arena_alloc(a, size + 1);

	if (size)
		memcpy(copy, items, size);
	return copy;
}

/* Of pointers to objects: those that are kept. */
static void *masked(struct arena *a, const void *items, int *n, const unsigned char *keep)
{
	const size_t size = sizeof(void *);
	char *copy = copy_of(a, items, (size_t)*n * size);
	int kept = 0;

	for (int i = 0; keep && i < *n; i++)
		if (keep[i])
			memmove(copy + (size_t)kept++ * size, copy + (size_t)i * size, size);
	*n = keep ? kept : *n;
	return copy;
}

/* A run gets lists of its own: it may change their order. */
static void keep_lists(struct engine *g, const struct engine_mask *mask, struct kept *k)
{
	static const struct engine_mask none;
	const unsigned char *const *keep = (mask ? mask : &none)->keep;
	struct objects *o = &g->run.objects;

#define KEEP(NAME, type, list, reader) \
	k->lists[KIND_##NAME] = (struct kept_list){o->list.items, o->list.n}; \
	o->list.items = masked(&k->arena, o->list.items, &o->list.n, keep[KIND_##NAME]);
	OBJECT_LISTS(KEEP)
}

static void keep_all(struct engine *g, const struct engine_mask *mask, struct kept *k)
{
	struct native_run *r = &g->run;

	keep_lists(g, mask, k);
	k->config = r->objects.config;
	k->params = r->objects.params;
	k->n_warnings = r->warnings.n;
	k->warnings = copy_of(
		&k->arena, r->warnings.items, (size_t)r->warnings.n * sizeof *r->warnings.items);
}

static void put_back(struct engine *g, struct kept *k)
{
	struct native_run *r = &g->run;

#define PUT_BACK(NAME, type, list, reader) \
	r->objects.list.items = k->lists[KIND_##NAME].items; \
	r->objects.list.n = k->lists[KIND_##NAME].n;
	OBJECT_LISTS(PUT_BACK)
	r->objects.config = k->config;
	r->objects.params = k->params;
	r->warnings.n = k->n_warnings;
	if (k->n_warnings)
		memcpy(r->warnings.items, k->warnings, (size_t)k->n_warnings * sizeof *k->warnings);
	arena_free(&k->arena);
}

static void end_run(struct native_run *r)
{
	session_close(&r->session);
	cluster_free(&r->cluster);
	events_free(r->events);
	r->session = (struct session){0};
	r->cluster = (struct cluster){0};
	r->searches = (struct searches){0};
	r->events = NULL;
	r->n_times = 0;
	r->idle = false;
}

static unsigned shown(unsigned events)
{
	static const struct {
		unsigned engine, show;
	} words[] = {{ENGINE_START, SHOW_START}, {ENGINE_QUEUES, SHOW_QUEUES},
		{ENGINE_DECISIONS, SHOW_DECISIONS}, {ENGINE_PENDING, SHOW_PENDING},
		{ENGINE_NET, SHOW_NET}, {ENGINE_SUMMARY, SHOW_SUMMARY},
		{ENGINE_UNPLACED, SHOW_UNPLACED}, {ENGINE_PODS, SHOW_PODS}};
	unsigned show = 0;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (events & words[i].engine)
			show |= words[i].show;
	return show;
}

static bool run(struct native_run *r, struct error *e)
{
	if (!native_build(r, e))
		return false;
	native_replay(r);
	return !events_failed(r->events, e);
}

bool engine_run(struct engine *g, const struct engine_mask *mask, unsigned events,
	struct engine_result *result, struct error *e)
{
	const struct events_options options = {.format = FORMAT_JSON, .show = shown(events)};
	struct output *out = output_memory(&result->events);
	struct native_run *r = &g->run;
	struct kept k = {0};
	bool good;

	keep_all(g, mask, &k);
	r->events = events_new(out, &options);
	events_listen(r->events, &r->session);
	good = run(r, e);
	result->whole = good && native_whole(r);
	end_run(r);
	put_back(g, &k);
	good = output_commit(out, e) && good;
	memset(strbuf_reserve(&result->events, JSON_PADDING), 0, JSON_PADDING);
	return good;
}

void engine_result_free(struct engine_result *result)
{
	strbuf_free(&result->events);
	*result = (struct engine_result){0};
}
