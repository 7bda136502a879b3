/* A snapshot-tool's log and summary of any bytes: no crash, and every text ends. */
#include "check.h"
#include "cmd/snap-replay/tool/failure.h"
#include "cmd/snap-replay/tool/log_numbers.h"
#include "cmd/snap-replay/tool/translate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void take(struct translate *t, struct tool_failure *f, char *line, size_t n)
{
	size_t left = log_strip_colours(line, n);

	check("colours add nothing", left <= n && !memchr(line, '\033', left));
	struct log_line l = log_line_parse((struct str){line, left});
	translate_line(t, &l);
	tool_failure_line(f, &l);
}

static void check_texts(const struct log_events *t)
{
	for (size_t i = 0; i < t->n_decisions; i++)
		check("a decision without an action",
			t->decisions[i].action && t->decisions[i].kind <= DECISION_EVICT);
	for (size_t i = 0; i < t->n_times; i++)
		check("a time without an action", t->times[i].action != NULL);
	for (size_t i = 0; i < t->n_warnings; i++)
		check("a warning about what is still to come", t->warnings[i].at <= t->n_decisions);
}

/* The texts of a block of their own, since the log is not kept. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct log_events log = {0};
	struct translate t = {.log = &log, .ahead = size % 2 ? 3600000000000 : 0};
	struct tool_failure f = {0};
	struct error e = {0};
	struct strbuf out = {0};
	char *text = malloc(size + 1);

	if (!text)
		return 0;
	if (size)
		memcpy(text, data, size);
	for (size_t at = 0, end; at < size; at = end + 1) {
		const char *newline = memchr(text + at, '\n', size - at);

		end = newline ? (size_t)(newline - text) : size;
		take(&t, &f, text + at, end - at);
	}
	free(text);
	strbuf_add(&out, data, size);
	translate_summary(&log, &out);
	check_texts(&log);
	tool_failure_error(&f, (int)(size % 256) << 8, STR("reading"), &e);
	check("an error without words", !e.status || e.what[0]);
	strbuf_free(&out);
	translate_free(&t);
	log_events_free(&log);
	return 0;
}
