/* The messages of evictions by reclaim, with figures of the queues (rules/02 15.2). */
#include "actions/evicting.h"

void queue_snapshot_take(struct search *q, struct queue_snapshot *out)
{
	struct session *s = q->session;

	out->figures = NULL;
	if (!s->hooks.queue_figures.fn)
		return;
	out->figures = ARENA_ARRAY(&q->arena, (size_t)s->c->n_queues, struct queue_figures);
	for (int i = 0; i < s->c->n_queues; i++)
		session_queue_figures(s, s->c->queues[i], &out->figures[i]);
}

static void figures(struct strbuf *b, const char *label, const double *v)
{
	strbuf_addf(b, "%s<GPU: ", label);
	fit_human(b, gpus_as_reported(v[SLOT_GPU]), 1);
	strbuf_addz(b, ", CPU: ");
	fit_human(b, v[SLOT_CPU], 1000);
	strbuf_addz(b, " (cores), memory: ");
	fit_human(b, v[SLOT_MEMORY], 1e9);
	strbuf_addz(b, " (GB)>");
}

static void queue_line(
	struct strbuf *b, char line_end, const struct queue_snapshot *at, const struct queue *q)
{
	const struct queue_figures *f = &at->figures[q->index];

	strbuf_addf(b, "%c" STR_FMT " uses ", line_end, STR_ARG(q->display_name));
	figures(b, "", f->allocated);
	figures(b, " with a quota of ", f->deserved);
	figures(b, ", fair-share of ", f->fair_share);
	strbuf_addf(b, " and queue priority of <%lld>.", (long long)q->priority);
}

struct str reclaim_text(
	struct search *q, const struct queue_snapshot *at_start, const struct task *victim)
{
	const struct queue *from = victim->job->queue, *to = q->job->queue;
	char line_end = q->session->log.line_end;
	struct strbuf b = {0};
	struct str made;

	strbuf_addf(&b, "Pod " STR_FMT " was preempted by workload " STR_FMT ".",
		STR_ARG(victim->key), STR_ARG(q->job->key));
	if (from && to && !at_start->figures) {
		strbuf_addc(&b, line_end);
	} else if (from && to) {
		bool siblings = from->parent == to->parent;

		queue_line(&b, line_end, at_start, siblings || !from->parent ? from : from->parent);
		queue_line(&b, line_end, at_start, siblings || !to->parent ? to : to->parent);
	}
	made = arena_str(&q->session->arena, strbuf_str(&b));
	strbuf_free(&b);
	return made;
}

/* ---- before v0.16.5: queues that have no parent ---- */

bool reclaim_may_die(const struct session *s)
{
	bool leaf_at_root = false, below = false;

	for (int i = 0; !s->c->objects->follows.root_messages && i < s->c->n_queues; i++) {
		const struct queue *q = s->c->queues[i];

		leaf_at_root |= !q->parent && !q->n_children;
		below |= q->parent != NULL;
	}
	return leaf_at_root && below;
}

/* All messages were made before the first eviction, of simulations as well. They named the parents
 * of both queues unless these were the same. */
void reclaim_root_messages(struct search *q, struct task *const *victims, int n)
{
	const struct session *s = q->session;
	const struct queue *to = q->job->queue;

	if (s->c->objects->follows.root_messages || !s->hooks.queue_figures.fn)
		return;
	for (int i = 0; i < n; i++) {
		const struct queue *from = victims[i]->job->queue;

		if (!from || !to || from->parent == to->parent || (from->parent && to->parent))
			continue;
		warn_panic(s->warnings, q->job->key,
			"v0.16.5 and later do not; until then give every queue that has pods a parent",
			"it reclaims between a queue below another one and a queue at the root");
		return;
	}
}
