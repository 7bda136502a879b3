/* Why a pod group and its pods stay pending, in the scheduler's words (rules/02 16). This file
 * picks the sentences; most are made where the error occurs:
 *
 * reason of the pod group           its sentence
 * NotReady                          report/pending_words.c
 * Unschedulable                     report/pending_words.c
 * PodSchedulingErrors               session/fit_errors.c; sentence: session/place/place_job.c,
 *                                   actions/evicting.c before a search
 *                                   plugins/topology/errors.c
 * Not enough resources for the workload
 *                                   plugins/topology/errors.c
 * OverLimit                         plugins/proportion/capacity_policy.c
 * NonPreemptibleOverQuota           plugins/proportion/capacity_policy.c
 * QueueDoesNotExist                 session/session.c
 * PreemptionDelayNotElapsed         session/walk/walk_fill.c
 *
 * of a pod                          made in
 * the sentence around its reasons   session/fit_errors.c
 * what the node has too little of   session/place/node_fit.c
 * what its storage lacks            session/storage/free_space.c
 * what else the node refuses        plugins/predicates.c and plugins/predicates/
 * what every node refuses           plugins/predicates/pre_predicates.c, plugins/dynamicresources.c
 * a sub-group that does not exist   report/pending_words.c */
#include <stdlib.h>

#include "common/mem.h"
#include "report/event_writer.h"

bool pod_error(struct session *s, const struct task *t, struct strbuf *out)
{
	const struct job *j = t->job;

	if (t->invalid_subgroup) {
		strbuf_addf(out,
			"Pod references subgroup \"" STR_FMT
			"\", which does not exist in PodGroup " STR_FMT,
			STR_ARG(t->subgroup), STR_ARG(j->key));
		return true;
	}
	if (t->status != POD_PENDING || !s->fits.tasks[t->index])
		return false;
	fit_task_text(out, s->fits.tasks[t->index], s->log.line_end);
	return true;
}

static void not_ready_pod_set(struct strbuf *b, const struct pod_set *p)
{
	int alive = counts_in(p->counts, SET_ALIVE), gated = p->counts[POD_GATED];

	if (alive - gated >= p->min)
		return;
	if (str_eq(p->name, STR("default")))
		strbuf_addf(b, " Waiting for %d pods, currently %d exist, %d are gated", p->min,
			alive, gated);
	else
		strbuf_addf(b,
			" Waiting for %d pods for SubGroup " STR_FMT
			", currently %d exist, %d are gated.",
			p->min, STR_ARG(p->name), alive, gated);
}

/* rules/02 16.3 */
static struct str not_ready_text(struct session *s, const struct job *j)
{
	struct strbuf b = {0};
	struct str made;

	strbuf_addz(&b, "Job is not ready for scheduling.");
	for (int i = 0; i < j->n_pod_sets; i++)
		not_ready_pod_set(&b, j->pod_sets[i]);
	made = arena_str(&s->arena, strbuf_str(&b));
	strbuf_free(&b);
	return made;
}

static int merge(struct pending_reason *out, int n, const struct job_error *e)
{
	for (int i = 0; i < n; i++)
		if (str_eq(out[i].reason, e->reason) && str_eq(out[i].message, e->message)) {
			out[i].count += e->count;
			return n;
		}
	out[n] = (struct pending_reason){e->reason, e->message, e->count, e->details};
	return n + 1;
}

int pending_reasons(struct session *s, const struct job *j, struct pending_reason **out)
{
	int errors = j->errors ? j->errors->n : 0, n = 0;

	*out = xcalloc(
		(size_t)errors + 1, sizeof **out); /* + 1: the reason of a job without errors */
	for (int i = 0; i < errors; i++)
		n = merge(*out, n, &j->errors->items[i]);
	/* pods of a sub-group that does not exist give the pod group no reason */
	if (n || j->counts[POD_PENDING] + j->counts[POD_GATED] == 0)
		return n;
	if (!job_ready(j))
		(*out)[0] = (struct pending_reason){STR("NotReady"), not_ready_text(s, j), 1, NULL};
	else
		(*out)[0] = (struct pending_reason){
			STR("Unschedulable"), STR("Unable to schedule podgroup"), 1, NULL};
	return 1;
}
