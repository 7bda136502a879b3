/* A document from its input to its proof: names are gathered, numbered, written, looked for. */
#include "redact.h"

#include <stdlib.h>

#include "common/input.h"
#include "common/jsonw.h"
#include "common/kinds.h"
#include "common/output.h"
#include "common/timefmt.h"
#include "leaks.h"
#include "lots.h"
#include "map_file.h"
#include "prove.h"
#include "volumes.h"
#include "walk.h"

struct job {
	const struct settings *settings;
	struct input *in;
	struct str text; /* the document */
	struct instant captured;
	const struct capture_info *capture; /* owned by in; NULL: none */
	struct book book;
	struct arena arena;
	struct schemas *schemas;
	struct derived derived;
	struct map unknown;
	struct strbuf out;
};

/* ---- what must be known first ---- */

static void read_text(struct job *j, struct json *r, struct str *to)
{
	struct str s;

	if (json_peek(r) != JSON_STRING)
		json_skip(r);
	else if (json_string(r, &s))
		*to = arena_str(&j->book.arena, s);
}

static void read_pool(struct job *j, struct json *r)
{
	struct str key;

	if (json_peek(r) != JSON_OBJECT) {
		json_skip(r);
		return;
	}
	json_enter(r);
	while (json_key(r, &key))
		if (same_but_case(key, STR("NodePoolLabelKey")))
			read_text(j, r, &j->book.pool_key);
		else if (same_but_case(key, STR("NodePoolLabelValue")))
			read_text(j, r, &j->book.pool_value);
		else
			json_skip(r);
}

static void read_params(struct job *j, struct json *r)
{
	struct str key;
	bool full = false;

	if (json_peek(r) != JSON_OBJECT) {
		json_skip(r);
		return;
	}
	json_enter(r);
	while (json_key(r, &key))
		if (same_but_case(key, STR("schedulerName")))
			read_text(j, r, &j->book.scheduler);
		else if (same_but_case(key, STR("queueLabelKey")))
			read_text(j, r, &j->book.queue_key);
		else if (same_but_case(key, STR("partitionParams")))
			read_pool(j, r);
		else if (same_but_case(key, STR("fullHierarchyFairness")) &&
			json_peek(r) == JSON_TRUE)
			json_bool(r, &full);
		else
			json_skip(r);
	/* Else the scheduler makes a queue of this name, which others are compared with. */
	if (!full)
		book_add(&j->book, NAMES_QUEUE, STR("default"));
}

static void read_source(struct job *j, struct json *r)
{
	struct str key, at = {0};

	if (json_peek(r) != JSON_OBJECT) {
		json_skip(r);
		return;
	}
	json_enter(r);
	while (json_key(r, &key))
		if (same_but_case(key, STR("capturedAt")))
			read_text(j, r, &at);
		else if (str_eq(key, STR("lots")))
			lots_read(&j->book, r);
		else
			json_skip(r);
	rfc3339_parse(at, &j->captured);
}

/* Which labels are of the pool and of the queue decides what their values are. */
static bool look_ahead(struct job *j, struct error *e)
{
	struct json *r = json_over_memory(j->text.p, j->text.n);
	bool known = false;
	struct str key;

	if (json_peek(r) != JSON_OBJECT)
		json_fail_foreign(r, NO_SNAPSHOT_HINT, "it is no JSON object");
	else if (json_enter(r))
		while (json_key(r, &key)) {
			known = known || is_snapshot_key(key);
			if (same_but_case(key, STR("schedulerParams")))
				read_params(j, r);
			else if (same_but_case(key, STR(SOURCE_KEY)))
				read_source(j, r);
			else
				json_skip(r);
		}
	json_finish(r);
	if (!json_failed(r) && !known)
		json_fail_foreign(r, NO_SNAPSHOT_HINT, "%s", NO_SNAPSHOT);
	bool ok = !json_failed(r);
	if (!ok)
		json_error(r, e);
	json_free(r);
	return ok;
}

