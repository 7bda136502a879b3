#include "common/event_file.h"
#include "common/raw.h"

struct reading {
	const struct event_reader *readers;
	size_t n;
	void *to;
	struct strbuf line;
};

static void take_line(struct reading *g)
{
	for (size_t i = 0; i < g->n; i++)
		if (str_starts(strbuf_str(&g->line), g->readers[i].start)) {
			memset(strbuf_reserve(&g->line, JSON_PADDING), 0, JSON_PADDING);
			struct json *r = json_over_memory(g->line.s, g->line.len);
			g->readers[i].read(r, g->to);
			json_free(r);
			return;
		}
}

void events_read(const char *path, const struct event_reader *readers, size_t n, void *to)
{
	struct error ignored = {0};
	struct raw *raw = raw_open(path, &ignored);
	struct reading g = {.readers = readers, .n = n, .to = to};
	struct str block;

	while (raw && raw_next(raw, &block, &ignored) > 0)
		while (block.n) {
			const char *nl = str_find(block, '\n');
			size_t used = nl ? (size_t)(nl - block.p) + 1 : block.n;

			strbuf_add(&g.line, block.p, used);
			block.p += used;
			block.n -= used;
			if (nl) {
				take_line(&g);
				strbuf_clear(&g.line);
			}
		}
	if (raw)
		raw_close(raw);
	strbuf_free(&g.line);
}
