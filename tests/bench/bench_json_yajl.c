/* yajl with callbacks for keys, strings and numbers, that is the same visit that our walk makes. */
#include <stdbool.h>
#include <yajl/yajl_parse.h>

#include "tests/bench/bench_json.h"

static int count(void *ctx)
{
	++*(size_t *)ctx;
	return 1;
}

static int count_text(void *ctx, const unsigned char *text, size_t len)
{
	(void)text;
	(void)len;
	return count(ctx);
}

static int count_number(void *ctx, const char *text, size_t len)
{
	(void)text;
	(void)len;
	return count(ctx);
}

static int count_bool(void *ctx, int value)
{
	(void)value;
	return count(ctx);
}

size_t rival_yajl(const char *text, size_t len)
{
	static const yajl_callbacks callbacks = {.yajl_null = count,
		.yajl_boolean = count_bool,
		.yajl_number = count_number,
		.yajl_string = count_text,
		.yajl_start_map = count,
		.yajl_map_key = count_text,
		.yajl_start_array = count};
	size_t values = 0;
	yajl_handle h = yajl_alloc(&callbacks, NULL, &values);
	bool ok = yajl_parse(h, (const unsigned char *)text, len) == yajl_status_ok &&
		yajl_complete_parse(h) == yajl_status_ok;

	yajl_free(h);
	return ok ? values : 0;
}
