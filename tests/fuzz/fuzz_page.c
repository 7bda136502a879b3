/* What the API server answers, of any bytes: a page is whole or there is an error with words, its
 * objects are JSON as they are written, and so are claims of an older form; a SchedulingShard gives
 * a configuration, or an error. */
#include <string.h>
#include "check.h"
#include "cmd/snap-fetch/claims.h"
#include "cmd/snap-fetch/page.h"
#include "cmd/snap-fetch/scheduler.h"
#include "cmd/snap-fetch/shard.h"
#include "stream.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_json(struct strbuf *text)
{
	memset(strbuf_reserve(text, JSON_PADDING), 0, JSON_PADDING);
	struct json *r = json_over_memory(text->s, text->len);

	json_skip(r);
	check("what is written is no JSON", json_finish(r) && !json_failed(r));
	json_free(r);
}

static void check_object(const struct object *o)
{
	struct strbuf text = {0}, other = {0};
	struct error e = {0};

	import_put_object(&text, o);
	check_json(&text);
	check("an object that cannot be converted",
		claims_convert(strbuf_str(&text), &other, &e) && !e.status);
	check_json(&other);
	strbuf_free(&text);
	strbuf_free(&other);
}

static void read_page(enum kind kind, const uint8_t *data, size_t size)
{
	struct stream s = {(const char *)data, size};
	struct page p = {.kind = kind};
	struct error e = {0};
	struct json *r = json_over_stream(stream_fill, &s);
	bool good = page_read(&p, r, &e);
	const struct object_list *all = list_of(&p.objects, kind);

	check("verdict and error differ", good == !e.status);
	check("an error without words", good || (e.what[0] && e.why[0]));
	check("a whole page that is no list", !good || p.listed);
	for (size_t i = 0; good && i < all->n; i++)
		check_object(all->items[i]);
	json_free(r);
	page_free(&p);
}

static void read_shard(struct arena *a, const struct value *v)
{
	struct strbuf text = {0};
	struct error e = {0};
	size_t n = 0;
	const struct value *config = shard_config(a, v, &e);
	const struct str *args = shard_args(a, v, v, &n);

	check("verdict and error differ", !config == !!e.status);
	if (config) {
		value_write(&text, config);
		check_json(&text);
	}
	for (size_t i = 0; i < n; i++)
		check("an argument that is no flag", str_starts(args[i], STR("--")));
	strbuf_free(&text);
}

static void read_settings(const uint8_t *data, size_t size)
{
	struct arena a = {0};
	struct stream s = {(const char *)data, size};
	struct json *r = json_over_stream(stream_fill, &s);
	const struct value *v = value_read(&a, r);
	struct scheduler c;
	struct str map = {0}, key = {0};

	if (v && json_finish(r)) {
		read_shard(&a, v);
		scheduler_read(&c, &a, v);
		for (size_t i = 0; i < c.n_args; i++)
			if (scheduler_map(&c, c.args[i], &map, &key))
				check("a file without a key", key.n || !map.n);
	}
	json_free(r);
	arena_free(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	read_page(KIND_PODS, data, size);
	read_page(KIND_RESOURCE_CLAIMS, data, size);
	read_page(KIND_CONFIG_MAPS, data, size);
	read_settings(data, size);
	return 0;
}
