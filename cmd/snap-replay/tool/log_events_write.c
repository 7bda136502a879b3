#include "tool/log_events_write.h"

#include <stdlib.h>

#include "report/event_writer.h"
#include "report/table.h"
#include "tool/log_summary.h"

static void start_text(
	struct events *ev, const struct log_events *t, const char *follows, const char *now)
{
	struct text *out = &ev->page.start;

	text_ours(out, "snapshot-tool");
	if (follows)
		text_addf(out, " of %s", follows);
	if (t->now_known)
		text_addf(out, ", at %s", now);
	if (t->now_from)
		text_addf(out, " (%s)", t->now_from);
	if (t->session_known)
		text_addf(out, ": %lld nodes, %lld pod groups, %lld queues", (long long)t->nodes,
			(long long)t->jobs, (long long)t->queue_count);
	text_ours(out, "\n");
}

static void start(struct events *ev, const struct log_events *t, const char *follows)
{
	struct strbuf now = {0};

	if (t->now_known)
		rfc3339_format(&now, t->now);
	if (!events_as_text(ev)) {
		event_begin(ev, "start");
		text_member(ev, "engine", STR("tool"));
		text_member(ev, "follows", str_of(follows));
		text_member(ev, "capturedFrom", t->captured_from);
		text_member(ev, "now", strbuf_str(&now));
		text_member(ev, "nowFrom", str_of(t->now_from));
		if (t->session_known) {
			number_member(ev, "nodes", t->nodes);
			number_member(ev, "podGroups", t->jobs);
			number_member(ev, "queues", t->queue_count);
		}
		event_end(ev);
	} else {
		start_text(ev, t, follows, now.s);
	}
	strbuf_free(&now);
}

/* Those from *next on that came before the decision at. */
static void warnings(struct events *ev, const struct log_events *t, size_t *next, size_t at)
{
	for (; *next < t->n_warnings && t->warnings[*next].at <= at; ++*next) {
		const struct log_warning *w = &t->warnings[*next];

		if (events_as_text(ev)) {
			text_addf(&ev->page.sections[SECTION_WARNINGS].rows,
				"warning: " STR_FMT "%s" STR_FMT "\n", STR_ARG(w->what),
				w->where.n ? ": " : "", STR_ARG(w->where));
			page_row(&ev->page, SECTION_WARNINGS);
		} else {
			event_begin(ev, "warning");
			text_member(ev, "what", w->what);
			text_member(ev, "where", w->where);
			event_end(ev);
		}
	}
}

static void queue(struct events *ev, const struct log_queue *q)
{
	static const struct {
		const char *key;
		int figure;
	} figures[] = {{"fairShare", LOG_FAIR_SHARE}, {"deserved", LOG_DESERVED},
		{"allocated", LOG_ALLOCATED}, {"requested", LOG_REQUESTED}};
	static const char *const resources[] = {
		[LOG_GPU] = "gpu", [LOG_CPU] = "cpu", [LOG_MEMORY] = "memory"};

	event_begin(ev, "queue");
	text_member(ev, "queue", q->name);
	if (q->known) {
		jsonw_key(&ev->w, "parent");
		if (q->parent.n)
			jsonw_str(&ev->w, q->parent);
		else
			jsonw_null(&ev->w);
	}
	for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
		jsonw_key(&ev->w, figures[i].key);
		jsonw_begin(&ev->w, '{');
		for (int r = 0; r < LOG_RESOURCES; r++) {
			jsonw_key(&ev->w, resources[r]);
			jsonw_double(&ev->w, q->figures[figures[i].figure][r]);
		}
		jsonw_end(&ev->w, '}');
	}
	event_end(ev);
}

static void queue_text(struct events *ev, const struct log_queue *q)
{
	struct section *s = &ev->page.sections[SECTION_GPUS];
	struct str name = shown_key(ev, q->name);

	if (!s->n)
		text_ours(&s->head,
			"  QUEUE" CELL_LEFT "QUOTA" CELL_RIGHT "FAIR SHARE" CELL_RIGHT
			"REQUESTED" CELL_RIGHT "ALLOCATED" CELL_RIGHT "\n");
	text_addf(&s->rows,
		"  " STR_FMT CELL_LEFT "%g" CELL_RIGHT "%g" CELL_RIGHT "%g" CELL_RIGHT
		"%g" CELL_RIGHT "\n",
		STR_ARG(name), q->figures[LOG_DESERVED][LOG_GPU],
		q->figures[LOG_FAIR_SHARE][LOG_GPU], q->figures[LOG_REQUESTED][LOG_GPU],
		q->figures[LOG_ALLOCATED][LOG_GPU]);
	page_row(&ev->page, SECTION_GPUS);
}

static void queues(struct events *ev, const struct log_events *t)
{
	for (size_t i = 0; i < t->n_queues; i++)
		if (events_as_text(ev))
			queue_text(ev, &t->queues[i]);
		else if (filter_count(ev, SHOW_PLACE_QUEUES))
			queue(ev, &t->queues[i]);
}

