/* Which jobs enter a walk (kai/03 section 3.3). */
#include <stdlib.h>

#include "../report/explain.h"
#include "common/mem.h"
#include "common/timefmt.h"
#include "queue_walk.h"

static const struct str delay_reason = {"PreemptionDelayNotElapsed", 25};

/* False: the job has no preemption delay. */
static bool delay_end(const struct job *j, struct instant *end)
{
	struct instant from = j->creation;

	if (!j->object->has_preemption_delay || j->object->preemption_delay <= 0)
		return false;
	if (!instant_is_zero(j->last_eviction) && instant_cmp(j->last_eviction, from) > 0)
		from = j->last_eviction;
	*end = instant_add(from, j->object->preemption_delay);
	return true;
}

static void note_delay(struct session *s, struct job *j, struct instant end)
{
	struct strbuf delay = {0}, until = {0};

	session_log(s, 3, "Job <" STR_FMT "> is within its preemption delay window, skipping as eviction trigger", STR_ARG(j->key));
	if (fit_job_has_reason(j, delay_reason))
		return;
	duration_format(&delay, j->object->preemption_delay);
	end.nsec = 0;
	rfc3339_format(&until, end);
	fit_record_job(s, j, delay_reason,
	               session_text(s, "Workload is within its preemption delay window (%s) and may not trigger evictions before %s",
	                            delay.s, until.s),
	               (struct str){0});
	strbuf_free(&delay);
	strbuf_free(&until);
}

/* Why the job does not enter, in words; NULL: it does. */
static const char *refusal(struct session *s, const struct walk_options *o, struct job *j)
{
	struct instant end;

	if (o->ready_only && !job_ready(j))
		return "it is not ready";
	if (o->pending_only && j->counts[POD_PENDING] == 0)
		return "no pod of it is pending";
	if (o->preemptible_only && !j->preemptible)
		return "it is not preemptible";
	if (o->active_only && counts_in(j->counts, SET_ACTIVE_ALLOCATED) + j->active_drift <= 0)
		return "no pod of it runs";
	if (!j->queue || j->queue->n_children)
		return j->queue ? "its queue has queues below it" : "its queue does not exist";
	if (o->delay && delay_end(j, &end) && instant_cmp(s->c->now, end) < 0) {
		note_delay(s, j, end);
		return "it is within its preemption delay";
	}
	return NULL;
}

/* FNV-1a: spelled out, so that the order does not change with the hash of common/map. */
static uint64_t fnv1a(struct str s)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < s.n; i++)
		h = (h ^ (unsigned char)s.p[i]) * UINT64_C(0x100000001b3);
	return h;
}

static int by_hash(const void *a, const void *b)
{
	const struct job *l = *(struct job *const *)a, *r = *(struct job *const *)b;
	uint64_t lh = fnv1a(l->name), rh = fnv1a(r->name);

	return lh != rh ? (lh < rh ? -1 : 1) : str_cmp(l->name, r->name);
}

/* The original fills its walks in the random order of a map. Where that decides between equals, sorted ids can give a result that it
 * hardly ever comes to, as they go with the jobs' age; a fixed order without any such sense gives what it mostly comes to. */
void walk_rank_jobs(struct session *s)
{
	s->jobs_to_fill = ARENA_ARRAY(&s->arena, (size_t)s->c->n_jobs + 1, struct job *);
	memcpy(s->jobs_to_fill, s->c->jobs, (size_t)s->c->n_jobs * sizeof(struct job *));
	qsort(s->jobs_to_fill, (size_t)s->c->n_jobs, sizeof(struct job *), by_hash);
	for (int i = 0; i < s->c->n_jobs; i++)
		s->jobs_to_fill[i]->fill_rank = i;
}

static int by_rank(const void *a, const void *b)
{
	return (*(struct job *const *)a)->fill_rank - (*(struct job *const *)b)->fill_rank;
}

void walk_fill_one(struct walk *w, struct job *j)
{
	const char *why = refusal(walk_session(w), walk_options_of(w), j);

	if (!why)
		walk_push(w, j);
	else if (walk_options_of(w)->told && walk_session(w)->explain)
		explain_stays_out(walk_session(w), j, str_of(why));
}

void walk_fill(struct walk *w, struct job *const *jobs, int n)
{
	struct job **order = xcalloc((size_t)n + 1, sizeof(struct job *));

	memcpy(order, jobs, (size_t)n * sizeof(struct job *));
	if (walk_options_of(w)->depth == -1) /* what a depth limit drops goes by id (kai/03 section 3.3) */
		qsort(order, (size_t)n, sizeof(struct job *), by_rank);
	for (int i = 0; i < n; i++)
		walk_fill_one(w, order[i]);
	free(order);
}
