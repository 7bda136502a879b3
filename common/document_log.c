/* The configuration in a log of kube-scheduler (-v 2 or more). */
#include "common/document_log.h"
#include "common/yaml.h"

#define RECORD "\"Using component config\""

/* The last part in text; NULL: there is none. */
static const char *last_of(struct str text, struct str part)
{
	for (size_t i = text.n < part.n ? 0 : text.n - part.n + 1; i-- > 0;)
		if (text.p[i] == part.p[0] && memcmp(text.p + i, part.p, part.n) == 0)
			return text.p + i;
	return NULL;
}

static struct str line_around(struct str text, const char *at)
{
	const char *from = at, *end = at;

	while (from > text.p && from[-1] != '\n')
		from--;
	while (end < text.p + text.n && *end != '\n')
		end++;
	return (struct str){from, (size_t)(end - from)};
}

static struct value *refuse(struct error *e, const char *why)
{
	error_set(e, SNAP_INPUT, "no whole configuration in this log",
		"its last record " RECORD " %s", why);
	return NULL;
}

/* ---- text ---- */

/* "I1122 13:04:31.621471 ..." */
static bool is_header(struct str s)
{
	static const char shape[] = "0000 00:00:00.0";

	if (s.n < sizeof shape || !s.p[0] || !strchr("IWEF", s.p[0]))
		return false;
	for (size_t i = 0; i < sizeof shape - 1; i++)
		if (shape[i] == '0' ? !is_digit(s.p[i + 1]) : s.p[i + 1] != shape[i])
			return false;
	return true;
}

/* *n: bytes that stand in front of each line, as kubectl logs --timestamps puts them there. */
static bool find_prefix(struct str line, size_t *n)
{
	for (*n = 0; *n < line.n; (*n)++)
		if (is_header((struct str){line.p + *n, line.n - *n}))
			return true;
	return false;
}

/* The lines of the record, each behind a tab, until " >". False: that does not come. */
static bool take_lines(struct str text, size_t prefix, struct strbuf *yaml)
{
	while (text.n) {
		struct str line = line_around(text, text.p);
		struct str rest = line.n > prefix ? (struct str){line.p + prefix, line.n - prefix}
						  : (struct str){0};
		size_t taken = line.n + (line.n < text.n);

		if (!str_starts(rest, STR("\t")))
			return str_starts(rest, STR(" >"));
		strbuf_add(yaml, rest.p + 1, rest.n - 1);
		strbuf_addc(yaml, '\n');
		text = (struct str){text.p + taken, text.n - taken};
	}
	return false;
}

static struct value *of_text(
	struct arena *a, struct str text, struct str line, size_t prefix, struct error *e)
{
	const char *behind = line.p + line.n + 1;
	struct strbuf yaml = {0};
	struct value *v;

	if (take_lines((struct str){behind, text.n - (size_t)(behind - text.p)}, prefix, &yaml))
		v = yaml_read(a, strbuf_str(&yaml), e);
	else
		v = refuse(e, "is cut off");
	strbuf_free(&yaml);
	return v;
}

struct value *document_of_text_log(struct arena *a, struct str text, bool *found, struct error *e)
{
	const char *at = last_of(text, STR("] " RECORD " config=<\n"));
	size_t prefix;

	*found = at && find_prefix(line_around(text, at), &prefix);
	return *found ? of_text(a, text, line_around(text, at), prefix, e) : NULL;
}

/* ---- JSON ---- */

static struct value *of_json(struct arena *a, struct str line, struct error *e)
{
	const char *from = str_find(line, '{');
	size_t n = from ? line.n - (size_t)(from - line.p) : 0;
	struct strbuf padded = {0};

	strbuf_add(&padded, from ? from : "", n);
	memset(strbuf_reserve(&padded, JSON_PADDING), 0, JSON_PADDING);
	struct json *r = json_over_memory(padded.s, n);
	const struct value *record = value_read(a, r), *config = NULL;
	if (json_finish(r) && !json_failed(r))
		config = value_get(record, STR("config"));
	json_free(r);
	strbuf_free(&padded);
	if (!config || config->type != JSON_STRING)
		return refuse(e, "is cut off, or not kube-scheduler's");
	return yaml_read(a, config->text, e);
}

struct value *document_of_json_log(struct arena *a, struct str text, bool *found, struct error *e)
{
	const char *at = last_of(text, STR("\"msg\":" RECORD));

	*found = at != NULL;
	return at ? of_json(a, line_around(text, at), e) : NULL;
}
