/* The same for people: per action a table of decisions, then what stays pending and why. */
#include "common/mem.h"
#include "events_private.h"

void text_row_add(struct events *ev, const char *action, const char *kind, struct str pod, struct str where, struct str why)
{
	if (ev->n_rows == ev->cap_rows) {
		ev->cap_rows = ev->cap_rows ? 2 * ev->cap_rows : 64;
		ev->rows = xrealloc_array(ev->rows, (size_t)ev->cap_rows, sizeof *ev->rows);
	}
	ev->rows[ev->n_rows++] = (struct text_row){action, kind, pod, where, why};
}

static int pod_width(const struct events *ev, int from, int to)
{
	size_t width = 3;

	for (int i = from; i < to; i++)
		if (ev->rows[i].pod.n > width)
			width = ev->rows[i].pod.n;
	return width > 60 ? 60 : (int)width;
}

/* The rows of one action, which stand together. */
static void text_action(struct events *ev, int from, int to)
{
	int width = pod_width(ev, from, to);

	strbuf_addf(&ev->line, "\n%s\n  %-8s  %-*s  NODE\n", ev->rows[from].action, "DECISION", width, "POD");
	for (int i = from; i < to; i++) {
		const struct text_row *r = &ev->rows[i];
		struct str first = r->why;

		for (size_t k = 0; k < first.n; k++)
			if (first.p[k] == '\n')
				first.n = k;
		strbuf_addf(&ev->line, "  %-8s  %-*.*s  " STR_FMT, r->kind, width, (int)r->pod.n, r->pod.p, STR_ARG(r->where));
		if (first.n)
			strbuf_addf(&ev->line, "  (" STR_FMT ")", STR_ARG(first));
		strbuf_addc(&ev->line, '\n');
	}
	event_text(ev);
}

void text_decisions(struct events *ev)
{
	for (int from = 0, to; from < ev->n_rows; from = to) {
		for (to = from + 1; to < ev->n_rows && ev->rows[to].action == ev->rows[from].action; to++)
			;
		text_action(ev, from, to);
	}
}

static void reason_lines(struct strbuf *out, const struct pending_reason *r, int n)
{
	for (int i = 0; i < n; i++) {
		struct str m = r[i].message;

		strbuf_addf(out, "      " STR_FMT ": ", STR_ARG(r[i].reason));
		for (size_t k = 0; k < m.n; k++)
			if (m.p[k] == '\n' && k + 1 < m.n)
				strbuf_addz(out, "\n        ");
			else if (m.p[k] != '\n')
				strbuf_addc(out, m.p[k]);
		if (r[i].count > 1)
			strbuf_addf(out, " (%d times)", r[i].count);
		strbuf_addc(out, '\n');
	}
}

void text_pending_job(struct events *ev, const struct job *j, const struct pending_reason *r, int n)
{
	if (ev->pending == 1)
		strbuf_addz(&ev->line, "\npending\n");
	strbuf_addf(&ev->line, "  " STR_FMT "  queue " STR_FMT ", %d pods\n", STR_ARG(j->key), STR_ARG(j->object->queue),
	            job_pending_pods(j));
	reason_lines(&ev->line, r, n);
	event_text(ev);
}

void text_unplaced_job(struct events *ev, const struct job *j, const struct pending_reason *r, int n)
{
	if (ev->unplaced == 1)
		strbuf_addz(&ev->line, "\nnot pending, but found no place at some time\n");
	strbuf_addf(&ev->line, "  " STR_FMT "  queue " STR_FMT "\n", STR_ARG(j->key), STR_ARG(j->object->queue));
	reason_lines(&ev->line, r, n);
	event_text(ev);
}

static void amount(struct strbuf *b, double v, double unit)
{
	struct strbuf text = {0};

	fit_human(&text, v, unit);
	strbuf_addf(b, " %10s", strcmp(text.s, "Unlimited") ? text.s : "-");
	strbuf_free(&text);
}

static void queue_rows(struct events *ev, struct session *s, const struct queue *q)
{
	struct queue_figures f;

	strbuf_addf(&ev->line, "  %*s%-*.*s", 2 * q->depth, "", 28 - 2 * q->depth > 0 ? 28 - 2 * q->depth : 0, (int)q->name.n, q->name.p);
	if (session_queue_figures(s, q, &f)) {
		amount(&ev->line, f.deserved[SLOT_GPU], 1);
		amount(&ev->line, f.fair_share[SLOT_GPU], 1);
		amount(&ev->line, f.allocated[SLOT_GPU], 1);
		amount(&ev->line, f.requested[SLOT_GPU], 1);
		amount(&ev->line, f.fair_share[SLOT_CPU], 1000);
		amount(&ev->line, f.allocated[SLOT_CPU], 1000);
	}
	strbuf_addc(&ev->line, '\n');
	for (int i = 0; i < q->n_children; i++)
		queue_rows(ev, s, q->children[i]);
}

void text_queues(struct events *ev, struct session *s)
{
	strbuf_addf(&ev->line, "\nqueues\n  %-28s %10s %10s %10s %10s %10s %10s\n", "QUEUE", "GPU QUOTA", "FAIR", "ALLOCATED", "ASKED",
	            "CPU FAIR", "ALLOCATED");
	for (int i = 0; i < s->c->n_queues; i++)
		if (!s->c->queues[i]->parent)
			queue_rows(ev, s, s->c->queues[i]);
	event_text(ev);
}
