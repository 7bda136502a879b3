/* Documents of any bytes, YAML or JSON: what is read is the same when it is written and read again,
 * and so is a configuration of KAI Scheduler with its defaults. */
#include "check.h"
#include "common/document.h"
#include "common/kai_config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void reads_back(struct arena *a, const struct value *v)
{
	struct strbuf json = {0};
	struct error e = {0};
	struct value *again;

	value_write(&json, v);
	again = document_parse(a, strbuf_str(&json), &e);
	check("what was written cannot be read", again);
	check("another value", value_equal(v, again));
	strbuf_free(&json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena a = {0};
	struct error e = {0};
	struct value *v = document_parse(&a, (struct str){(const char *)data, size}, &e);

	check("an error without words, or words without an error", v ? !e.status : e.what[0]);
	if (v) {
		reads_back(&a, v);
		v = kai_config_in(&a, v, &e);
	}
	if (v)
		reads_back(&a, kai_config_filled(&a, v));
	arena_free(&a);
	return 0;
}
