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
struct rows {
	struct net_row *items;
	size_t n, cap;
};
struct tally {
	struct events *ev;
	struct map by_queue; /* name to struct gain */
	struct arena arena;
	struct loss *losses;
	size_t n, cap;
};

static void count(struct tally *y, const struct net_row *row)
{
	struct map_entry *entry = map_put(&y->by_queue, row->queue, NULL);
	struct gain *g = entry->value;

	if (!g) {
		entry->value = g = ARENA_NEW(&y->arena, struct gain);
		g->queue = row->queue;
	}
	g->pods[row->change]++;
	if (row->change != NET_EVICTED && row->change != NET_MOVED)
		return;
	ARRAY_GROW(y->losses, y->n, y->cap);
	y->losses[y->n++] = (struct loss){g->queue, row->cause_queue};
}

/* "node-1 → node-2" of a pod that moves, else the node that it leaves or gets. */
static void nodes(struct text *out, const struct net_row *row)
{
	bool from = row->change == NET_EVICTED || row->change == NET_MOVED,
	     to = row->change != NET_EVICTED && row->change != NET_WITHDRAWN;

	if (from)
		text_add(out, row->from);
	if (from && to && row->from.n && row->to.n)
		text_ours(out, " → ");
	if (to)
		text_add(out, row->to);
}

static void pod_row(struct events *ev, const struct net_row *row)
{
	struct section *s = &ev->page.sections[SECTION_NET_PODS];
	struct str key = shown_key(ev, row->pod);

	if (!s->n)
		text_ours(&s->head, "  CHANGE" CELL_LEFT "POD" CELL_LEFT "NODE" CELL_LEFT "FOR\n");
	text_addf(&s->rows, "  %s" CELL_LEFT STR_FMT "%s" CELL_LEFT, net_words[row->change],
		STR_ARG(key), row->doubtful ? DOUBTFUL_MARK : "");
	nodes(&s->rows, row);
	text_ours(&s->rows, CELL_LEFT);
	if (row->cause.n)
		text_add(&s->rows, shown_key(ev, row->cause));
	text_ours(&s->rows, "\n");
	page_row(&ev->page, SECTION_NET_PODS);
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

void text_net_rows(struct events *ev, const struct net_row *rows, size_t n)
{
	/* who loses comes first */
	static const enum net_change order[] = {
		NET_EVICTED, NET_MOVED, NET_WITHDRAWN, NET_BOUND, NET_PIPELINED};
	struct tally y = {.ev = ev};

	for (size_t k = 0; k < sizeof order / sizeof *order; k++)
		for (size_t i = 0; i < n; i++)
			if (rows[i].change == order[k])
				pod_row(ev, &rows[i]);
	for (size_t i = 0; i < n; i++)
		count(&y, &rows[i]);
	queue_rows(&y);
	map_free(&y.by_queue);
	arena_free(&y.arena);
	free(y.losses);
}

/* ---- of the session ---- */

static void add_task(struct events *ev, struct rows *r, const struct task *t)
{
	const struct net_pod *was = &ev->net.pods[t->index];
	const struct job *cause = was->cause;
	enum net_change change = net_change_of(&ev->net, t);

	if (change == NET_NONE)
		return;
	ARRAY_GROW(r->items, r->n, r->cap);
	r->items[r->n++] = (struct net_row){.pod = t->key,
		.pod_group = t->job->key,
		.queue = job_queue_label(t->job),
		.change = change,
		.from = was->node,
		.to = t->node_name,
		.cause = cause ? cause->key : (struct str){0},
		.cause_queue = cause ? job_queue_label(cause) : (struct str){0},
		.doubtful = t->job->not_replayed != NULL};
}

void text_net(struct events *ev, struct session *s)
{
	struct rows r = {0};

	for (int i = 0; i < s->c->n_jobs; i++) {
		const struct job *j = s->c->jobs[i];

		if (!filter_job(ev, j))
			continue;
		for (int k = 0; k < j->n_tasks; k++)
			add_task(ev, &r, j->tasks[k]);
		for (int k = 0; k < j->n_invalid; k++)
			add_task(ev, &r, j->invalid[k]);
	}
	text_net_rows(ev, r.items, r.n);
	free(r.items);
}
