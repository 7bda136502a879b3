/* Committed decisions about the pods that are explained: evictions, with the rule and the figures
 * of the two queues, and pipelines, with the pods that are waited for. */
#include <stdlib.h>

#include "common/actions.h"
#include "common/mem.h"
#include "report/explain_private.h"

/* ---- figures of queues ---- */

void explain_keep_figures(struct explain *x)
{
	struct session *s = x->session;

	if (x->figures_kept || !s->hooks.queue_figures.fn)
		return;
	if (!x->figures)
		x->figures = xcalloc((size_t)s->c->n_queues + 1, sizeof *x->figures);
	for (int i = 0; i < s->c->n_queues; i++)
		session_queue_figures(s, s->c->queues[i], &x->figures[i]);
	x->figures_kept = true;
}

static bool requests(const struct job *j, int slot)
{
	for (int i = 0; i < j->n_tasks; i++)
		if (slot == SLOT_GPU ? task_needs_gpu(j->tasks[i]) : j->tasks[i]->request[slot] > 0)
			return true;
	return false;
}

/* GPUs first: the scarcest resource. */
static const int scarce[] = {SLOT_GPU, SLOT_MEMORY, SLOT_CPU};
enum { SCARCE = sizeof scarce / sizeof *scarce };

/* The resource for which the preemptor takes room: one that it requests; among these one of which
 * the victim's queue has more than its fair share. */
static int slot_taken(const struct queue_figures *from, const struct job *preemptor)
{
	for (int i = 0; i < SCARCE; i++)
		if (requests(preemptor, scarce[i]) && from->fair_share[scarce[i]] != -1 &&
			from->allocated[scarce[i]] > from->fair_share[scarce[i]])
			return scarce[i];
	for (int i = 0; i < SCARCE; i++)
		if (requests(preemptor, scarce[i]))
			return scarce[i];
	return SLOT_GPU;
}

static struct standing standing(const struct explain *x, const struct queue *q, int slot)
{
	const struct queue_figures *f = &x->figures[q->index];

	return (struct standing){q, f->allocated[slot], f->fair_share[slot], f->deserved[slot]};
}

static void compare_queues(const struct explain *x, struct happening *h)
{
	struct queue *from = h->task->job->queue, *to = h->preemptor->queue;

	if (!x->figures_kept || !from || !to)
		return;
	queue_siblings(&from, &to);
	h->compared = true;
	h->slot = slot_taken(&x->figures[from->index], h->preemptor);
	h->from = standing(x, from, h->slot);
	h->to = standing(x, to, h->slot);
}

/* ---- decisions ---- */

static struct happening *happens(struct session *s, const struct task *t, enum decision_kind kind)
{
	struct explained *e = explain_of(s, t->job);
	struct chapter *c;

	if (!e)
		return NULL;
	c = explain_chapter(explain_at(s), e);
	ARRAY_GROW(c->happenings, c->n_happenings, c->cap_happenings);
	c->happenings[c->n_happenings] = (struct happening){.kind = kind, .task = t};
	return &c->happenings[c->n_happenings++];
}

static struct str rule_of(struct session *s, const struct task *t, const struct eviction *why)
{
	const struct job *j = t->job->session_job, *p = why->preemptor;
	struct explained *e = explain_of(s, j);

	if (!p)
		return STR("its gang is below its minimum, and the grace period is over");
	if (e->rule.n)
		return e->rule;
	if (!strcmp(s->action, action_names[ACTION_PREEMPT]))
		return explain_text(explain_at(s),
			"lower priority (%d) than that pod group (%d), in the same queue",
			(int)j->priority, (int)p->priority);
	if (!strcmp(s->action, action_names[ACTION_CONSOLIDATION]))
		return STR(
			"it was found another place, so that the room it leaves is in one piece");
	return (struct str){0};
}

void explain_evicted(
	struct session *s, const struct task *t, const struct node *n, const struct eviction *why)
{
	struct happening *h = happens(s, t, DECISION_EVICT);

	if (!h)
		return;
	h->node = n ? n->name : t->node_name;
	h->preemptor = why->preemptor ? why->preemptor->session_job : NULL;
	h->text = why->message;
	h->rule = rule_of(s, t, why);
	if (h->preemptor)
		compare_queues(explain_at(s), h);
}

static int by_text(const void *a, const void *b)
{
	return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

void explain_pipelined(struct session *s, const struct task *t, const struct node *n)
{
	struct happening *h = happens(s, t, DECISION_PIPELINE);

	if (!h)
		return;
	h->node = n->name;
	h->pods = ARENA_ARRAY(&explain_at(s)->arena, (size_t)n->n_entries, struct str);
	for (int i = 0; i < n->n_entries; i++)
		if (n->entries[i].task != t && n->entries[i].status == POD_RELEASING)
			h->pods[h->n_pods++] = n->entries[i].task->key;
	qsort(h->pods, (size_t)h->n_pods, sizeof *h->pods, by_text);
}
