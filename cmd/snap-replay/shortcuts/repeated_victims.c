#include "shortcuts/repeated_victims.h"

#include "model/bits.h"
#include "session/storage/storage.h"

/* No other plugin than proportion is told of pods that come and go. */
static bool hooks_only_add(const struct session *s)
{
	return s->hooks.queue_figures.fn && s->hooks.on_allocate.n == 1 &&
		s->hooks.on_deallocate.n == 1;
}

/* A pod of its job with the same status is not evicted yet. */
static bool another_stays(const uint64_t *evicted, const struct task *t)
{
	const struct job *j = t->job;

	for (int i = 0; i < j->n_tasks; i++)
		if (j->tasks[i]->status == t->status && !bit_is_set(evicted, j->tasks[i]->index))
			return true;
	return false;
}

static enum repeats judge(const uint64_t *evicted, const struct task *t)
{
	if (!t->pod_set || t->type != REQUEST_REGULAR || t->gpu.dra || t->pod->spec->n_claims ||
		task_uses_dra(t) || storage_matters(t))
		return REPEATS_LEAVE_TRACES;
	return another_stays(evicted, t) ? REPEATS_REVERSIBLE : REPEATS_DRIFT;
}

/* Adds the pods to those that were evicted before. The worst of what their repeats leave. */
static enum repeats evict_all(struct bounds *f, const struct batches *b, uint64_t *evicted)
{
	enum repeats worst = REPEATS_REVERSIBLE;

	for (int i = 0; i < b->n; i++)
		for (int k = 0; k < b->items[i].n; k++) {
			const struct task *t = b->items[i].tasks[k];
			enum repeats one = REPEATS_REVERSIBLE;

			if (!bounds_is_reversible(f, t))
				return REPEATS_LEAVE_TRACES;
			if (bit_is_set(evicted, t->index))
				one = judge(evicted, t);
			worst = one < worst ? one : worst;
			bit_set(evicted, t->index);
		}
	return worst;
}

enum repeats judge_repeats(struct search *q, struct bounds *f, const struct proposal *p)
{
	enum repeats recorded, potential;

	if (f->reversibility != REVERSIBLE || !hooks_only_add(q->session))
		return REPEATS_LEAVE_TRACES;
	memset(f->evicted, 0, (size_t)f->victims.blocks * sizeof *f->evicted);
	recorded = evict_all(f, &p->recorded, f->evicted);
	potential = evict_all(f, &p->potential, f->evicted);
	return recorded < potential ? recorded : potential;
}
