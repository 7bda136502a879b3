/* bench_json FILE [RUNS]: our reader beside simdjson's DOM and yajl on the same text, in turns, so
 * that a slow moment of the machine hits all. Prints the median of RUNS for each as GB/s and as a
 * multiple of simdjson's, and the memory that one run needs beside the text. */
#define _DEFAULT_SOURCE /* wait4 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/json.h"
#include "common/mem.h"
#include "tests/bench/bench_json.h"

static size_t walk(struct json *r, enum json_type type);

static size_t walk_members(struct json *r)
{
	struct str key, text;
	size_t n = 1;

	json_enter(r);
	while (json_key(r, &key)) {
		enum json_type type = json_peek(r);

		n += 1 + (type == JSON_STRING ? json_string(r, &text) : walk(r, type));
	}
	return n;
}

static size_t walk_elements(struct json *r)
{
	size_t n = 1;

	json_enter(r);
	while (json_element(r))
		n += walk(r, json_peek(r));
	return n;
}

/* Every key and value is visited; texts are taken. */
static size_t walk(struct json *r, enum json_type type)
{
	struct str text;
	bool value;

	switch (type) {
	case JSON_OBJECT: return walk_members(r);
	case JSON_ARRAY: return walk_elements(r);
	case JSON_STRING: return json_string(r, &text);
	case JSON_NUMBER: return json_number(r, &text);
	case JSON_NULL: return json_null(r);
	default: return json_bool(r, &value);
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

	return finish(r, walk(r, json_peek(r)));
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

	return finish(r, skip ? json_skip(r) : walk(r, json_peek(r)));
}

static size_t stream_walk_64k(const char *text, size_t len)
{
	return stream(text, len, 64 << 10, false);
}
static size_t stream_skip_64k(const char *text, size_t len)
{
	return stream(text, len, 64 << 10, true);
}
static size_t stream_walk_1m(const char *text, size_t len)
{
	return stream(text, len, 1 << 20, false);
}
static size_t stream_skip_1m(const char *text, size_t len)
{
	return stream(text, len, 1 << 20, true);
}

static struct contender {
	const char *name;
	size_t (*run)(const char *text, size_t len);
	double *seconds;
	long kib; /* peak beside the text */
} contenders[] = {
	{"simdjson DOM", rival_simdjson_dom, NULL, 0},
	{"yajl callbacks", rival_yajl, NULL, 0},
	{"walk, memory", memory_walk, NULL, 0},
	{"skip, memory", memory_skip, NULL, 0},
	{"walk, stream 64 KiB", stream_walk_64k, NULL, 0},
	{"skip, stream 64 KiB", stream_skip_64k, NULL, 0},
	{"walk, stream 1 MiB", stream_walk_1m, NULL, 0},
	{"skip, stream 1 MiB", stream_skip_1m, NULL, 0},
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

/* Peak resident set of a process of its own that does just this, in KiB; -1 when it failed. Without
 * run: of one that only looks at the text. */
static long peak(size_t (*run)(const char *text, size_t len), const char *text, size_t len)
{
	struct rusage used;
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		volatile char sum = 0;

		for (size_t i = 0; i < len; i += 4096)
			sum = (char)(sum ^ text[i]);
		_exit(run == NULL || run(text, len) != 0 ? 0 : 1);
	}
	return pid > 0 && wait4(pid, &status, 0, &used) == pid && status == 0 ? used.ru_maxrss : -1;
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

	printf("%-22s %8s %8s %10s\n", "", "GB/s", "ratio", "MiB");
	for (struct contender *c = contenders; c < contenders + CONTENDERS; c++) {
		if (c->run == NULL)
			continue;
		qsort(c->seconds, runs, sizeof *c->seconds, by_size);
		double rate = (double)len / c->seconds[runs / 2] * 1e-9;
		if (c->run == rival_simdjson_dom)
			base = rate;
		printf("%-22s %8.3f %7.2fx %10.1f\n", c->name, rate, base > 0 ? rate / base : 0,
			(double)c->kib / 1024);
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
	/* Memory first: what a contender keeps from run to run would be every later one's. */
	long idle = peak(NULL, text, len);
	for (struct contender *c = contenders; c < contenders + CONTENDERS; c++) {
		c->seconds = xcalloc(runs, sizeof(double));
		c->kib = c->run ? peak(c->run, text, len) - idle : 0;
	}
	printf("%s, %zu bytes, median of %zu runs, our reader on %s\n", argv[1], len, runs,
		json_simd());
	bool ok = race(text, len, runs);
	if (ok)
		report(len, runs);
	free(text);
	return ok ? 0 : 1;
}
