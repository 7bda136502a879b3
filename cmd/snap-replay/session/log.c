#include "session/log.h"

#include <stdarg.h>

#include "session/session.h"

/* ---- texts ---- */

struct str session_text(struct session *s, const char *fmt, ...)
{
	va_list ap;
	struct str text;

	va_start(ap, fmt);
	text = arena_vtextf(&s->arena, fmt, ap);
	va_end(ap);
	return text;
}

static struct str in_arena(struct session *s, struct strbuf *b)
{
	struct str made = arena_str(&s->arena, strbuf_str(b));

	strbuf_free(b);
	return made;
}

const char *vector_text(struct session *s, const double *v)
{
	struct strbuf b = {0};

	for (int i = 0; i < s->c->slots.count; i++) {
		strbuf_addc(&b, i ? ' ' : '[');
		fit_go_float(&b, v[i]);
	}
	strbuf_addc(&b, ']');
	return in_arena(s, &b).p;
}

const char *number_text(struct session *s, double x)
{
	struct strbuf b = {0};

	fit_go_float(&b, x);
	return in_arena(s, &b).p;
}

struct str device_groups_text(struct session *s, struct device_group_list groups)
{
	struct strbuf b = {0};

	strbuf_addc(&b, '[');
	for (int i = 0; i < groups.n; i++)
		strbuf_addf(&b, "%s" STR_FMT, i ? " " : "",
			STR_ARG(s->c->device_groups[groups.ids[i]].name));
	strbuf_addc(&b, ']');
	return in_arena(s, &b);
}

struct str tasks_text(struct session *s, struct task *const *tasks, int n, const char *before,
	const char *between, const char *behind)
{
	struct strbuf b = {0};

	for (int i = 0; i < n; i++)
		strbuf_addf(&b, "%s%s" STR_FMT "%s", i ? between : "", before,
			STR_ARG(tasks[i]->key), behind);
	return in_arena(s, &b);
}

/* ---- lines ---- */

/* In UTC, with milliseconds. */
static void add_clock(struct strbuf *out, struct instant now)
{
	int ms = now.nsec / 1000000;

	now.nsec = 0;
	rfc3339_format(out, now);
	out->len--; /* the Z */
	strbuf_addf(out, ".%03dZ", ms);
}

void log_line(struct session *s, enum log_severity severity, int level, const char *fmt, ...)
{
	static const char *const words[] = {
		[LOG_INFO] = "INFO", [LOG_WARN] = "WARN", [LOG_ERROR] = "ERROR"};
	struct text line = {0};
	va_list ap;

	add_clock(text_numbers(&line), s->c->now);
	text_addf(&line, "\t%s\tV(%d)\t[snap-replay] ", words[severity], level);
	if (s->action)
		text_addf(&line, "[%s] ", s->action);
	va_start(ap, fmt);
	text_vaddf(&line, fmt, ap);
	va_end(ap);
	text_ours(&line, "\n");
	fwrite(line.made.s, 1, line.made.len, s->log.to);
	text_free(&line);
}

void log_over_capacity(struct session *s, const struct job *j, struct str reason)
{
	if (s->log.detailed && s->log.detailed[j->index])
		session_log(s, 5, "Job: <" STR_FMT "> is over capacity. Reason: " STR_FMT,
			STR_ARG(j->key), STR_ARG(reason));
}
