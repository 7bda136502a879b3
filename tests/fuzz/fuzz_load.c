/* The loader on any bytes: read as a snapshot and built into a cluster, from memory and from a
 * stream, with the same outcome. */
#include <stdio.h>
#include <stdlib.h>

#include "cmd/snap-replay/model/cluster.h"
#include "cmd/snap-replay/model/read/read.h"
#include "common/mem.h"
#include "stream.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int load(struct json *r, struct error *e)
{
	struct objects o = {0};
	struct warnings w = {0};
	struct cluster c = {0};
	int tasks = -1;

	if (objects_read(&o, r, &w, e) && cluster_build(&c, &o, o.newest, &w, e))
		tasks = c.n_tasks;
	if (tasks < 0 && !e->status)
		abort();
	cluster_free(&c);
	objects_free(&o);
	warnings_free(&w);
	json_free(r);
	return tasks;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = xcalloc(size + JSON_PADDING, 1);
	struct stream s = {text, size};
	struct error from_memory = {0}, from_stream = {0};
	int a, b;

	if (size)
		memcpy(text, data, size);
	a = load(json_over_memory(text, size), &from_memory);
	b = load(json_over_stream(stream_fill, &s), &from_stream);
	if (a != b || strcmp(from_memory.what, from_stream.what) != 0 ||
		strcmp(from_memory.why, from_stream.why) != 0) {
		fprintf(stderr, "memory: %d %s\nstream: %d %s\n", a, from_memory.why, b,
			from_stream.why);
		abort();
	}
	free(text);
	return 0;
}
