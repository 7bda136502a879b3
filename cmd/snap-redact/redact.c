/* A document from its input to its proof: names are gathered, numbered, written, looked for. */
#include "redact.h"

#include <string.h>

#include "common/jsonw.h"
#include "common/kinds.h"
#include "common/output.h"
#include "dropped.h"
#include "leaks.h"
#include "lots.h"
#include "map_file.h"
#include "original.h"
#include "prove.h"
#include "volumes.h"
#include "walk.h"

struct job {
	const struct settings *settings;
	struct original original;
	struct book book;
	struct arena arena;
	struct schemas *schemas;
	struct derived derived;
	struct map unknown;
	struct shift shift;       /* {0}: times stay */
	struct rounding rounding; /* of --profile public */
	struct strbuf out;
};

/* ---- the two walks ---- */

static bool walk(struct job *j, bool writing, struct error *e)
{
	struct walk w = {.book = &j->book,
		.schemas = j->schemas,
		.settings = j->settings,
		.writing = writing,
		.out = &j->out,
		.unknown = &j->unknown,
		.derived = &j->derived,
		.shift = j->shift,
		.rounding = j->settings->profile == PROFILE_PUBLIC ? &j->rounding : NULL,
		.owner = NAMES_OWNER};

	w.r = json_over_memory(j->original.text.p, j->original.text.n);
	walk_value(&w, schema_of(j->schemas, "snapshot"));
	bool ok = json_finish(w.r);
	if (!ok)
		json_error(w.r, e);
	json_free(w.r);
	strbuf_free(&w.text);
	return ok;
}

/* The clock of the capture goes on as snap-import's does, and so does the order of pod groups that
 * snap-replay takes where the scheduler has none: by a hash of names that are gone. */
static void put_source(struct job *j, struct strbuf *to)
{
	struct jsonw w = {.out = to};
	struct strbuf at = {0};

	jsonw_begin(&w, '{');
	jsonw_key(&w, SOURCE_KEY);
	jsonw_begin(&w, '{');
	jsonw_key(&w, "format");
	jsonw_strz(&w, "snap-redact");
	if (!instant_is_zero(j->original.captured)) {
		rfc3339_format(&at, shift_time(j->shift, j->original.captured));
		jsonw_key(&w, "capturedAt");
		jsonw_str(&w, strbuf_str(&at));
	}
	jsonw_key(&w, "lots");
	lots_write(&j->book, &w);
	jsonw_end(&w, '}');
	strbuf_addc(to, ',');
	strbuf_free(&at);
}

/* Also looks for old names. */
static bool write_document(struct job *j, struct error *e)
{
	strbuf_clear(&j->out);
	put_source(j, &j->out);
	size_t begin = j->out.len;

	if (!walk(j, true, e))
		return false;
	j->out.s[begin - 1] = j->out.s[begin + 1] == '}' ? ' ' : ',';
	j->out.s[begin] = ' ';
	strbuf_addc(&j->out, '\n');
	memset(strbuf_reserve(&j->out, JSON_PADDING), 0, JSON_PADDING);
	return leaks_none(&j->book, strbuf_str(&j->out), e);
}

/* ---- the proof ---- */

/* Writes the document with the capacities rounded that are on; whether it is decided alike. */
static bool is_alike(struct job *j, const struct proof *p, struct error *e)
{
	return write_document(j, e) && prove_alike(p, j->shift, strbuf_str(&j->out), e);
}

/* Rounds what can be rounded, a resource after the other. */
static bool round_some(struct job *j, const struct proof *p, struct error *e)
{
	struct round_group *g;
	bool alike;

	rounding_set(&j->rounding, true);
	if (!is_alike(j, p, e))
		return false;
	for (size_t at = 0; (g = rounding_next(&j->rounding, &at));) {
		struct error why = {0};

		g->off = false;
		alike = is_alike(j, p, &why);
		g->off = !alike;
	}
	rounding_tell(&j->rounding, "the decisions would not be the same");
	return write_document(j, e);
}

static bool prove(struct job *j, struct error *e)
{
	const struct original *o = &j->original;
	struct proof p = {0};
	struct error why = {0};
	size_t at = 0;
	bool good = prove_begin(&p, &j->book, o->text, o->capture, e);

	if (good && !prove_alike(&p, j->shift, strbuf_str(&j->out), &why)) {
		good = rounding_next(&j->rounding, &at) && round_some(j, &p, e);
		if (!good && !e->status)
			*e = why;
	}
	prove_end(&p);
	return good;
}

/* ---- the whole ---- */

static void prepare(struct job *j)
{
	j->schemas = schemas_make(&j->arena);
	for (int kind = 0; kind < NAMES_COUNT; kind++)
		for (int i = 0; i < j->settings->n_keep; i++)
			if (!strcmp(j->settings->keep[i], name_kinds[kind]))
				j->book.stay[kind] = true;
}

/* The offset of all times: of the map, or a new one. */
static bool choose_shift(struct job *j, struct error *e)
{
	if (j->settings->profile != PROFILE_PUBLIC)
		return true;
	if (!j->book.shift.sec && !shift_draw(&j->book.shift, e))
		return false;
	j->shift = j->book.shift;
	return true;
}

static bool make(struct job *j, struct error *e)
{
	const struct settings *s = j->settings;

	if (!original_open(&j->original, s->file, &j->book, e))
		return false;
	prepare(j);
	if ((s->map && !map_read(s->map, true, &j->book, e)) || !choose_shift(j, e))
		return false;
	if (!walk(j, false, e))
		return false;
	book_number(&j->book);
	derived_apply(&j->derived, &j->book);
	if (!write_document(j, e))
		return false;
	if (s->no_replay && s->profile == PROFILE_PUBLIC) {
		rounding_set(&j->rounding, true);
		rounding_tell(&j->rounding, "the decisions are not proved to be the same");
		if (!write_document(j, e))
			return false;
	}
	return s->no_replay || prove(j, e);
}

static void release(struct job *j)
{
	original_close(&j->original);
	schemas_free(j->schemas);
	derived_free(&j->derived);
	book_free(&j->book);
	map_free(&j->unknown);
	rounding_free(&j->rounding);
	strbuf_free(&j->out);
	arena_free(&j->arena);
}

int redact(const struct settings *s)
{
	struct job j = {.settings = s};
	struct error e = {0};
	const char *about = s->file && strcmp(s->file, "-") != 0 ? s->file : "<stdin>";

	if (make(&j, &e)) {
		dropped_tell(&j.unknown);
		if (s->map && !map_write(s->map, &j.book, &e))
			about = s->map;
		else if (!output_whole(s->output, strbuf_str(&j.out), &e))
			about = s->output ? s->output : "<stdout>";
	}
	release(&j);
	return e.status ? msg_error(about, &e) : SNAP_OK;
}
