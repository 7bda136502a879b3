#include "session/clock.h"

#include "session/session.h"

void clock_count_wait(struct session *s, const struct job *j, enum clock_wait kind)
{
	struct job *own = j->session_job;

	if (own->waits >> kind & 1)
		return;
	own->waits |= (unsigned char)(1u << kind);
	s->clock.jobs[kind]++;
	if (!s->clock.first.n)
		s->clock.first = own->key;
}

static void count(struct strbuf *b, int n, const char *one, const char *several, const char *state)
{
	if (n)
		strbuf_addf(b, "%s%d %s %s", b->len ? ", " : "", n, n == 1 ? one : several, state);
}

/* Running pods that are being deleted, not long enough yet to be stuck. */
static int terminating(const struct cluster *c, struct str *first)
{
	int n = 0;

	for (int i = 0; i < c->n_tasks; i++) {
		const struct task *t = &c->tasks[i];

		if (t->status == POD_STUCK_IN_RELEASING || instant_is_zero(t->pod->meta.deletion) ||
			!str_eq(t->pod->phase, STR("Running")))
			continue;
		if (!n++ && !first->n)
			*first = t->key;
	}
	return n;
}

void clock_warn(struct session *s)
{
	struct strbuf b = {0};
	struct str first = s->clock.first;
	int n_terminating = terminating(s->c, &first);

	count(&b, s->clock.jobs[WAIT_RUNTIME], "pod group", "pod groups",
		"within the minimum runtime of a queue");
	count(&b, s->clock.jobs[WAIT_DELAY], "pod group", "pod groups",
		"within a preemption delay");
	count(&b, s->clock.jobs[WAIT_GRACE], "stale gang", "stale gangs", "within a grace period");
	count(&b, n_terminating, "pod", "pods", "being deleted, perhaps stuck by then");
	if (b.len)
		warn_doubt(s->warnings, first,
			"give the time of the capture with --now; captures of snap-fetch know it",
			"the clock is the newest time in the snapshot, older than the capture, and decisions hang on it: %s",
			b.s);
	strbuf_free(&b);
}
