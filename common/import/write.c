/* The snapshot: one JSON object, as snap-snapshot(5) describes it. */
#include "common/actions.h"
#include "common/jsonw.h"
#include "common/keys.h"
#include "common/plugins.h"
#include "common/program.h"
#include "common/import/import.h"

enum { PIECE = 1 << 16 };

struct writer {
	struct strbuf out;
	import_sink *sink;
	void *ctx;
	struct error *e;
	bool failed;
};

static void flush(struct writer *w)
{
	if (!w->failed && w->out.len)
		w->failed = !w->sink(w->ctx, strbuf_str(&w->out), w->e);
	strbuf_clear(&w->out);
}

/* ---- what is built into the scheduler ---- */

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

static void write_config(struct jsonw *w, enum profile profile)
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

/* The flags' defaults; with both texts of the node pool empty no node is left out. */
static const char params[] =
	"{\"schedulerName\":\"kai-scheduler\","
	"\"partitionParams\":{\"NodePoolLabelKey\":\"\",\"NodePoolLabelValue\":\"\"},"
	"\"maxNumberConsolidationPreemptees\":16,\"useSchedulingSignatures\":true,"
	"\"fullHierarchyFairness\":true,\"allowConsolidatingReclaim\":true,"
	"\"numOfStatusRecordingWorkers\":5,\"globalDefaultStalenessGracePeriod\":60000000000,"
	"\"schedulePeriod\":1000000000,\"stuckInReleasingThreshold\":120000000000,"
	"\"queueLabelKey\":\"" QUEUE_LABEL "\"}";

/* ---- objects ---- */

/* A key and a text for an object that more members may follow in. */
static void put_member(struct strbuf *out, struct str key, struct str value, bool goes_on)
{
	struct jsonw w = {.out = out};

	jsonw_keys(&w, key);
	jsonw_str(&w, value);
	if (goes_on)
		strbuf_addc(out, ',');
}

static void write_object(struct strbuf *out, const struct object *o)
{
	size_t at = o->notes ? strlen(OBJECT_HEAD) : 0;
	const struct pod_notes *p = o->pod;

	strbuf_add(out, o->text.p, at);
	if (at && o->uid.n)
		put_member(out, STR("uid"), o->uid, true);
	strbuf_add(out, o->text.p + at, o->notes - at);
	if (p && p->adopt)
		put_member(out, pod_annotation_keys[POD_ANNOTATION_POD_GROUP], p->adopted_by,
			o->noted);
	at = o->notes;
	if (p) {
		strbuf_add(out, o->text.p + at, o->spec - at);
		at = o->spec;
		if (p->node.n)
			put_member(out, STR("nodeName"), p->node, o->refs.n || o->spec_goes_on);
		strbuf_addstr(out, o->refs);
		if (o->refs.n && o->spec_goes_on)
			strbuf_addc(out, ',');
	}
	strbuf_add(out, o->text.p + at, o->text.n - at);
}

static void write_kind(struct writer *w, const struct object_list *l)
{
	strbuf_addz(&w->out, l->n ? "[" : "null");
	for (size_t i = 0; i < l->n && !w->failed; i++) {
		if (i)
			strbuf_addc(&w->out, ',');
		write_object(&w->out, l->items[i]);
		if (w->out.len >= PIECE)
			flush(w);
	}
	if (l->n)
		strbuf_addc(&w->out, ']');
}

static void write_objects(struct writer *w, const struct import *im)
{
	for (int kind = 0; kind < KIND_COUNT; kind++) {
		strbuf_addf(&w->out, "%s\"%s\":", kind ? "," : "", kind_key((enum kind)kind));
		write_kind(w, &im->kinds[kind]);
	}
}

/* ---- source ---- */

static void write_source(struct jsonw *w, const struct import *im)
{
	struct strbuf time = {0};

	jsonw_begin(w, '{');
	jsonw_key(w, "format");
	jsonw_strz(w, im->format);
	if (!instant_is_zero(im->captured)) {
		rfc3339_format(&time, im->captured);
		jsonw_key(w, "capturedAt");
		jsonw_str(w, strbuf_str(&time));
		strbuf_free(&time);
	}
	jsonw_key(w, "program");
	jsonw_strz(w, "snap-import " SNAP_VERSION);
	jsonw_key(w, "assumptions");
	jsonw_begin(w, '[');
	for (size_t i = 0; i < im->n_assumed; i++)
		jsonw_str(w, im->assumed[i]);
	jsonw_end(w, ']');
	jsonw_end(w, '}');
}

bool import_write(const struct import *im, import_sink *sink, void *ctx, struct error *e)
{
	struct writer w = {.sink = sink, .ctx = ctx, .e = e};
	struct jsonw j = {.out = &w.out};

	jsonw_begin(&j, '{');
	jsonw_key(&j, SOURCE_KEY);
	write_source(&j, im);
	jsonw_key(&j, "config");
	write_config(&j, im->options.profile);
	jsonw_key(&j, "schedulerParams");
	jsonw_raw(&j, str_of(params));
	jsonw_key(&j, "rawObjects");
	strbuf_addc(&w.out, '{');
	write_objects(&w, im);
	strbuf_addz(&w.out, "}}\n");
	flush(&w);
	strbuf_free(&w.out);
	return !w.failed;
}
