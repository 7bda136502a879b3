#include "session/trace.h"

#include <stdarg.h>
#include <stdio.h>

#define ABSENCE_WORDS(NAME, words) [ABSENT_##NAME] = (words),
const char *const absence_words[ABSENCE_COUNT] = {ABSENCES(ABSENCE_WORDS)};

void trace_start(struct session *s, const struct tracer *tracer, void *state)
{
	s->trace.on = s->trace.tracer = tracer;
	s->trace.state = state;
}

void trace_off(struct session *s)
{
	s->trace.off++;
	s->trace.on = NULL;
}

void trace_on(struct session *s)
{
	if (--s->trace.off == 0)
		s->trace.on = s->trace.tracer;
}

void trace_why(struct session *s, const char *fmt, ...)
{
	va_list ap;
	char text[512];

	if (!tracing(s))
		return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	trace_reason(s, text);
}

void trace_rule(struct session *s, const struct job *victim, const char *fmt, ...)
{
	va_list ap;
	char text[512];

	if (!tracing(s))
		return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	trace_victim_rule(s, victim, text);
}
