/* Who may reclaim (rules/05 12.1), and from whom (rules/05 12.2). */
#include "plugins/proportion/reclaiming.h"

#include "session/trace.h"
#include "session/units.h"

static struct triple after_of(const struct queue_share *q, const struct triple *req)
{
	return triple_add(SHARE_TRIPLE(q, allocated), *req);
}

bool within_quota(const struct queue_share *q, const struct triple *req)
{
	struct triple after = after_of(q, req), deserved = SHARE_TRIPLE(q, deserved);

	return leq(&after, &deserved);
}

bool within_quota_np(const struct queue_share *q, const struct triple *req)
{
	struct triple after = triple_add(SHARE_TRIPLE(q, allocated_np), *req),
		      deserved = SHARE_TRIPLE(q, deserved);

	return leq(&after, &deserved);
}

/* ---- reasons for --explain: figures only where they stay the same through a search ---- */

/* The first resource of which there is more than allowed. */
static const char *exceeding(const struct triple *amount, const struct triple *allowed)
{
	static const char *const words[TRIPLE] = {
		[SLOT_CPU] = "CPUs", [SLOT_MEMORY] = "memory", [SLOT_GPU] = "GPUs"};

	for (int i = TRIPLE - 1; i > 0; i--) /* GPUs first: the scarcest resource */
		if (!leq_one(amount->v[i], allowed->v[i]))
			return words[i];
	return words[0];
}

static void why_no_reclaimer(struct proportion *p, const struct queue_share *q,
	const struct triple *after, const struct triple *fair)
{
	if (!leq(after, fair))
		trace_why(p->session,
			"with it queue " STR_FMT " would be over its fair share of %s",
			STR_ARG(q->queue->label), exceeding(after, fair));
	else
		trace_why(p->session,
			"it is not preemptible, and with it queue " STR_FMT
			" would be over its quota",
			STR_ARG(q->queue->label));
}

/* ---- may the job reclaim at all (rules/05 12.1) ---- */

static bool can_reclaim(void *ctx, struct job *j)
{
	struct proportion *p = ctx;
	const struct queue_share *q = queue_share_of(p, j->queue);
	struct triple req, after, fair;
	bool ok;

	if (!q)
		return false;
	req = job_request(p, j);
	after = after_of(q, &req);
	fair = SHARE_TRIPLE(q, fair_share);
	ok = leq(&after, &fair) && (j->preemptible || within_quota_np(q, &req));
	if (!ok && tracing(p->session))
		why_no_reclaimer(p, q, &after, &fair);
	return ok;
}

/* ---- the victim filter (rules/05 12.2) ---- */

struct ancestors leveled(const struct queue_share *r, const struct queue_share *e)
{
	const struct queue *level_r = r->queue, *level_e = e->queue;

	queues_level(&level_r, &level_e);
	return (struct ancestors){
		r + (level_r->index - r->queue->index), e + (level_e->index - e->queue->index)};
}

static bool keep_under_quota(const struct queue_share *e, const struct triple *req)
{
	bool below = false;

	for (int i = 0; i < TRIPLE; i++) {
		if (!(req->v[i] > 0) || e->r[i].deserved == UNLIMITED)
			continue;
		if (e->r[i].allocated > e->r[i].deserved)
			return true;
		if (e->r[i].allocated < e->r[i].deserved)
			below = true;
	}
	return !below;
}

static bool keep_queue(struct proportion *p, struct job *reclaimer, const struct queue_share *r,
	const struct queue_share *e)
{
	struct triple req = job_request(p, reclaimer), allocated, allocatable;
	struct ancestors at = leveled(r, e);
	bool quota, keep;

	quota = within_quota(at.r, &req);
	allocated = SHARE_TRIPLE(at.e, allocated);
	allocatable = allocatable_of(at.e);
	keep = quota ? keep_under_quota(at.e, &req) : !leq(&allocated, &allocatable);
	if (!keep)
		trace_why(p->session, "of queue " STR_FMT ", which is within its %s",
			STR_ARG(at.e->queue->label), quota ? "quota" : "fair share");
	return keep;
}

/* A search filters all jobs when it begins, before anything changes, and there are few queues. So
 * the answers of keep_queue for the search's job are kept, by the index of the victim's queue: 1 +
 * the answer; 0: not computed. */
static bool keep_victim(void *ctx, struct job *reclaimer, struct job *victim)
{
	struct proportion *p = ctx;
	const struct queue_share *r = queue_share_of(p, reclaimer->queue),
				 *e = queue_share_of(p, victim->queue);
	unsigned char *known;

	if (!r || !e)
		return true;
	if (tracing(p->session) || p->session->exhaustive) /* each victim is traced */
		return keep_queue(p, reclaimer, r, e);
	known = &p->reclaim_answers[victim->queue->index];
	if (!*known)
		*known = (unsigned char)(1 + keep_queue(p, reclaimer, r, e));
	return *known > 1;
}

static bool filter_by_queue(void *ctx, const struct job *victim)
{
	(void)ctx;
	(void)victim;
	return true;
}

static void forget_answers(void *ctx, struct job *j)
{
	struct proportion *p = ctx;

	(void)j;
	memset(p->reclaim_answers, 0, (size_t)p->n_queues);
}

void reclaimable_open(struct proportion *p)
{
	struct session *s = p->session;

	p->reclaim_answers = ARENA_ARRAY(&s->arena, (size_t)p->n_queues, unsigned char);
	hook_add_can_reclaim(s, can_reclaim, p, "proportion");
	if (s->c->objects->follows.victim_filter) {
		hook_add_reclaim_victim_filter(s, keep_victim, p, "proportion");
		hook_add_reclaim_filter_by_queue(s, filter_by_queue, p, "proportion");
	}
	hook_add_job_solution_start(s, forget_answers, p, "proportion");
}