static bool open_input(struct job *j, struct error *e)
{
	const struct capture_info *c;
	struct error why = {0};

	j->captured = TIME_ZERO;
	j->in = input_open(j->settings->file, NULL, e);
	if (!j->in || !input_read_all(j->in, &j->text, e) || !look_ahead(j, e))
		return false;
	c = input_capture(j->in, &why);
	if (why.status)
		msg_warn(j->settings->file, "%s: %s", why.what, why.why);
	j->capture = c;
	if (c && !instant_is_zero(c->at))
		j->captured = c->at;
	return true;
}

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
		.owner = NAMES_OWNER};

	w.r = json_over_memory(j->text.p, j->text.n);
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
	if (!instant_is_zero(j->captured)) {
		rfc3339_format(&at, j->captured);
		jsonw_key(&w, "capturedAt");
		jsonw_str(&w, strbuf_str(&at));
	}
	jsonw_key(&w, "lots");
	lots_write(&j->book, &w);
	jsonw_end(&w, '}');
	strbuf_addc(to, ',');
	strbuf_free(&at);
}

static bool write_document(struct job *j, struct error *e)
{
	put_source(j, &j->out);
	size_t begin = j->out.len;

	if (!walk(j, true, e))
		return false;
	j->out.s[begin - 1] = j->out.s[begin + 1] == '}' ? ' ' : ',';
	j->out.s[begin] = ' ';
	strbuf_addc(&j->out, '\n');
	memset(strbuf_reserve(&j->out, JSON_PADDING), 0, JSON_PADDING);
	return true;
}

/* ---- what was left out ---- */

static int by_path(const void *a, const void *b)
{
	return str_cmp(((const struct map_entry *)a)->key, ((const struct map_entry *)b)->key);
}

static void tell_unknown(struct job *j)
{
	enum { SHOWN = 10 };
	struct map *m = &j->unknown;
	size_t all = 0;

	for (size_t i = 0; i < m->count; i++)
		all += (size_t)(uintptr_t)m->entries[i].value;
	if (!all)
		return;
	qsort(m->entries, m->count, sizeof *m->entries, by_path);
	msg_note("%zu unknown field%s dropped; --keep PATH brings one back", all,
		plural_s((long long)all));
	for (size_t i = 0; i < m->count && i < SHOWN; i++) {
		struct strbuf path = {0};

		strbuf_add_safe(&path, m->entries[i].key);
		msg_note("  %s (%zu)", path.s, (size_t)(uintptr_t)m->entries[i].value);
		strbuf_free(&path);
	}
	if (m->count > SHOWN)
		msg_note("  and %zu more", m->count - SHOWN);
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

static bool make(struct job *j, struct error *e)
{
	const struct settings *s = j->settings;

	if (!open_input(j, e))
		return false;
	prepare(j);
	if (s->map && !map_read(s->map, true, &j->book, e))
		return false;
	if (!walk(j, false, e))
		return false;
	book_number(&j->book);
	derived_apply(&j->derived, &j->book);
	return write_document(j, e) && leaks_none(&j->book, strbuf_str(&j->out), e) &&
		(s->no_replay || prove_same(&j->book, j->text, j->capture, strbuf_str(&j->out), e));
}

static void release(struct job *j)
{
	if (j->in)
		input_close(j->in);
	schemas_free(j->schemas);
	derived_free(&j->derived);
	book_free(&j->book);
	map_free(&j->unknown);
	strbuf_free(&j->out);
	arena_free(&j->arena);
}

int redact(const struct settings *s)
{
	struct job j = {.settings = s};
	struct error e = {0};
	const char *about = s->file && strcmp(s->file, "-") != 0 ? s->file : "<stdin>";

	if (make(&j, &e)) {
		tell_unknown(&j);
		if (s->map && !map_write(s->map, &j.book, &e))
			about = s->map;
		else if (!output_whole(s->output, strbuf_str(&j.out), &e))
			about = s->output ? s->output : "<stdout>";
	}
	release(&j);
	return e.status ? msg_error(about, &e) : SNAP_OK;
}
