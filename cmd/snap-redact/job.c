#include "job.h"

#include <string.h>

#include "common/jsonw.h"
#include "common/kinds.h"
#include "leaks.h"
#include "lots.h"
#include "map_file.h"

/* ---- the two walks ---- */

/* Walks over all of the document. head: see struct walk; NULL: names are gathered. */
static bool walk(struct job *j, const struct strbuf *head, struct error *e)
{
	struct walk w = {.book = &j->book,
		.schemas = j->schemas,
		.settings = j->settings,
		.writing = head != NULL,
		.out = &j->out.text,
		.sink = &j->out,
		.head = head ? strbuf_str(head) : STR(""),
		.unknown = &j->unknown,
		.derived = &j->derived,
		.params = head ? NULL : &j->params,
		.shift = j->shift,
		.rounding = j->settings->profile == PROFILE_PUBLIC ? &j->rounding : NULL,
		.owner = NAMES_OWNER};

	if (!original_begin(&j->original, e))
		return false;
	w.r = j->original.r;
	if (json_peek(w.r) == JSON_OBJECT)
		walk_value(&w, schema_of(j->schemas, "snapshot"));
	else
		json_fail_foreign(w.r, NO_SNAPSHOT_HINT, "it is no JSON object");
	json_finish(w.r);
	if (!json_failed(w.r) && w.params && !w.params->known)
		json_fail_foreign(w.r, NO_SNAPSHOT_HINT, "%s", NO_SNAPSHOT);
	strbuf_free(&w.text);
	return original_end(&j->original, e);
}

static bool gather(struct job *j, struct error *e)
{
	j->params.captured = TIME_ZERO;
	if (!walk(j, NULL, e))
		return false;
	if (j->params.late) {
		book_forget(&j->book);
		derived_free(&j->derived);
		map_free(&j->unknown);
		j->params.settled = true;
		if (!walk(j, NULL, e))
			return false;
	}
	/* Else the scheduler makes a queue of this name, which others are compared with. */
	if (!j->params.full_hierarchy)
		book_add(&j->book, NAMES_QUEUE, STR("default"));
	if (!instant_is_zero(j->original.captured))
		j->params.captured = j->original.captured;
	return true;
}

/* The clock of the capture goes on as snap-import's does, and so does the order of pod groups that
 * snap-replay takes where the scheduler has none: by a hash of names that are gone. */
static void put_source(struct job *j, struct strbuf *to)
{
	struct jsonw w = {.out = to};
	struct strbuf at = {0};

	jsonw_key(&w, SOURCE_KEY);
	jsonw_begin(&w, '{');
	jsonw_key(&w, "format");
	jsonw_strz(&w, "snap-redact");
	if (!instant_is_zero(j->params.captured)) {
		rfc3339_format(&at, shift_time(j->shift, j->params.captured));
		jsonw_key(&w, "capturedAt");
		jsonw_str(&w, strbuf_str(&at));
	}
	jsonw_key(&w, "lots");
	lots_write(&j->book, &w);
	jsonw_end(&w, '}');
	strbuf_free(&at);
}

/* Also looks for old names. */
static bool write_document(struct job *j, struct error *e)
{
	struct strbuf head = {0};

	sink_clear(&j->out);
	put_source(j, &head);
	bool good = walk(j, &head, e) && sink_finish(&j->out, e);
	strbuf_free(&head);
	if (!good)
		return false;
	struct json *r = sink_reader(&j->out);
	good = leaks_none(&j->book, r, e);
	json_free(r);
	return good;
}

/* ---- the proof ---- */

/* Writes the document with the capacities rounded that are on; whether it is decided alike. */
static bool is_alike(struct job *j, struct error *e)
{
	return write_document(j, e) &&
		prove_alike(&j->proof, j->shift, strbuf_str(&j->out.text), e);
}

/* Rounds what can be rounded, a resource after the other. */
static bool round_some(struct job *j, struct error *e)
{
	struct round_group *g;
	bool alike;

	rounding_set(&j->rounding, true);
	if (!is_alike(j, e))
		return false;
	for (size_t at = 0; (g = rounding_next(&j->rounding, &at));) {
		struct error why = {0};

		g->off = false;
		alike = is_alike(j, &why);
		g->off = !alike;
	}
	rounding_tell(&j->rounding, "the decisions would not be the same");
	return write_document(j, e);
}

/* Writes the document, and rounds less until it is decided alike. */
static bool write_proved(struct job *j, struct error *e)
{
	struct error why = {0};
	size_t at = 0;

	if (!write_document(j, e))
		return false;
	if (!rounding_next(&j->rounding, &at)) {
		original_close(&j->original); /* its memory is the engine's now */
		return prove_alike(&j->proof, j->shift, strbuf_str(&j->out.text), e);
	}
	return prove_alike(&j->proof, j->shift, strbuf_str(&j->out.text), &why) || round_some(j, e);
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

bool job_open(struct job *j, struct error *e)
{
	const struct settings *s = j->settings;

	/* The replay wants both documents in memory. */
	return original_open(&j->original, s->file, !s->no_replay, e);
}

bool job_run(struct job *j, struct error *e)
{
	const struct settings *s = j->settings;

	prepare(j);
	if (!gather(j, e) || (s->map && !map_read(s->map, true, &j->book, e)) ||
		!choose_shift(j, e))
		return false;
	book_number(&j->book);
	derived_apply(&j->derived, &j->book);
	rounding_set(&j->rounding, s->no_replay);
	if (!sink_open(&j->out, !s->no_replay, e))
		return false;
	if (!s->no_replay)
		return prove_begin(&j->proof, &j->book, j->original.text, j->original.capture, e) &&
			write_proved(j, e);
	if (!write_document(j, e))
		return false;
	rounding_tell(&j->rounding, "the decisions are not proved to be the same");
	return true;
}

void job_free(struct job *j)
{
	original_close(&j->original);
	schemas_free(j->schemas);
	derived_free(&j->derived);
	book_free(&j->book);
	map_free(&j->unknown);
	rounding_free(&j->rounding);
	sink_free(&j->out);
	prove_end(&j->proof);
	arena_free(&j->arena);
}
