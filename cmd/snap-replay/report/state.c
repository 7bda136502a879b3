/* The events about states, not decisions: start, queues, pending, pods, summary. */
#include "report/event_writer.h"

static void number(struct events *ev, const char *key, int64_t value)
{
	jsonw_key(&ev->w, key);
	jsonw_int(&ev->w, value);
}

static void text(struct events *ev, const char *key, struct str value)
{
	jsonw_key(&ev->w, key);
	jsonw_str(&ev->w, value);
}

void events_start(struct events *ev, struct session *s, const struct events_origin *from)
{
	const struct cluster *c = s->c;
	struct strbuf now = {0};

	if (!(ev->options.show & SHOW_START))
		return;
	rfc3339_format(&now, c->now);
	if (ev->options.json) {
		event_begin(ev, "start");
		text(ev, "engine", STR("native"));
		text(ev, "follows", STR("kai-scheduler v0.17.0"));
		if (from->captured_from.n)
			text(ev, "capturedFrom", from->captured_from);
		text(ev, "now", strbuf_str(&now));
		text(ev, "nowFrom", str_of(from->now_from));
		number(ev, "nodes", c->n_nodes);
		number(ev, "pods", c->n_tasks);
		number(ev, "podGroups", c->n_jobs);
		number(ev, "queues", c->n_queues);
		if (c->dice.thrown)
			number(ev, "seed", (int64_t)c->dice.seed);
		event_end(ev);
	} else {
		text_addf(&ev->text,
			"native engine, follows kai-scheduler v0.17.0, at %s (%s): %d nodes, %d pods, %d pod groups, %d queues\n",
			now.s, from->now_from, c->n_nodes, c->n_tasks, c->n_jobs, c->n_queues);
		event_text(ev);
	}
	strbuf_free(&now);
}

static void triple(struct events *ev, const char *key, const double *v)
{
	jsonw_key(&ev->w, key);
	jsonw_begin(&ev->w, '{');
	jsonw_key(&ev->w, "gpu");
	jsonw_double(&ev->w, v[SLOT_GPU]);
	jsonw_key(&ev->w, "cpu");
	jsonw_double(&ev->w, v[SLOT_CPU]);
	jsonw_key(&ev->w, "memory");
	jsonw_double(&ev->w, v[SLOT_MEMORY]);
	jsonw_end(&ev->w, '}');
}

static void queue_event(struct events *ev, struct session *s, const struct queue *q)
{
	struct queue_figures f;

	event_begin(ev, "queue");
	text(ev, "queue", q->name);
	jsonw_key(&ev->w, "parent");
	if (q->parent)
		jsonw_str(&ev->w, q->parent->name);
	else
		jsonw_null(&ev->w);
	if (session_queue_figures(s, q, &f)) {
		triple(ev, "fairShare", f.fair_share);
		triple(ev, "deserved", f.deserved);
		triple(ev, "allocated", f.allocated);
		triple(ev, "requested", f.requested);
	} else {
		triple(ev, "deserved", q->quota);
	}
	event_end(ev);
}

void events_queues(struct events *ev, struct session *s)
{
	if (!(ev->options.show & SHOW_QUEUES))
		return;
	if (!ev->options.json) {
		text_queues(ev, s);
		return;
	}
	for (int i = 0; i < s->c->n_queues; i++)
		queue_event(ev, s, s->c->queues[i]);
}

static void pod_event(struct events *ev, struct session *s, const struct task *t)
{
	struct str key;

	if (!ev->options.json) {
		key = shown_key(ev, t->key);
		text_addf(&ev->text, "%-12s " STR_FMT "  " STR_FMT "\n", pod_status_name(t->status),
			STR_ARG(key), STR_ARG(t->node_name));
		event_text(ev);
		return;
	}
	event_begin(ev, "pod");
	text(ev, "pod", t->key);
	text(ev, "podGroup", t->job->key);
	text(ev, "status", str_of(pod_status_name(t->status)));
	text(ev, "node", t->node_name);
	if (task_fractional(t) && status_in(t->status, SET_ACTIVE_USED))
		event_device_groups(ev, s->c, &t->device_groups);
	event_end(ev);
}

void events_pods(struct events *ev, struct session *s)
{
	if (!(ev->options.show & SHOW_PODS))
		return;
	for (int i = 0; i < s->c->n_jobs; i++) {
		const struct job *j = s->c->jobs[i];

		for (int k = 0; k < j->n_tasks; k++)
			pod_event(ev, s, j->tasks[k]);
		for (int k = 0; k < j->n_invalid; k++)
			pod_event(ev, s, j->invalid[k]);
	}
}

static void summary_text(struct events *ev, const struct action_time *times, int n, double total_ms,
	const char *hash)
{
	text_addf(&ev->text, "\n%d bound, %d pipelined, %d evicted, %d pod groups pending\n",
		ev->binds, ev->pipelines, ev->evictions, ev->pending);
	if (ev->options.timings) {
		for (int i = 0; i < n; i++)
			text_addf(&ev->text, "%s %.1f ms, ", times[i].action, times[i].ms);
		text_addf(&ev->text, "total %.1f ms\n", total_ms);
	}
	text_addf(&ev->text, "decisions %s\n", hash);
	event_text(ev);
}

static void chance(struct events *ev, const struct session *s)
{
	if (!s->chance.lots && !s->chance.left_out && !s->chance.ties)
		return;
	jsonw_key(&ev->w, "chance");
	jsonw_begin(&ev->w, '{');
	if (s->chance.lots)
		number(ev, "lots", s->chance.lots);
	if (s->chance.left_out)
		number(ev, "leftOut", s->chance.left_out);
	if (s->chance.ties)
		number(ev, "ties", s->chance.ties);
	jsonw_end(&ev->w, '}');
}

void events_summary(struct events *ev, struct session *s, const struct action_time *times, int n,
	double total_ms)
{
	char hash[DECISIONS_HEX];

	if (!(ev->options.show & SHOW_SUMMARY))
		return;
	decisions_hash(&ev->decisions, hash);
	if (!ev->options.json) {
		summary_text(ev, times, n, total_ms, hash);
		return;
	}
	event_begin(ev, "summary");
	if (ev->options.timings) {
		number(ev, "total_duration_ms", (int64_t)total_ms);
		jsonw_key(&ev->w, "action_durations_ms");
		jsonw_begin(&ev->w, '{');
		for (int i = 0; i < n; i++)
			number(ev, times[i].action, (int64_t)times[i].ms);
		jsonw_end(&ev->w, '}');
	}
	number(ev, "binds", ev->binds);
	number(ev, "pipelines", ev->pipelines);
	number(ev, "evictions", ev->evictions);
	number(ev, "pending", ev->pending);
	chance(ev, s);
	text(ev, "decisions", str_of(hash));
	event_end(ev);
}
