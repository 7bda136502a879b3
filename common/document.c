#include "common/document.h"
#include "common/document_log.h"
#include "common/input.h"
#include "common/kinds.h"
#include "common/raw.h"
#include "common/yaml.h"

const char *value_type_name(const struct value *v)
{
	static const char *const names[] = {
		"nothing", "an object", "a list", "a string", "a number", "true", "false", "null"};

	return names[v->type];
}

/* ---- JSON ---- */

/* A document whose beginning is in memory already. */
struct stream {
	struct str head;
	struct input *in;
};

static int next_block(void *ctx, struct str *block, struct error *e)
{
	struct stream *s = ctx;

	if (s->head.n == 0)
		return s->in ? input_read(s->in, block, e) : 0;
	*block = s->head;
	s->head.n = 0;
	return 1;
}

static struct value *read_object(struct arena *a, struct json *r)
{
	struct value_list l = {0};
	struct str key;

	json_enter(r);
	while (json_key(r, &key)) {
		bool objects = str_eq(key, STR("rawObjects"));
		struct str name = arena_str(a, key);
		struct value *v = objects ? value_new(a, JSON_NULL) : value_read(a, r);

		if (objects)
			json_skip(r);
		value_add(&l, name, v);
	}
	return value_object(a, &l);
}

static struct value *read_json(struct arena *a, struct stream *s, struct error *e)
{
	struct json *r = json_over_stream(next_block, s);
	struct value *v = json_peek(r) == JSON_OBJECT ? read_object(a, r) : value_read(a, r);

	json_finish(r);
	if (json_failed(r)) {
		json_error(r, e);
		v = NULL;
	}
	json_free(r);
	return v;
}

/* ---- either ---- */

static bool seems_json(struct str text)
{
	size_t i = 0;

	while (i < text.n && strchr(" \t\r\n", text.p[i]) && text.p[i])
		i++;
	return i < text.n && (text.p[i] == '{' || text.p[i] == '[');
}

/* YAML may begin as JSON does ({a: 1}). Of what is neither, the error of JSON is clearer. */
struct value *document_parse(struct arena *a, struct str text, struct error *e)
{
	struct error why = {0}, other = {0};
	bool json = seems_json(text), log;
	struct value *v = document_of_text_log(a, text, &log, e);

	if (log)
		return v;
	if (json)
		v = read_json(a, &(struct stream){.head = text}, &why);
	if (json && !v && why.status == SNAP_INPUT) {
		v = document_of_json_log(a, text, &log, e);
		if (log)
			return v;
	}
	if (!v && (!json || why.status == SNAP_INPUT)) {
		v = yaml_read(a, text, &other);
		if (!json || other.status == SNAP_LIMIT)
			why = other;
	}
	if (!v)
		*e = why;
	return v;
}

/* Of a beginning and more behind it: a snapshot, or a log, of which the beginning has the
 * configuration. */
static struct value *read_long(struct arena *a, struct str head, struct input *in, struct error *e)
{
	struct error why = {0};
	bool log, json = seems_json(head);
	struct value *v = document_of_text_log(a, head, &log, e);

	if (log)
		return v;
	if (!json)
		error_set(&why, SNAP_LIMIT, "over a limit", "more than 8 MiB of YAML");
	else
		v = read_json(a, &(struct stream){head, in}, &why);
	if (json && !v && why.status == SNAP_INPUT)
		v = document_of_json_log(a, head, &log, e);
	if (!v && !log)
		*e = why;
	return v;
}

static struct value *read_input(struct arena *a, struct input *in, struct error *e)
{
	struct strbuf head = {0};
	int more = input_append(in, &head, YAML_MAX_SIZE + 1, e);
	struct value *v = NULL;

	if (more == 0)
		v = document_parse(a, strbuf_str(&head), e);
	else if (more > 0)
		v = read_long(a, strbuf_str(&head), in, e);
	strbuf_free(&head);
	return v;
}

struct value *document_read(struct arena *a, const char *path, struct error *e)
{
	const struct input_limits limits = {.any = true};
	struct raw *raw = raw_open(path, e);
	enum raw_kind kind;

	if (!raw)
		return NULL;
	if (!raw_sniff(raw, &kind, e) || kind == RAW_EMPTY) {
		raw_close(raw);
		return e->status ? NULL : value_new(a, JSON_NULL);
	}
	struct input *in = input_open_raw(raw, &limits, e);
	struct value *v = in ? read_input(a, in, e) : NULL;
	input_close(in);
	return v;
}
