/* The page's net result: by queue who gains and who loses on whose behalf, and by pod. */
#include <stdlib.h>

#include "common/grow.h"
#include "common/mem.h"
#include "report/event_writer.h"
#include "report/table.h"

struct loss {                    /* a pod that is evicted or moved, for a queue */
	struct str queue, cause; /* cause empty: of a stale gang */
};
struct gain {
	struct str queue;
	int pods[NET_COUNT];
	size_t first; /* of its losses, which are sorted; valid if it has some */
};
struct tally {
	struct events *ev;
	struct map by_queue; /* name to struct gain */
	struct arena arena;
	struct loss *losses;
	size_t n, cap;
};

static void count_task(struct tally *y, const struct task *t)
{
	const struct net *n = &y->ev->net;
	enum net_change change = net_change_of(n, t);
	struct map_entry *entry;
	struct gain *g;

	if (change == NET_NONE)
		return;
	entry = map_put(&y->by_queue, job_queue_label(t->job), NULL);
	if (!entry->value) {
		g = ARENA_NEW(&y->arena, struct gain);
		g->queue = job_queue_label(t->job);
		entry->value = g;
	}
	g = entry->value;
	g->pods[change]++;
	if (change != NET_EVICTED && change != NET_MOVED)
		return;
	ARRAY_GROW(y->losses, y->n, y->cap);
	const struct job *cause = n->pods[t->index].cause;
	y->losses[y->n++] =
		(struct loss){g->queue, cause ? job_queue_label(cause) : (struct str){0}};
}

/* "node-1 → node-2" of a pod that moves, else the node that it leaves or gets. */
static void nodes(struct text *out, struct str from, struct str to, enum net_change change)
{
	if (change == NET_EVICTED || change == NET_MOVED)
		text_add(out, from);
	text_ours(out, change == NET_MOVED ? " → " : "");
	if (change != NET_EVICTED && change != NET_WITHDRAWN)
		text_add(out, to);
}

static void pod_row(struct events *ev, const struct task *t)
{
	struct section *s = &ev->page.sections[SECTION_NET_PODS];
	const struct net_pod *was = &ev->net.pods[t->index];
	enum net_change change = net_change_of(&ev->net, t);
	struct str key = shown_key(ev, t->key);

	if (change == NET_NONE)
		return;
	if (!s->n)
		text_ours(&s->head, "  CHANGE" CELL_LEFT "POD" CELL_LEFT "NODE" CELL_LEFT "FOR\n");
	text_addf(&s->rows, "  %s" CELL_LEFT STR_FMT "%s" CELL_LEFT, net_words[change],
		STR_ARG(key), t->job->not_replayed ? DOUBTFUL_MARK : "");
	nodes(&s->rows, was->node, t->node_name, change);
	text_ours(&s->rows, CELL_LEFT);
	if (was->cause)
		text_add(&s->rows, shown_key(ev, was->cause->key));
	text_ours(&s->rows, "\n");
	page_row(&ev->page, SECTION_NET_PODS);
}

static void count_job(struct tally *y, const struct job *j)
{
	for (int i = 0; i < j->n_tasks; i++) {
		count_task(y, j->tasks[i]);
		pod_row(y->ev, j->tasks[i]);
	}
	for (int i = 0; i < j->n_invalid; i++) {
		count_task(y, j->invalid[i]);
		pod_row(y->ev, j->invalid[i]);
	}
}

/* ---- rows ---- */

static int by_both(const void *a, const void *b)
{
	const struct loss *l = a, *r = b;
	int c = str_cmp(l->queue, r->queue);

	return c ? c : str_cmp(l->cause, r->cause);
}

static void sort_losses(struct tally *y)
{
	if (y->n)
		qsort(y->losses, y->n, sizeof *y->losses, by_both);
	for (size_t i = 0; i < y->n; i++)
		if (i == 0 || !str_eq(y->losses[i].queue, y->losses[i - 1].queue)) {
			struct gain *g = map_get(&y->by_queue, y->losses[i].queue);

			g->first = i;
		}
}

/* "  queue-11 40, queue-3 12": for whom this queue's pods lose their places. */
static void causes(struct text *out, const struct tally *y, const struct gain *g)
{
	const char *before = "";

	for (size_t i = g->first, next; i < y->n && str_eq(y->losses[i].queue, g->queue);
		i = next) {
		const struct loss *l = &y->losses[i];

		for (next = i + 1; next < y->n && !by_both(l, &y->losses[next]); next++)
			;
		if (l->cause.n)
			text_addf(out, "%s" STR_FMT " %zu", before, STR_ARG(l->cause), next - i);
		else
			text_addf(out, "%s(stale gangs) %zu", before, next - i);
		before = ", ";
	}
}

static int by_losses(const void *a, const void *b)
{
	const struct gain *l = *(struct gain *const *)a, *r = *(struct gain *const *)b;
	int ours = l->pods[NET_EVICTED] + l->pods[NET_MOVED],
	    theirs = r->pods[NET_EVICTED] + r->pods[NET_MOVED];

	return ours != theirs ? (ours > theirs ? -1 : 1) : str_cmp(l->queue, r->queue);
}

static void queue_rows(struct tally *y)
{
	struct section *s = &y->ev->page.sections[SECTION_NET];
	size_t n = y->by_queue.count;
	struct gain **sorted = xmalloc((n + 1) * sizeof *sorted);

	text_ours(&s->head,
		"  QUEUE" CELL_LEFT "BOUND" CELL_RIGHT "PIPELINED" CELL_RIGHT "EVICTED" CELL_RIGHT
		"MOVED" CELL_RIGHT "EVICTED OR MOVED FOR\n");
	sort_losses(y);
	for (size_t i = 0; i < n; i++)
		sorted[i] = y->by_queue.entries[i].value;
	qsort(sorted, n, sizeof *sorted, by_losses);
	for (size_t i = 0; i < n; i++) {
		const int *pods = sorted[i]->pods;
		struct str name = shown_key(y->ev, sorted[i]->queue);

		text_addf(&s->rows,
			"  " STR_FMT CELL_LEFT "%d" CELL_RIGHT "%d" CELL_RIGHT "%d" CELL_RIGHT
			"%d" CELL_RIGHT,
			STR_ARG(name), pods[NET_BOUND], pods[NET_PIPELINED], pods[NET_EVICTED],
			pods[NET_MOVED]);
		causes(&s->rows, y, sorted[i]);
		text_ours(&s->rows, "\n");
		page_row(&y->ev->page, SECTION_NET);
	}
	free(sorted);
}

void text_net(struct events *ev, struct session *s)
{
	struct tally y = {.ev = ev};

	for (int i = 0; i < s->c->n_jobs; i++)
		if (filter_job(ev, s->c->jobs[i]))
			count_job(&y, s->c->jobs[i]);
	queue_rows(&y);
	map_free(&y.by_queue);
	arena_free(&y.arena);
	free(y.losses);
}
