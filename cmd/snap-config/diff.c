/* The differences of two configurations, one a line. */
#include <stdlib.h>

#include "common/document.h"
#include "common/jsonw.h"
#include "common/text.h"
#include "common/value_diff.h"
#include "config.h"
#include "same.h"
#include "subject.h"

struct differ {
	struct config_run *r;
	struct strbuf path;
	int n;
};

/* ---- lines ---- */

static void add_value(struct text *t, const struct value *v)
{
	struct strbuf json = {0};

	value_write(&json, v);
	text_add(t, strbuf_str(&json));
	strbuf_free(&json);
}

static void add_text(struct differ *d, const struct value *a, const struct value *b)
{
	struct text t = {0};

	text_ours(&t, a && b ? "~ " : a ? "- " : "+ ");
	text_add(&t, strbuf_str(&d->path));
	text_ours(&t, ": ");
	add_value(&t, a ? a : b);
	if (a && b) {
		text_ours(&t, " -> ");
		add_value(&t, b);
	}
	text_ours(&t, "\n");
	strbuf_addstr(&d->r->out, text_str(&t));
	text_free(&t);
}

static void add_json(struct differ *d, const struct value *a, const struct value *b)
{
	struct strbuf json = {0};
	struct jsonw w = {.out = &d->r->out};

	jsonw_begin(&w, '{');
	jsonw_key(&w, "path");
	jsonw_str(&w, strbuf_str(&d->path));
	for (int i = 0; i < 2; i++) {
		const struct value *v = i ? b : a;

		if (!v)
			continue;
		strbuf_clear(&json);
		value_write(&json, v);
		jsonw_key(&w, i ? "b" : "a");
		jsonw_raw(&w, strbuf_str(&json));
	}
	jsonw_end(&w, '}');
	jsonw_newline(&w);
	strbuf_free(&json);
}

static bool differs(void *ctx, const struct value_place *place, const struct value *a,
	const struct value *b, bool order)
{
	struct differ *d = ctx;

	d->n++;
	strbuf_clear(&d->path);
	value_place_path(&d->path, place);
	if (order)
		strbuf_addz(&d->path, " (order)");
	if (d->r->options->format == FORMAT_TEXT)
		add_text(d, a, b);
	else
		add_json(d, a, b);
	return true;
}

/* ---- all ---- */

int config_diff(struct config_run *r)
{
	static const char *const names[] = {"name", NULL};
	struct differ d = {.r = r};
	const struct value_diff diff = {
		.names = names, .order = true, .same = same_scalar, .differs = differs, .ctx = &d};
	struct value *v[2];

	for (int i = 0; i < 2; i++) {
		r->input = r->options->operands[i];
		v[i] = document_read(&r->arena, r->input, r->e);
		v[i] = v[i] ? subject_of(&r->arena, v[i], r->e) : NULL;
		if (!v[i])
			return r->e->status;
	}
	value_differences(&diff, NULL, v[0], v[1]);
	strbuf_free(&d.path);
	return d.n ? SNAP_NO : SNAP_OK;
}
