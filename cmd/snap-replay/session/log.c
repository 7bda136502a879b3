#include "session/log.h"

#include <stdarg.h>

#include "session/session.h"

struct str session_text(struct session *s, const char *fmt, ...)
{
	va_list ap, again;
	size_t n;
	char *text;

	va_start(ap, fmt);
	va_copy(again, ap);
	n = (size_t)vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	text = arena_alloc(&s->arena, n + 1);
	vsnprintf(text, n + 1, fmt, again);
	va_end(again);
	return (struct str){text, n};
}

void session_log(struct session *s, int level, const char *fmt, ...)
{
	struct text line = {0};
	va_list ap;

	if (level > s->log.verbosity)
		return;
	if (s->action)
		text_addf(&line, "[%s] ", s->action);
	va_start(ap, fmt);
	text_vaddf(&line, fmt, ap);
	va_end(ap);
	text_ours(&line, "\n");
	fwrite(line.made.s, 1, line.made.len, s->log.to);
	text_free(&line);
}
