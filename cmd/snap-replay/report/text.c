/* The events as text: a table of decisions for each action, then what stays pending and why. */
#include "common/mem.h"
#include "report/event_writer.h"

void text_row_add(struct events *ev, const char *action, const char *kind, struct str pod,
	struct str where, struct str why)
{
	if (ev->n_rows == ev->cap_rows) {
		ev->cap_rows = ev->cap_rows ? 2 * ev->cap_rows : 64;
		ev->rows = xrealloc_array(ev->rows, (size_t)ev->cap_rows, sizeof *ev->rows);
	}
	ev->rows[ev->n_rows++] = (struct text_row){action, kind, shown_key(ev, pod), where, why};
}

static int pod_width(const struct events *ev, int from, int to)
{
	size_t width = 3;

	for (int i = from; i < to && width < 60; i++) {
		size_t n = text_width_safe(ev->rows[i].pod);

		width = n > width ? n : width;
	}
	return width > 60 ? 60 : (int)width;
}

static struct str first_line(struct str text)
{
	const char *end = text.n ? memchr(text.p, (unsigned char)LINE_MARK, text.n) : NULL;

	return (struct str){text.p, end ? (size_t)(end - text.p) : text.n};
}

/* Writes the table of one action, whose rows are adjacent. */
static void text_action(struct events *ev, int from, int to)
{
	int width = pod_width(ev, from, to);

	text_addf(&ev->text, "\n%s\n  %-8s  %-*s  NODE\n", ev->rows[from].action, "DECISION", width,
		"POD");
	for (int i = from; i < to; i++) {
		const struct text_row *r = &ev->rows[i];
		struct str first = first_line(r->why);

		text_addf(&ev->text, "  %-8s  %-*.*s  " STR_FMT, r->kind, width, (int)r->pod.n,
			r->pod.p, STR_ARG(r->where));
		if (first.n)
			text_addf(&ev->text, "  (" STR_FMT ")", STR_ARG(first));
		text_ours(&ev->text, "\n");
	}
	event_text(ev);
}

void text_decisions(struct events *ev)
{
	for (int from = 0, to; from < ev->n_rows; from = to) {
		for (to = from + 1; to < ev->n_rows && ev->rows[to].action == ev->rows[from].action;
			to++)
			;
		text_action(ev, from, to);
	}
}

static void reason_lines(struct text *out, const struct pending_reason *r, int n)
{
	for (int i = 0; i < n; i++) {
		struct str rest = r[i].message;

		text_addf(out, "      " STR_FMT ": ", STR_ARG(r[i].reason));
		while (rest.n) {
			struct str line = first_line(rest);
			size_t used = line.n < rest.n ? line.n + 1 : line.n;

			text_add(out, line);
			rest = (struct str){rest.p + used, rest.n - used};
			text_ours(out, rest.n ? "\n        " : "");
		}
		if (r[i].count > 1)
			text_addf(out, " (%d times)", r[i].count);
		text_ours(out, "\n");
	}
}

static void job_and_queue(struct events *ev, const struct job *j)
{
	struct str key = shown_key(ev, j->key), queue = shown_key(ev, j->object->queue);

	text_addf(&ev->text, "  " STR_FMT "  queue " STR_FMT, STR_ARG(key), STR_ARG(queue));
}

void text_pending_job(struct events *ev, const struct job *j, const struct pending_reason *r, int n)
{
	if (ev->pending == 1)
		text_ours(&ev->text, "\npending\n");
	job_and_queue(ev, j);
	text_addf(&ev->text, ", %d pods\n", job_pending_pods(j));
	reason_lines(&ev->text, r, n);
	event_text(ev);
}

void text_unplaced_job(
	struct events *ev, const struct job *j, const struct pending_reason *r, int n)
{
	if (ev->unplaced == 1)
		text_ours(&ev->text, "\nnot pending, but found no place at some time\n");
	job_and_queue(ev, j);
	text_ours(&ev->text, "\n");
	reason_lines(&ev->text, r, n);
	event_text(ev);
}

static void amount(struct text *t, double v, double unit)
{
	struct strbuf text = {0};

	fit_human(&text, v, unit);
	text_addf(t, " %10s", strcmp(text.s, "Unlimited") ? text.s : "-");
	strbuf_free(&text);
}

static void queue_rows(struct events *ev, struct session *s, const struct queue *q)
{
	struct queue_figures f;
	struct str name = shown_key(ev, q->name);
	int indent =
		2 * (q->depth < 20 ? q->depth : 20); /* deeper trees come from hostile files only */

	text_addf(&ev->text, "  %*s%-*.*s", indent, "", indent < 28 ? 28 - indent : 0, (int)name.n,
		name.p);
	if (session_queue_figures(s, q, &f)) {
		amount(&ev->text, f.deserved[SLOT_GPU], 1);
		amount(&ev->text, f.fair_share[SLOT_GPU], 1);
		amount(&ev->text, f.allocated[SLOT_GPU], 1);
		amount(&ev->text, f.requested[SLOT_GPU], 1);
		amount(&ev->text, f.fair_share[SLOT_CPU], 1000);
		amount(&ev->text, f.allocated[SLOT_CPU], 1000);
	}
	text_ours(&ev->text, "\n");
	for (int i = 0; i < q->n_children; i++)
		queue_rows(ev, s, q->children[i]);
}

void text_queues(struct events *ev, struct session *s)
{
	text_addf(&ev->text, "\nqueues\n  %-28s %10s %10s %10s %10s %10s %10s\n", "QUEUE",
		"GPU QUOTA", "FAIR", "ALLOCATED", "ASKED", "CPU FAIR", "ALLOCATED");
	for (int i = 0; i < s->c->n_queues; i++)
		if (!s->c->queues[i]->parent)
			queue_rows(ev, s, s->c->queues[i]);
	event_text(ev);
}
