/* Documents and dumps of any bytes, a dump with a list behind a NUL: looked at, and reported in all
 * formats. What comes out as JSON is lines of valid JSON. */
#include "check.h"
#include "cmd/snap-inspect/peer_dump.h"
#include "cmd/snap-inspect/peer_report.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_lines(const struct strbuf *lines)
{
	size_t at = 0;

	while (at < lines->len) {
		const char *end = memchr(lines->s + at, '\n', lines->len - at);
		struct strbuf one = {0};

		check("a line without an end", end != NULL);
		strbuf_add(&one, lines->s + at, (size_t)(end - lines->s) - at);
		strbuf_reserve(&one, JSON_PADDING);
		struct json *r = json_over_memory(one.s, one.len);
		json_skip(r);
		json_finish(r);
		check("a line that is no JSON", !json_failed(r));
		json_free(r);
		at += one.len + 1;
		strbuf_free(&one);
	}
}

static void end_view(struct peer_view *v)
{
	check_lines(&v->lines);
	text_free(&v->text);
	strbuf_free(&v->lines);
}

static void look_at_document(struct str bytes)
{
	struct feed f = {.head = bytes};
	struct json *r = json_over_stream(feed_next, &f);
	struct peer_document d;
	struct error e = {0};

	if (peer_document_read(&d, r, &e)) {
		struct peer_view v = {.resources = &d.x.resources, .columns = 80};

		peer_document_json(&v, &d);
		peer_document_text(&v, &d);
		peer_document_tsv(&v, &d);
		end_view(&v);
	} else {
		check("an error without words", e.status && e.what[0]);
	}
	peer_document_free(&d);
	json_free(r);
}

static void look_at_dump(struct str log, struct str list)
{
	struct feed f = {.head = log}, objects = {.head = list};
	struct peer_dump d;
	struct error e = {0};

	if (peer_dump_read(&d, &f, 0, &e)) {
		struct peer_view v = {.resources = &d.x.resources, .columns = 80};

		if (list.n && peer_objects_read(&d, &objects, &e))
			peer_compare(&d);
		peer_dump_json(&v, &d);
		peer_dump_text(&v, &d);
		peer_dump_tsv(&v, &d);
		end_view(&v);
	} else {
		check("an error without words", e.status && e.what[0]);
	}
	peer_dump_free(&d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str all = {(const char *)data, size};
	const char *nul = str_find(all, 0);
	size_t n = nul ? (size_t)(nul - all.p) : size;

	look_at_document(all);
	look_at_dump((struct str){all.p, n},
		nul ? (struct str){nul + 1, size - n - 1} : (struct str){0});
	return 0;
}
