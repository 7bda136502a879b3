/* bench_json FILE [RUNS]: our reader beside simdjson's DOM and yajl on the same text, in turns, so that a slow moment of the
 * machine hits all. Prints the median of RUNS for each as GB/s and as a multiple of simdjson's. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "common/json.h"
#include "common/mem.h"
#include "tests/bench/bench_json.h"

static size_t walk(struct json *r);

static size_t walk_members(struct json *r)
{
	struct str key, text;
	size_t n = 1;
	json_enter(r);
	while (json_key(r, &key))
		n += 1 + (json_peek(r) == JSON_STRING ? json_string(r, &text) : walk(r));
	return n;
}

static size_t walk_elements(struct json *r)
{
	size_t n = 1;
	json_enter(r);
	while (json_element(r))
		n += walk(r);
	return n;
}

/* Every key and value is visited; texts are taken. */
static size_t walk(struct json *r)
{
	struct str text;
	bool value;
	switch (json_peek(r)) {
	case JSON_OBJECT:
		return walk_members(r);
	case JSON_ARRAY:
		return walk_elements(r);
	case JSON_STRING:
		return json_string(r, &text);
	case JSON_NUMBER:
		return json_number(r, &text);
	case JSON_NULL:
		return json_null(r);
	default:
		return json_bool(r, &value);
	}
}

static size_t finish(struct json *r, size_t n)
{
	bool ok = json_finish(r);
	json_free(r);
	return ok ? n : 0;
}

static size_t memory_walk(const char *text, size_t len)
{
	struct json *r = json_over_memory(text, len);
	return finish(r, walk(r));
}

static size_t memory_skip(const char *text, size_t len)
{
	struct json *r = json_over_memory(text, len);
	return finish(r, json_skip(r));
}

struct source {
	const char *text;
	size_t left, block;
};

static int fill(void *ctx, struct str *block, struct error *e)
{
	struct source *s = ctx;
	size_t n = s->left < s->block ? s->left : s->block;
	(void)e;
	*block = (struct str){s->text, n};
	s->text += n;
	s->left -= n;
	return n != 0;
}

static size_t stream(const char *text, size_t len, size_t block, bool skip)
{
	struct source s = {text, len, block};
	struct json *r = json_over_stream(fill, &s);
	return finish(r, skip ? json_skip(r) : walk(r));
}

static size_t stream_walk_64k(const char *text, size_t len) { return stream(text, len, 64 << 10, false); }
static size_t stream_skip_64k(const char *text, size_t len) { return stream(text, len, 64 << 10, true); }
static size_t stream_walk_1m(const char *text, size_t len) { return stream(text, len, 1 << 20, false); }
static size_t stream_skip_1m(const char *text, size_t len) { return stream(text, len, 1 << 20, true); }

static struct contender {
	const char *name;
	size_t (*run)(const char *text, size_t len);
	double *seconds;
} contenders[] = {
	{"simdjson DOM", rival_simdjson_dom, NULL}, {"yajl callbacks", rival_yajl, NULL}, {"walk, memory", memory_walk, NULL},
	{"skip, memory", memory_skip, NULL}, {"walk, stream 64 KiB", stream_walk_64k, NULL}, {"skip, stream 64 KiB", stream_skip_64k, NULL},
	{"walk, stream 1 MiB", stream_walk_1m, NULL}, {"skip, stream 1 MiB", stream_skip_1m, NULL},
};
#define CONTENDERS (sizeof contenders / sizeof *contenders)

static char *read_file(const char *path, size_t *len)
{
	FILE *f = fopen(path, "rb");
	if (f == NULL || fseek(f, 0, SEEK_END) != 0)
		return NULL;
	*len = (size_t)ftell(f);
	rewind(f);
	char *text = xcalloc(*len + JSON_PADDING, 1);
	bool ok = fread(text, 1, *len, f) == *len;
	fclose(f);
	return ok ? text : NULL;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool race(const char *text, size_t len, size_t runs)
{
	for (size_t i = 0; i < runs; i++)
		for (struct contender *c = contenders; c < contenders + CONTENDERS; c++) {
			if (c->run == NULL)
				continue;
			double start = now();
			if (c->run(text, len) == 0) {
				fprintf(stderr, "bench_json: %s refuses the file\n", c->name);
				return false;
			}
			c->seconds[i] = now() - start;
		}
	return true;
}

static void report(size_t len, size_t runs)
{
	double base = 0;
	printf("%-22s %8s %8s\n", "", "GB/s", "ratio");
	for (struct contender *c = contenders; c < contenders + CONTENDERS; c++) {
		if (c->run == NULL)
			continue;
		qsort(c->seconds, runs, sizeof *c->seconds, by_size);
		double rate = (double)len / c->seconds[runs / 2] * 1e-9;
		if (c->run == rival_simdjson_dom)
			base = rate;
		printf("%-22s %8.3f", c->name, rate);
		if (base > 0)
			printf(" %7.2fx", rate / base);
		printf("\n");
		free(c->seconds);
	}
}

int main(int argc, char **argv)
{
	size_t len = 0, runs = argc > 2 ? strtoul(argv[2], NULL, 10) : 11;
	char *text = argc > 1 ? read_file(argv[1], &len) : NULL;
	if (text == NULL || runs == 0) {
		fprintf(stderr, "usage: bench_json FILE [RUNS]\n");
		return 2;
	}
	for (size_t i = 0; i < CONTENDERS; i++)
		contenders[i].seconds = xcalloc(runs, sizeof(double));
	printf("%s, %zu bytes, median of %zu runs, our reader on %s\n", argv[1], len, runs, json_simd());
	bool ok = race(text, len, runs);
	if (ok)
		report(len, runs);
	free(text);
	return ok ? 0 : 1;
}
