/* A run that passed: its summary, and the features that were not replayed. */
#include <math.h>
#include <stdlib.h>
#include "common/actions.h"
#include "common/mem.h"
#include "common/event_file.h"
#include "row.h"

struct reading {
	struct run *run;
	struct strbuf *not_replayed;
	bool summed_up; /* the summary was read to its end */
};

/* False: no number, or none of this world. */
static bool read_number(struct json *r, double *n)
{
	struct str text;
	char digits[40], *end;

	if (!json_number(r, &text) || text.n >= sizeof digits)
		return false;
	memcpy(digits, text.p, text.n);
	digits[text.n] = 0;
	*n = strtod(digits, &end);
	return end != digits && *end == 0 && *n >= 0 && *n < 1e15;
}

static void read_count(struct json *r, int64_t *n)
{
	double number;

	if (read_number(r, &number))
		*n = (int64_t)number;
}

/* Milliseconds, with a fraction. */
static void read_time(struct json *r, int64_t *us)
{
	double ms;

	if (read_number(r, &ms))
		*us = llround(ms * 1000);
}

/* In the scheduler's sequence; tools sort them by name. */
static int in_sequence(const void *a, const void *b)
{
	const struct action_time *x = a, *y = b;
	int one = action_of_name(str_of(x->action)), other = action_of_name(str_of(y->action));

	return one != other ? one - other : strcmp(x->action, y->action);
}

static void read_times(struct json *r, struct run *run)
{
	struct str key;

	if (!json_enter(r))
		return;
	while (json_key(r, &key)) {
		if (run->n_times == MOST_ACTIONS) {
			json_skip(r);
			continue;
		}
		struct action_time t = {xmalloc(key.n + 1), UNKNOWN};

		memcpy(t.action, key.p, key.n);
		t.action[key.n] = 0;
		run->times = xrealloc_array(run->times, run->n_times + 1, sizeof *run->times);
		read_time(r, &t.us);
		run->times[run->n_times++] = t;
	}
	if (run->n_times)
		qsort(run->times, run->n_times, sizeof *run->times, in_sequence);
}

static void read_summary(struct json *r, void *to)
{
	struct reading *g = to;
	struct run *run = g->run;
	struct str key, text;

	if (!json_enter(r))
		return;
	while (json_key(r, &key)) {
		if (str_eq(key, STR("total_duration_ms")))
			read_time(r, &run->total_us);
		else if (str_eq(key, STR("action_durations_ms")))
			read_times(r, run);
		else if (str_eq(key, STR("binds")))
			read_count(r, &run->binds);
		else if (str_eq(key, STR("evictions")))
			read_count(r, &run->evictions);
		else if (str_eq(key, STR("pending")))
			read_count(r, &run->pending);
		else if (str_eq(key, STR("decisions")) && json_string(r, &text) &&
			text.n < sizeof run->decisions)
			memcpy(run->decisions, text.p, text.n);
		else if (!str_eq(key, STR("decisions")))
			json_skip(r);
	}
	g->summed_up = !json_failed(r);
}

static void read_unsupported(struct json *r, void *to)
{
	struct strbuf *names = ((struct reading *)to)->not_replayed;
	struct str key, text;

	if (!json_enter(r))
		return;
	while (json_key(r, &key)) {
		if (!str_eq(key, STR("feature"))) {
			json_skip(r);
		} else if (json_string(r, &text)) {
			strbuf_addz(names, names->len ? ", " : "");
			strbuf_addstr(names, text);
		}
	}
}

/* False: there is no summary, which is the last event. */
static bool read_run(struct row *row, const char *suffix, struct run *run)
{
	const struct event_reader readers[] = {
		{EVENT("summary"), read_summary}, {EVENT("unsupported"), read_unsupported}};
	struct reading reading = {.run = run, .not_replayed = &row->not_replayed};
	struct strbuf path = {0};

	*run = (struct run){
		.total_us = UNKNOWN, .binds = UNKNOWN, .evictions = UNKNOWN, .pending = UNKNOWN};
	row_path(row, row->n_runs, suffix, &path);
	strbuf_clear(&row->not_replayed);
	events_read(path.s, readers, sizeof readers / sizeof *readers, &reading);
	strbuf_free(&path);
	return reading.summed_up;
}

bool row_add_run(struct row *row)
{
	struct run run;

	if (!read_run(row, ".ndjson", &run))
		return false;
	row->runs = xrealloc_array(row->runs, row->n_runs + 1, sizeof *row->runs);
	row->runs[row->n_runs++] = run;
	return true;
}

void row_set_partial(struct row *row)
{
	read_run(row, ".ndjson.partial", &row->middle);
}
