/* All of snap-inspect's pass over a document: reading, sums, cross checks, and the warnings and
 * parts of the report as text and JSON. */
#include "cmd/snap-inspect/report_parts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct block {
	struct str text;
	bool given;
};

/* In two halves, so that values cross the border of blocks too. */
static int fill(void *ctx, struct str *block, struct error *e)
{
	struct block *b = ctx;

	(void)e;
	size_t n = b->given ? b->text.n : b->text.n / 2;
	if (b->text.n == 0)
		return 0;
	if (n == 0)
		n = b->text.n;
	*block = (struct str){b->text.p, n};
	b->text.p += n;
	b->text.n -= n;
	b->given = true;
	return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct block b = {.text = {(const char *)data, size}};
	struct json *r = json_over_stream(fill, &b);
	struct summary s = {0};
	struct strbuf out = {0};
	struct text lines = {0};
	struct jsonw w = {.out = &out};
	struct report report = {.s = &s};

	if (summary_read(&s, r)) {
		summary_derive(&s);
		summary_check(&s);
		faults_json(&out, &s);
		faults_text(&lines, &s, false);
		topologies_json(&w, &s);
		topologies_text(&lines, &report);
		claims_json(&w, &s);
		claims_text(&lines, &report);
		numa_json(&w, &s);
		numa_text(&lines, &report);
	}
	strbuf_free(&out);
	text_free(&lines);
	summary_free(&s);
	json_free(r);
	return 0;
}
