/* Fills walks: which jobs enter, and in which order (rules/03 3.3). */
#include <limits.h>
#include <stdlib.h>

#include "session/trace.h"
#include "session/clock.h"
#include "common/mem.h"
#include "common/timefmt.h"
#include "session/walk/queue_walk.h"

static const struct str delay_reason = STR_INIT("PreemptionDelayNotElapsed");

bool walk_delay_end(const struct job *j, struct instant *end)
{
	struct instant from = j->creation;

	if (j->object->preemption_delay <= 0)
		return false;
	if (!instant_is_zero(j->last_eviction) && instant_cmp(j->last_eviction, from) > 0)
		from = j->last_eviction;
	*end = instant_add(from, j->object->preemption_delay);
	return true;
}

static void note_delay(struct session *s, struct job *j, struct instant end)
{
	struct strbuf delay = {0}, until = {0};

	session_log(s, 3,
		"Job <" STR_FMT
		"> is within its preemption delay window, skipping as eviction trigger",
		STR_ARG(j->key));
	if (fit_job_has_reason(j, delay_reason))
		return;
	duration_format(&delay, j->object->preemption_delay);
	end.nsec = 0;
	rfc3339_format(&until, end);
	fit_record_job(s, j, delay_reason,
		session_text(s,
			"Workload is within its preemption delay window (%s) and may not trigger evictions before %s",
			delay.s, until.s),
		(struct str){0});
	strbuf_free(&delay);
	strbuf_free(&until);
}

/* Why the job does not enter; PRESENT: it does. */
static enum absence refusal(struct session *s, const struct walk_options *o, struct job *j)
{
	struct instant end;

	if (o->ready_only && !job_ready(j))
		return ABSENT_NOT_READY;
	if (o->pending_only && j->counts[POD_PENDING] == 0)
		return ABSENT_NOT_PENDING;
	if (o->preemptible_only && !j->preemptible)
		return ABSENT_NOT_PREEMPTIBLE;
	if (o->active_only &&
		counts_in(j->counts, SET_ACTIVE_ALLOCATED) ==
			0) /* active_drift is left out: rules/10 2 */
		return ABSENT_NOT_RUNNING;
	if (!j->queue || j->queue->n_children)
		return j->queue ? ABSENT_INNER_QUEUE : ABSENT_NO_QUEUE;
	if (o->delay && walk_delay_end(j, &end) && instant_cmp(s->c->now, end) < 0) {
		note_delay(s, j, end);
		if (!j->evicted)
			clock_count_wait(s, j, WAIT_DELAY);
		return ABSENT_DELAYED;
	}
	return PRESENT;
}

struct ranked {
	int place; /* in objects.lots; those that are not there follow */
	uint64_t hash;
	struct job *job;
};

static int by_hash(const void *a, const void *b)
{
	const struct ranked *l = a, *r = b;

	if (l->place != r->place)
		return l->place < r->place ? -1 : 1;
	return l->hash != r->hash ? (l->hash < r->hash ? -1 : 1)
				  : str_cmp(l->job->name, r->job->name);
}

static int place_of(const struct map *lots, struct str name)
{
	const struct str *at = map_get(lots, name);

	return at ? (int)(at - (const struct str *)lots->entries[0].value) : INT_MAX;
}

/* The original fills its walks in the random order of a map. Where that decides between equals,
 * sorted ids can give a result that it hardly ever comes to, as they go with the jobs' age; a fixed
 * order without any such sense gives what it mostly comes to. */
void walk_rank_jobs(struct session *s)
{
	const struct cluster *c = s->c;
	struct ranked *order = xcalloc((size_t)c->n_jobs, sizeof *order);
	struct map lots = {0};

	for (int i = 0; i < c->objects->n_lots && !c->dice.thrown; i++)
		map_put(&lots, c->objects->lots[i], NULL)->value = &c->objects->lots[i];
	for (int i = 0; i < c->n_jobs; i++)
		order[i] = (struct ranked){place_of(&lots, c->jobs[i]->name),
			dice_rank(&c->dice, c->jobs[i]->name), c->jobs[i]};
	qsort(order, (size_t)c->n_jobs, sizeof *order, by_hash);
	s->jobs_to_fill = ARENA_ARRAY(&s->arena, (size_t)c->n_jobs, struct job *);
	for (int i = 0; i < c->n_jobs; i++)
		s->jobs_to_fill[i] = order[i].job;
	dice_shuffle(&c->dice, 0, s->jobs_to_fill, c->n_jobs);
	for (int i = 0; i < c->n_jobs; i++)
		s->jobs_to_fill[i]->fill_rank = i;
	map_free(&lots);
	free(order);
}

void walk_fill_one(struct walk *w, struct job *j)
{
	enum absence why = refusal(walk_session(w), walk_options_of(w), j);

	if (why == PRESENT)
		walk_push(w, j);
	else if (walk_options_of(w)->traced)
		trace_stays_out(walk_session(w), j, why);
}

/* The jobs lie in memory in another order: so many before its turn each is fetched into the cache.
 */
enum { AHEAD = 8 };

void walk_fill(struct walk *w, struct job *const *jobs, int n)
{
	/* what a depth limit drops goes by id (rules/03 3.3), unless dice are thrown */
	bool ranked = walk_options_of(w)->depth == -1 || walk_session(w)->c->dice.thrown;
	int places = ranked ? walk_session(w)->c->n_jobs : n;
	struct job **order = xcalloc((size_t)places, sizeof(struct job *));

	for (int i = 0; i < n; i++)
		order[ranked ? jobs[i]->fill_rank : i] = jobs[i];
	for (int i = 0; i < places; i++) {
		if (i + AHEAD < places && order[i + AHEAD])
			__builtin_prefetch(order[i + AHEAD]->counts);
		if (order[i])
			walk_fill_one(w, order[i]);
	}
	free(order);
}