static void groups(struct events *ev, struct str list)
{
	if (!list.n)
		return;
	jsonw_key(&ev->w, "gpuGroups");
	jsonw_begin(&ev->w, '[');
	while (list.n) {
		const char *blank = str_find(list, ' ');
		struct str group = {list.p, blank ? (size_t)(blank - list.p) : list.n};

		jsonw_str(&ev->w, group);
		size_t used = blank ? group.n + 1 : group.n;
		list.p += used;
		list.n -= used;
	}
	jsonw_end(&ev->w, ']');
}

static void decision(struct events *ev, const struct log_decision *d)
{
	static const int counts[] = {[DECISION_BIND] = SHOW_PLACE_DECISIONS,
		[DECISION_PIPELINE] = COUNT_PIPELINES,
		[DECISION_EVICT] = COUNT_EVICTIONS};

	if (!(ev->options.show & SHOW_DECISIONS) || d->hidden)
		return;
	if (events_as_text(ev)) {
		text_decision(ev, d->action, decision_names[d->kind], d->pod, d->node,
			d->preemptor.n ? d->preemptor : d->message, false);
		return;
	}
	if (!filter_count(ev, counts[d->kind]))
		return;
	event_begin(ev, decision_names[d->kind]);
	text_member(ev, "action", str_of(d->action));
	text_member(ev, "pod", d->pod);
	text_member(ev, "podGroup", d->pod_group);
	text_member(ev, "queue", d->queue);
	text_member(ev, "node", d->node);
	groups(ev, d->groups);
	text_member(ev, "preemptor", d->preemptor);
	text_member(ev, "message", d->message);
	event_end(ev);
}

static void decisions(struct events *ev, const struct log_events *t)
{
	size_t next_warning = 0;

	for (size_t i = 0; i < t->n_decisions; i++) {
		const struct log_decision *d = &t->decisions[i];

		warnings(ev, t, &next_warning, i);
		decisions_add(&ev->decisions, d->action, d->kind, d->pod, d->node);
		if (d->kind == DECISION_BIND)
			ev->binds++;
		else if (d->kind == DECISION_PIPELINE)
			ev->pipelines++;
		else
			ev->evictions++;
		decision(ev, d);
	}
	warnings(ev, t, &next_warning, SIZE_MAX);
}

/* The log gives one reason where there is one error, and "Unable to schedule podgroup" where there
 * are several. */
static void reasons(struct events *ev, const struct log_pending *p)
{
	bool shared = str_eq(p->reason, STR("Unable to schedule podgroup"));

	jsonw_key(&ev->w, "reasons");
	jsonw_begin(&ev->w, '[');
	for (size_t i = 0; i < p->n_messages || (i == 0 && p->reason.n); i++) {
		int64_t count = 1;
		bool written = false;

		for (size_t k = 0; k < p->n_messages; k++) {
			bool same = k != i && i < p->n_messages &&
				str_eq(p->messages[k], p->messages[i]);

			written = written || (same && k < i);
			count += same;
		}
		if (written)
			continue;
		jsonw_begin(&ev->w, '{');
		if (!shared || !p->n_messages)
			text_member(ev, "reason", p->reason);
		if (i < p->n_messages)
			text_member(ev, "message", p->messages[i]);
		number_member(ev, "count", count);
		jsonw_end(&ev->w, '}');
	}
	jsonw_end(&ev->w, ']');
}

static void pending_text(struct events *ev, const struct log_pending *p)
{
	struct text *out = &ev->page.sections[SECTION_PENDING].rows;

	text_addf(out, "  " STR_FMT "  %zu %s\n      " STR_FMT "\n", STR_ARG(p->pod_group),
		p->n_pods, p->n_pods == 1 ? "pod" : "pods", STR_ARG(p->reason));
	for (size_t i = 0; i < p->n_messages; i++)
		text_addf(out, "        " STR_FMT "\n", STR_ARG(p->messages[i]));
	page_row(&ev->page, SECTION_PENDING);
}

static void pending(struct events *ev, const struct log_events *t)
{
	for (size_t i = 0; i < t->n_pending; i++) {
		const struct log_pending *p = &t->pending[i];

		if (events_as_text(ev)) {
			pending_text(ev, p);
			continue;
		}
		if (!filter_count(ev, SHOW_PLACE_PENDING))
			return;
		event_begin(ev, "pending");
		text_member(ev, "podGroup", p->pod_group);
		text_member(ev, "queue", p->queue);
		if (p->n_pods) {
			jsonw_key(&ev->w, "pods");
			jsonw_begin(&ev->w, '[');
			for (size_t k = 0; k < p->n_pods; k++)
				jsonw_str(&ev->w, p->pods[k]);
			jsonw_end(&ev->w, ']');
		}
		reasons(ev, p);
		event_end(ev);
	}
}

void log_events_write(
	struct events *ev, const struct log_events *t, const char *follows, int verbosity)
{
	unsigned show = ev->options.show;

	if (show & SHOW_START)
		start(ev, t, follows);
	if (show & SHOW_QUEUES)
		queues(ev, t);
	decisions(ev, t);
	if (show & SHOW_PENDING)
		pending(ev, t);
	if (events_as_text(ev) && verbosity >= LOG_ALL_LEVEL)
		log_net_text(ev, t, verbosity);
	if (show & SHOW_SUMMARY)
		log_summary(ev, t, verbosity);
	events_end(ev);
}
