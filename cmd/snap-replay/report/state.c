/* The events about states, not decisions: start, queues, pending, pods, summary. */
#include "common/mem.h"
#include "common/timefmt.h"
#include "report/event_writer.h"
#include "report/table.h"

void events_ms(struct events *ev, const char *key, int64_t ns)
{
	struct strbuf ms = {0};

	duration_format_ms(&ms, ns);
	jsonw_key(&ev->w, key);
	jsonw_raw(&ev->w, strbuf_str(&ms));
	strbuf_free(&ms);
}

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

static void follows(struct events *ev, const struct follows *f)
{
	struct strbuf b = {0};

	strbuf_addz(&b, "kai-scheduler ");
	follows_text(&b, f);
	text(ev, "follows", strbuf_str(&b));
	strbuf_free(&b);
}

static void start_text(struct text *out, const struct cluster *c, const char *now,
	const struct events_origin *from)
{
	struct strbuf version = {0};

	follows_text(&version, &c->objects->follows);
	text_addf(out, "native engine, follows kai-scheduler %s, at %s (%s)%s: ", version.s, now,
		from->now_from, from->other_config ? ", configured by --config" : "");
	strbuf_free(&version);
	text_add_count(out, c->n_nodes, "node");
	text_ours(out, ", ");
	text_add_count(out, c->n_tasks, "pod");
	text_ours(out, ", ");
	text_add_count(out, c->n_jobs, "pod group");
	text_ours(out, ", ");
	text_add_count(out, c->n_queues, "queue");
	text_ours(out, "\n");
}

