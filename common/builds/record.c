/* KEY.json: how a tool was built, or that it cannot be built. */
#include <stdlib.h>
#include "common/builds/cache.h"
#include "common/json.h"
#include "common/jsonw.h"
#include "common/output.h"
#include "common/raw.h"

enum { READ_MAX = 128 << 20 };

void build_record_free(struct build_record *r)
{
	strbuf_free(&r->ref);
	strbuf_free(&r->commit);
	strbuf_free(&r->arch);
	strbuf_free(&r->command);
	strbuf_free(&r->why);
}

/* The member of r with that name; NULL: it is none of text. */
static struct strbuf *text_of(struct build_record *r, struct str key)
{
	const struct {
		struct str key;
		struct strbuf *text;
	} texts[] = {{STR("ref"), &r->ref}, {STR("commit"), &r->commit}, {STR("arch"), &r->arch},
		{STR("command"), &r->command}, {STR("why"), &r->why}};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (str_eq(key, texts[i].key))
			return texts[i].text;
	return NULL;
}

static void read_members(struct json *j, struct build_record *r)
{
	struct str key, text;

	if (!json_enter(j))
		return;
	while (json_key(j, &key)) {
		struct strbuf *member = text_of(r, key);

		if (member) {
			strbuf_clear(member);
			if (json_string(j, &text))
				strbuf_addstr(member, text);
		} else if (str_eq(key, STR("ended"))) {
			if (json_string(j, &text) && !rfc3339_parse(text, &r->ended))
				json_fail(j, "not a time");
		} else if (str_eq(key, STR("took_ms"))) {
			json_int(j, &r->took_ms);
		} else {
			json_skip(j);
		}
	}
	json_finish(j);
}

bool build_read_file(const char *path, struct strbuf *text)
{
	struct error ignored = {0};
	struct str block;
	struct raw *raw = raw_open(path, &ignored);
	int more = raw ? 1 : -1;

	while (more > 0 && text->len <= READ_MAX)
		if ((more = raw_next(raw, &block, &ignored)) > 0)
			strbuf_addstr(text, block);
	if (raw)
		raw_close(raw);
	return more == 0;
}

bool build_record_read(const struct build_place *p, struct build_record *r)
{
	struct strbuf text = {0};
	bool ok = false;

	*r = (struct build_record){.ended = TIME_ZERO};
	if (build_read_file(p->record.s, &text)) {
		memset(strbuf_reserve(&text, JSON_PADDING), 0, JSON_PADDING);
		struct json *j = json_over_memory(text.s, text.len);

		read_members(j, r);
		ok = !json_failed(j);
		json_free(j);
	}
	strbuf_free(&text);
	if (!ok) {
		build_record_free(r);
		*r = (struct build_record){.ended = TIME_ZERO};
	}
	return ok;
}

static void put(struct jsonw *w, const char *key, const struct strbuf *text)
{
	if (!text->len)
		return;
	jsonw_key(w, key);
	jsonw_str(w, strbuf_str(text));
}

bool build_record_write(const struct build_place *p, const struct build_record *r, struct error *e)
{
	struct strbuf json = {0}, time = {0};
	struct jsonw w = {.out = &json};

	rfc3339_format(&time, r->ended);
	jsonw_begin(&w, '{');
	put(&w, "ref", &r->ref);
	put(&w, "commit", &r->commit);
	put(&w, "arch", &r->arch);
	put(&w, "command", &r->command);
	put(&w, "why", &r->why);
	put(&w, "ended", &time);
	jsonw_key(&w, "took_ms");
	jsonw_int(&w, r->took_ms);
	jsonw_end(&w, '}');
	jsonw_newline(&w);
	bool ok = output_whole(p->record.s, strbuf_str(&json), e);
	strbuf_free(&json);
	strbuf_free(&time);
	return ok;
}
