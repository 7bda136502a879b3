/* The summary event of a run. */
#include <stdlib.h>
#include "common/json.h"
#include "common/mem.h"
#include "common/raw.h"
#include "compare.h"

static void read_count(struct json *r, int64_t *n)
{
	struct str text;
	char digits[24], *end;
	if (!json_number(r, &text) || text.n >= sizeof digits)
		return;
	memcpy(digits, text.p, text.n);
	digits[text.n] = 0;
	long long v = strtoll(digits, &end, 10);
	if (end != digits && *end == 0)
		*n = v;
}

static void read_times(struct json *r, struct row *row)
{
	struct str key;
	if (!json_enter(r))
		return;
	while (json_key(r, &key)) {
		struct action_time t = {xmalloc(key.n + 1), UNKNOWN};
		memcpy(t.action, key.p, key.n);
		t.action[key.n] = 0;
		row->times = xrealloc_array(row->times, row->n_times + 1, sizeof *row->times);
		read_count(r, &t.ms);
		row->times[row->n_times++] = t;
	}
}

static void read_summary(struct json *r, struct row *row)
{
	struct str key, text;
	if (!json_enter(r))
		return;
	while (json_key(r, &key)) {
		if (str_eq(key, STR("total_duration_ms")))
			read_count(r, &row->total_ms);
		else if (str_eq(key, STR("action_durations_ms")))
			read_times(r, row);
		else if (str_eq(key, STR("binds")))
			read_count(r, &row->binds);
		else if (str_eq(key, STR("evictions")))
			read_count(r, &row->evictions);
		else if (str_eq(key, STR("pending")))
			read_count(r, &row->pending);
		else if (str_eq(key, STR("decisions")) && json_string(r, &text) && text.n < sizeof row->decisions)
			memcpy(row->decisions, text.p, text.n);
		else if (!str_eq(key, STR("decisions")))
			json_skip(r);
	}
}

void row_read_summary(struct row *row, const char *events_path)
{
	static const char start[] = "{\"event\":\"summary\"";
	struct error ignored = {0};
	struct raw *raw = raw_open(events_path, &ignored);
	struct strbuf line = {0};
	struct str block;
	while (raw && raw_next(raw, &block, &ignored) > 0)
		while (block.n) {
			/* Lines are kept only while they can be the summary: it is the last one, but memory need not hold the others. */
			const char *nl = memchr(block.p, '\n', block.n);
			size_t n = nl ? (size_t)(nl - block.p) + 1 : block.n;
			if (line.len && line.s[line.len - 1] == '\n')
				strbuf_clear(&line);
			strbuf_add(&line, block.p, n);
			block.p += n;
			block.n -= n;
		}
	if (raw)
		raw_close(raw);
	if (str_starts(strbuf_str(&line), STR(start))) {
		memset(strbuf_reserve(&line, JSON_PADDING), 0, JSON_PADDING);
		struct json *r = json_over_memory(line.s, line.len);
		read_summary(r, row);
		json_free(r);
	}
	strbuf_free(&line);
}
