/* The snapshot: one JSON object, as snap-snapshot(5) describes it. */
#include "common/jsonw.h"
#include "common/keys.h"
#include "common/program.h"
#include "common/import/import.h"
#include "common/import/config.h"
#include "common/kai_config.h"

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

void import_put_object(struct strbuf *out, const struct object *o)
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
		import_put_object(&w->out, l->items[i]);
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

void import_put_source(struct jsonw *w, const struct import *im)
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
	jsonw_str(w, program_and_release());
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
	import_put_source(&j, im);
	jsonw_key(&j, "config");
	scheduler_config_write(&j, im->options.profile);
	jsonw_key(&j, "schedulerParams");
	jsonw_raw(&j, str_of(kai_params_built_in));
	jsonw_key(&j, "rawObjects");
	strbuf_addc(&w.out, '{');
	write_objects(&w, im);
	strbuf_addz(&w.out, "}}\n");
	flush(&w);
	strbuf_free(&w.out);
	return !w.failed;
}
