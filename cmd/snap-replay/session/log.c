#include "session/log.h"

#include <stdarg.h>

#include "session/session.h"

struct str session_text(struct session *s, const char *fmt, ...)
{
	va_list ap;
	struct str text;

	va_start(ap, fmt);
	text = arena_vtextf(&s->arena, fmt, ap);
	va_end(ap);
	return text;
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
