/* Runs of the whole, in copies of the program. */
#include "job.h"
#include "common/json.h"
#include "pods.h"
#include "twin.h"

enum { CHECKS = 3 }; /* of the input: the engine must not be of two minds */

struct check {
	struct job *job;
	struct verdict *verdict; /* shared with the copies */
	bool anew;               /* of what is left, read again */
};

static bool check_run(void *ctx, int i)
{
	struct check *c = ctx;
	struct state *s = &c->job->state;

	(void)i;
	if (c->anew && !state_reopen(s, strbuf_str(&c->job->left), &c->verdict->error))
		return false;
	state_run(s, s->keep, c->verdict);
	return c->verdict->ran;
}

static void not_so(const struct job *j, const struct verdict *v, const char *where, struct error *e)
{
	const struct settings *s = j->settings;

	if (v->failed >= s->n_keep) {
		error_set(e, SNAP_NO, "not so", "'%.200s' ends with another status than 0%s",
			s->tests[v->failed - s->n_keep], where);
		return;
	}
	struct str words = s->keep[v->failed].words;
	error_set(e, SNAP_NO, "not so", "'%.*s' does not hold%s",
		(int)(words.n < 200 ? words.n : 200), words.p, where);
}

bool job_check(struct job *j, bool anew, struct error *e)
{
	struct check c = {j, twin_share(sizeof *c.verdict), anew};
	struct state *s = &j->state;
	bool ran;

	if (!c.verdict)
		return error_errno(e, "no memory to share");
	ran = probe_first(&s->prober, 0, 1, check_run, &c) == 0;
	s->whole = c.verdict->whole;
	if (!ran && c.verdict->error.status)
		*e = c.verdict->error;
	else if (s->prober.refused)
		error_set(e, SNAP_SYSTEM, "no process", "the system gives none");
	else if (!ran && !s->prober.over)
		error_set(e, SNAP_SYSTEM, "the replay broke off",
			"out of memory, or a crash: snap-replay tells");
	else if (ran && c.verdict->failed >= 0)
		not_so(j, c.verdict, anew ? " of what is left, although it did" : "", e);
	twin_unshare(c.verdict, sizeof *c.verdict);
	return ran && !e->status;
}

bool job_check_input(struct job *j, struct error *e)
{
	if (!pods_find(&j->state.snapshot, j->settings, &j->names, e))
		return false;
	for (int i = 0; i < CHECKS; i++)
		if (!job_check(j, false, e)) {
			if (e->status == SNAP_NO)
				error_hint(e,
					"snap-replay --show decisions,pending says what the cycle does");
			return false;
		}
	if (!j->state.whole && j->settings->n_keep)
		msg_warn(j->name, "not all of it is replayed: snap-replay says what");
	return true;
}