void events_start(struct events *ev, struct session *s, const struct events_origin *from)
{
	const struct cluster *c = s->c;
	struct strbuf now = {0};

	net_begin(&ev->net, c);
	if (!(ev->options.show & SHOW_START))
		return;
	rfc3339_format(&now, c->now);
	if (!events_as_text(ev)) {
		event_begin(ev, "start");
		text(ev, "engine", STR("native"));
		follows(ev, &c->objects->follows);
		if (from->captured_from.n)
			text(ev, "capturedFrom", from->captured_from);
		text(ev, "now", strbuf_str(&now));
		text(ev, "nowFrom", str_of(from->now_from));
		if (from->other_config)
			text(ev, "configFrom", STR("option"));
		number(ev, "nodes", c->n_nodes);
		number(ev, "pods", c->n_tasks);
		number(ev, "podGroups", c->n_jobs);
		number(ev, "queues", c->n_queues);
		if (c->dice.thrown)
			number(ev, "seed", (int64_t)c->dice.seed);
		event_end(ev);
	} else {
		start_text(&ev->page.start, c, now.s, from);
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

static void keep_allocated(struct events *ev, struct session *s)
{
	struct queue_figures f;

	ev->allocated_before = xcalloc((size_t)s->c->n_queues + 1, sizeof *ev->allocated_before);
	for (int i = 0; i < s->c->n_queues; i++)
		if (session_queue_figures(s, s->c->queues[i], &f))
			memcpy(ev->allocated_before[s->c->queues[i]->index], f.allocated,
				sizeof f.allocated);
}

void events_queues(struct events *ev, struct session *s)
{
	if (!(ev->options.show & SHOW_QUEUES))
		return;
	if (events_as_text(ev)) {
		keep_allocated(ev, s);
		return;
	}
	for (int i = 0; i < s->c->n_queues; i++)
		if (filter_queue(ev, s->c->queues[i]) && filter_count(ev, SHOW_PLACE_QUEUES))
			queue_event(ev, s, s->c->queues[i]);
}

static void pod_text(struct events *ev, const struct task *t)
{
	struct str key = shown_key(ev, t->key);

	text_addf(&ev->page.sections[SECTION_PODS].rows,
		"  %s" CELL_LEFT STR_FMT CELL_LEFT STR_FMT "\n", pod_status_name(t->status),
		STR_ARG(key), STR_ARG(t->node_name));
	page_row(&ev->page, SECTION_PODS);
}

static void pod_event(struct events *ev, struct session *s, const struct task *t)
{
	if (events_as_text(ev)) {
		pod_text(ev, t);
		return;
	}
	if (!filter_count(ev, SHOW_PLACE_PODS))
		return;
	event_begin(ev, "pod");
	text(ev, "pod", t->key);
	text(ev, "podGroup", t->job->key);
	text(ev, "status", str_of(pod_status_name(t->status)));
	text(ev, "node", t->node_name);
	if (task_fractional(t) && status_in(t->status, SET_ACTIVE_USED))
		event_device_groups(ev, s->c, &t->device_groups);
	if (status_in(t->status, SET_ACTIVE_USED))
		event_zones(ev, t);
	event_end(ev);
}

void events_pods(struct events *ev, struct session *s)
{
	if (!(ev->options.show & SHOW_PODS))
		return;
	for (int i = 0; i < s->c->n_jobs; i++) {
		const struct job *j = s->c->jobs[i];

		if (!filter_job(ev, j))
			continue;
		for (int k = 0; k < j->n_tasks; k++)
			pod_event(ev, s, j->tasks[k]);
		for (int k = 0; k < j->n_invalid; k++)
			pod_event(ev, s, j->invalid[k]);
	}
}

static void summary_text(struct events *ev, struct session *s, const struct action_time *times,
	int n, double total_ms)
{
	struct text *out = &ev->page.end;
	char hash[DECISIONS_HEX];

	text_answer(ev, s);
	decisions_hash(&ev->decisions, hash);
	text_addf(out, "decisions: %d bind, %d pipeline, %d evict\n", ev->binds, ev->pipelines,
		ev->evictions);
	if (ev->options.timings) {
		for (int i = 0; i < n; i++)
			text_addf(out, "%s %.1f ms, ", times[i].action, times[i].ms);
		text_addf(out, "total %.1f ms\n", total_ms);
	}
	text_addf(out, "hash %s\n", hash);
}

/* Of the whole cycle, whatever the filter. */
static void net_figures(struct events *ev, const struct session *s)
{
	net_count(ev, s->c, true);
	jsonw_key(&ev->w, "net");
	jsonw_begin(&ev->w, '{');
	for (int i = NET_NONE + 1; i < NET_COUNT; i++)
		number(ev, net_words[i], ev->net.pods_by_change[i]);
	number(ev, "evictedPodGroups", ev->net.groups_by_change[NET_EVICTED]);
	jsonw_end(&ev->w, '}');
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

static void summary_json(struct events *ev, struct session *s, const struct action_time *times,
	int n, double total_ms)
{
	char hash[DECISIONS_HEX];

	decisions_hash(&ev->decisions, hash);
	event_begin(ev, "summary");
	if (ev->options.timings) {
		events_ms(ev, "total_duration_ms", (int64_t)(total_ms * 1e6));
		jsonw_key(&ev->w, "action_durations_ms");
		jsonw_begin(&ev->w, '{');
		for (int i = 0; i < n; i++)
			events_ms(ev, times[i].action, (int64_t)(times[i].ms * 1e6));
		jsonw_end(&ev->w, '}');
	}
	number(ev, "binds", ev->binds);
	number(ev, "pipelines", ev->pipelines);
	number(ev, "evictions", ev->evictions);
	number(ev, "pending", ev->pending);
	net_figures(ev, s);
	chance(ev, s);
	text(ev, "decisions", str_of(hash));
	event_end(ev);
}

void events_summary(struct events *ev, struct session *s, const struct action_time *times, int n,
	double total_ms)
{
	bool shown = ev->options.show & SHOW_SUMMARY;

	if (shown && events_as_text(ev))
		summary_text(ev, s, times, n, total_ms);
	else if (shown)
		summary_json(ev, s, times, n, total_ms);
	if (events_as_text(ev) && ev->options.show & SHOW_QUEUES)
		text_queues(ev, s);
	events_end(ev);
}
