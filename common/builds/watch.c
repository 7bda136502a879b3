#include "common/builds/watch.h"
#include "common/msg.h"
#include "common/proc.h"
#include "common/timefmt.h"

enum { TOLD_EVERY_MS = 60000, SECOND_MS = 1000, SECOND_NS = 1000000000 };

void build_watch_line(struct strbuf *line, const char *what, int64_t ms, struct str said)
{
	strbuf_addf(line, "%s, ", what);
	duration_format(line, ms / SECOND_MS * SECOND_NS);
	if (said.n)
		strbuf_addf(line, ": " STR_FMT, STR_ARG(said));
}

static void on_stage(void *to, const char *what)
{
	struct plain_watch *p = to;

	strbuf_clear(&p->what);
	strbuf_addz(&p->what, what);
	p->began_ms = p->told_ms = proc_clock_ms();
	progress_end(&p->progress);
	msg_note("%s: %s", p->ref, what);
	progress_start(&p->progress, p->ref, 0);
}

static void on_tick(void *to, struct str line)
{
	struct plain_watch *p = to;
	int64_t now = proc_clock_ms(), took = now - p->began_ms;

	progress_show(
		&p->progress, line.n ? line : strbuf_str(&p->what), took / SECOND_MS, "second");
	if (p->progress.enabled || now - p->told_ms < TOLD_EVERY_MS)
		return;
	struct strbuf text = {0};
	p->told_ms = now;
	build_watch_line(&text, p->what.s, took, line);
	msg_note("%s: %s", p->ref, text.s);
	strbuf_free(&text);
}

struct build_watch plain_watch_start(struct plain_watch *p, const char *ref)
{
	*p = (struct plain_watch){.ref = ref};
	return (struct build_watch){on_stage, on_tick, p};
}

void plain_watch_end(struct plain_watch *p)
{
	progress_end(&p->progress);
	strbuf_free(&p->what);
}
