/* The events of a run: its summary, and the features that were not replayed. */
#include <stdlib.h>
#include "common/json.h"
#include "common/mem.h"
#include "common/raw.h"
#include "row.h"

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
		else if (str_eq(key, STR("decisions")) && json_string(r, &text) &&
			text.n < sizeof row->decisions)
			memcpy(row->decisions, text.p, text.n);
		else if (!str_eq(key, STR("decisions")))
			json_skip(r);
	}
}

static void read_unsupported(struct json *r, struct row *row)
{
	struct str key, text;

	if (!json_enter(r))
		return;
	while (json_key(r, &key)) {
		if (!str_eq(key, STR("feature"))) {
			json_skip(r);
		} else if (json_string(r, &text)) {
			strbuf_addz(&row->not_replayed, row->not_replayed.len ? ", " : "");
			strbuf_addstr(&row->not_replayed, text);
		}
	}
}

static void read_event(struct row *row, struct strbuf *line)
{
	const struct {
		struct str start;
		void (*read)(struct json *r, struct row *row);
	} events[] = {{STR("{\"event\":\"summary\""), read_summary},
		{STR("{\"event\":\"unsupported\""), read_unsupported}};

	for (size_t i = 0; i < sizeof events / sizeof *events; i++)
		if (str_starts(strbuf_str(line), events[i].start)) {
			memset(strbuf_reserve(line, JSON_PADDING), 0, JSON_PADDING);
			struct json *r = json_over_memory(line->s, line->len);
			events[i].read(r, row);
			json_free(r);
		}
}

void row_read_events(struct row *row, const char *events_path)
{
	struct error ignored = {0};
	struct raw *raw = raw_open(events_path, &ignored);
	struct strbuf line = {0};
	struct str block;

	while (raw && raw_next(raw, &block, &ignored) > 0)
		while (block.n) {
			const char *nl = str_find(block, '\n');
			size_t n = nl ? (size_t)(nl - block.p) + 1 : block.n;

			strbuf_add(&line, block.p, n);
			block.p += n;
			block.n -= n;
			if (nl) {
				read_event(row, &line);
				strbuf_clear(&line);
			}
		}
	if (raw)
		raw_close(raw);
	strbuf_free(&line);
}
