#include "shortcuts/reversible.h"
#include "session/storage/storage.h"
#include "solvers/searches.h"

#include <math.h>

bool is_whole(const double *v, int n)
{
	for (int i = 0; i < n; i++)
		if (!(fabs(v[i]) < 1LL << 52) || v[i] != (double)(int64_t)v[i])
			return false;
	return true;
}

/* Few nodes change from one search to the next. */
static bool nodes_are_whole(struct session *s)
{
	const struct cluster *c = s->c;

	for (int i = 0; i < c->n_nodes; i++) {
		const struct node *n = &c->nodes[i];

		if (n->changed < s->searches->whole_before)
			continue;
		if (!is_whole(n->idle, c->slots.count) || !is_whole(n->used, c->slots.count) ||
			!is_whole(n->releasing, c->slots.count))
			return false;
	}
	s->searches->whole_before = c->n_changes;
	return true;
}

static bool queues_are_whole(const struct search *q)
{
	struct queue_figures f;

	for (int i = 0; i < q->session->c->n_queues; i++)
		if (session_queue_figures(q->session, q->session->c->queues[i], &f) &&
			!is_whole(f.allocated, 3))
			return false;
	return true;
}

enum reversibility reversibility_of(struct search *q)
{
	struct session *s = q->session;

	if (s->traits.rounded_zones || s->searches->leaked || !nodes_are_whole(s))
		return NEVER_REVERSIBLE;
	return !s->traits.has_fractional && queues_are_whole(q) ? REVERSIBLE
								: REVERSIBLE_IF_SMALLER;
}

/* x + more, and x again when more is taken away: then all sums of x and a smaller whole number are
 * exact, too. */
static bool sums_are_exact(double x, double more)
{
	double top = x + more;

	return top - more == x && top - x == more;
}

bool reversible_preemptor(const struct search *q, const struct job *preemptor, const double *unit)
{
	struct queue_figures f;

	if (!preemptor->preemptible) /* counts in a second amount of the queue, which queue_figures
					leaves out */
		return false;
	for (const struct queue *queue = preemptor->queue; queue; queue = queue->parent)
		for (int i = 0; session_queue_figures(q->session, queue, &f) && i < 3; i++)
			if (!sums_are_exact(f.allocated[i], unit[i]))
				return false;
	return true;
}

/* True even if the pod may lose a claim. */
static bool is_settled(struct session *s, const struct task *t)
{
	if (t->legacy_mig || t->reservation || !session_settled(s, t))
		return false;
	if (task_uses_dra(t) || t->gpu.dra || t->pod->spec->n_claims)
		return t->type == REQUEST_REGULAR && session_owns_claims(s, t);
	return t->type == REQUEST_REGULAR || t->type == REQUEST_MIG;
}

bool reversible_pod(struct session *s, const struct task *t)
{
	return is_settled(s, t) && !storage_may_lose(s, t);
}

bool reversible_recorded(const struct batches *recorded)
{
	for (int i = 0; i < recorded->n; i++) {
		const struct batch *b = &recorded->items[i];

		for (int k = 0; b->claims && k < b->n; k++)
			if (b->claims[k] != b->tasks[k]->claims)
				return false;
	}
	return true;
}

/* A simulation may place the job's pending pods as well, until it is rolled back. */
static bool all_reversible(struct session *s, const struct job *j)
{
	for (int i = 0; i < j->n_tasks; i++)
		if (!reversible_pod(s, j->tasks[i]))
			return false;
	return true;
}

bool reversible_booking(struct session *s, const struct task *t, const struct node *n)
{
	return t->node == n || !session_zones_apply(s, t, n);
}

bool reversible_victim(struct session *s, const struct task *t, enum reversibility p)
{
	if (!is_settled(s, t) || !t->node || !t->job || !status_in(t->status, SET_ACTIVE_ALLOCATED))
		return false;
	return t->job->counts[POD_PENDING] == 0 || (p == REVERSIBLE && all_reversible(s, t->job));
}
