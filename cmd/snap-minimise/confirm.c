/* --confirm: a real tool runs on the result. */
#include "common/json.h"
#include "common/stop.h"
#include "job.h"
#include "tool.h"
#include "twin.h"

enum { RUNS = 3 }; /* of the tool: its threads and Go's maps have no order */

struct confirming {
	struct job *job;
	struct verdict *verdict; /* shared with the copy */
};

static bool wants_pending(const struct settings *s)
{
	for (int i = 0; i < s->n_keep; i++)
		if (s->keep[i].about == ABOUT_PENDING || s->keep[i].about == ABOUT_JQ)
			return true;
	return false;
}

/* The first predicate that the events do not show; -1: all of them are shown. */
static int first_failed(const struct settings *s, struct str events, struct error *e)
{
	for (int i = 0; i < s->n_keep; i++)
		if (predicate_of_tools(&s->keep[i]) && !predicate_holds(&s->keep[i], events, 0, e))
			return i;
	return -1;
}

/* In a copy of the program. */
static bool run(void *ctx, int i)
{
	const struct confirming *c = ctx;
	const struct settings *s = c->job->settings;
	struct verdict *v = c->verdict;
	struct strbuf events = {0};

	(void)i;
	for (int k = 0; k < RUNS && v->failed >= 0; k++) {
		strbuf_clear(&events);
		if (!tool_run(str_of(s->confirm), strbuf_str(&c->job->left), wants_pending(s),
			    &events, &v->error))
			return false;
		v->failed = first_failed(s, strbuf_str(&events), &v->error);
	}
	v->ran = true;
	return true;
}

bool job_confirm(struct job *j, struct error *e)
{
	struct confirming c = {j, twin_share(sizeof *c.verdict)};

	if (!c.verdict)
		return error_errno(e, "no memory to share");
	probe_first(&j->state.prober, 0, 1, run, &c);
	if (c.verdict->error.status) {
		*e = c.verdict->error;
	} else if (c.verdict->ran && c.verdict->failed >= 0) {
		struct str words = j->settings->keep[c.verdict->failed].words;

		error_set(e, SNAP_NO, "not confirmed",
			"%.200s does not show '%.*s' of what is left", j->settings->confirm,
			(int)(words.n < 200 ? words.n : 200), words.p);
		error_hint(e, "snap-compare-refs tells what differs");
	} else if (c.verdict->ran) {
		msg_note("confirmed: %.200s shows it, too", j->settings->confirm);
	} else if (!j->state.prober.over) {
		error_set(e, SNAP_SYSTEM, "a tool failed", "%.200s: it broke off",
			j->settings->confirm);
	} else if (!stop_asked()) {
		error_set(e, SNAP_LIMIT, "time-out", "the budget is used up before %.200s has run",
			j->settings->confirm);
		error_hint(e, "a longer --budget");
	}
	twin_unshare(c.verdict, sizeof *c.verdict);
	return !e->status;
}
