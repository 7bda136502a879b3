#include "tool/silence.h"
#include "common/doing.h"

enum { SILENCE_MS = 10000 };

void tool_doing(const struct tool_run *r, struct text *out)
{
	const struct translate *t = &r->translate;
	const struct doing doing = {t->in_action, t->job, t->attempts};

	if (t->log->total_known)
		text_ours(out, "the end of its run, behind all decisions");
	else if (t->in_action.n)
		doing_add(out, &doing);
	else if (t->log->session_known)
		text_ours(out, "the start of its cycle, before the first action");
	else if (t->opening)
		text_ours(out, "the start of its session");
	else
		text_ours(out, "reading the snapshot");
}

const char *tool_known_hang(const struct tool_run *r)
{
	if (r->translate.opening || !r->index.objects.node_resource_topologies.n)
		return NULL;
	return "tools of v0.16 wait without end for the NodeResourceTopologies of a snapshot; those of "
	       "v0.17 and the native engine do not";
}

void silence_ends(struct silence *s, int64_t now_ms)
{
	*s = (struct silence){.heard_ms = now_ms};
}

int64_t silence_due_in(const struct silence *s, int64_t now_ms)
{
	int64_t at = s->heard_ms + (s->told_ms ? 2 * s->told_ms : SILENCE_MS);

	return at > now_ms ? at - now_ms : 0;
}

void silence_told(struct silence *s, int64_t now_ms)
{
	s->told_ms = now_ms - s->heard_ms;
}
