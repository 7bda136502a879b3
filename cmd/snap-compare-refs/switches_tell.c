/* What was found of the switches. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "common/mem.h"
#include "common/output.h"
#include "common/text.h"
#include "switches_private.h"

static bool is_told(const struct turned *t, bool alone)
{
	return alone ? t->same : t->together;
}

void switches_settle(const struct versus *v)
{
	const char **told = xcalloc(v->n + 1, sizeof *told);
	bool alone = false;
	int n = 0;

	for (size_t i = 0; i < v->n; i++)
		alone = alone || v->all[i].same;
	for (size_t i = 0; i < v->n; i++)
		if (is_told(&v->all[i], alone))
			told[n++] = v->all[i].setting;
	strbuf_add_words(&v->row->switches, told, n, alone ? " or " : " and ");
	free(told);
}

static void add_cell(struct text *out, const char *text, const char *end)
{
	text_add(out, str_of(text && *text ? text : "-"));
	text_ours(out, end);
}

static void add_line(struct text *out, const struct versus *v, const struct turned *t)
{
	add_cell(out, v->row->ref->name, "\t");
	add_cell(out, v->base->ref->name, "\t");
	add_cell(out, t->setting, "\t");
	add_cell(out,
		t->same                                    ? "alone"
			: t->together                      ? "together"
			: v->row->switches.len && t->known ? "no"
							   : NULL,
		"\t");
	add_cell(out, t->changes.s, "\t");
	add_cell(out, v->row->snapshot, "\n");
}

/* False: *e is set. */
static bool write_lines(const struct switch_search *s, const char *path, struct error *e)
{
	struct text text = {0};

	text_ours(&text, "ref\tfrom\tswitch\tdecides\tchanges\tsnapshot\n");
	for (const struct versus *v = s->all; v < s->all + s->n; v++)
		for (size_t i = 0; i < v->n; i++)
			add_line(&text, v, &v->all[i]);
	bool ok = output_whole(path, text_str(&text), e);
	text_free(&text);
	return ok;
}

bool switches_write(const struct switch_search *s, struct error *e)
{
	struct strbuf path = {0};

	strbuf_addf(&path, "%s/switches.tsv", s->r->rows->dir);
	bool ok = s->n
		? write_lines(s, path.s, e)
		: unlink(path.s) == 0 || errno == ENOENT || error_path(e, "cannot remove", path.s);
	strbuf_free(&path);
	return ok;
}
