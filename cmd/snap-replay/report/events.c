#include "report/event_writer.h"

#include <stdlib.h>

#include "common/mem.h"
#include "common/pager.h"

struct events *events_new(struct output *out, const struct events_options *options)
{
	struct events *ev = xcalloc(1, sizeof *ev);

	ev->out = out;
	ev->options = *options;
	ev->w.out = &ev->line;
	ev->page.columns = options->columns;
	return ev;
}

void events_free(struct events *ev)
{
	if (!ev)
		return;
	strbuf_free(&ev->line);
	page_free(&ev->page);
	for (int i = 0; i < SHOW_COUNT; i++)
		strbuf_free(&ev->tables[i]);
	net_free(&ev->net);
	free(ev->allocated_before);
	arena_free(&ev->arena);
	map_free(&ev->device_group_names);
	decisions_free(&ev->decisions);
	free(ev);
}

bool events_failed(const struct events *ev, struct error *e)
{
	if (ev->error.status)
		*e = ev->error;
	return ev->error.status != 0;
}

static void send_bytes(struct events *ev, struct str bytes)
{
	if (!ev->error.status)
		output_write(ev->out, bytes.p, bytes.n, &ev->error);
}

void events_end(struct events *ev)
{
	const struct events_options *o = &ev->options;
	struct page_options options = {o->all, o->only.top, o->colour};
	struct strbuf text = {0};

	if (o->format == FORMAT_TEXT)
		page_write(&ev->page, &options, &text);
	else if (o->format == FORMAT_TSV)
		tsv_tables(ev, &text);
	if (!ev->error.status && !(o->lines && pager_show(strbuf_str(&text), o->lines)))
		send_bytes(ev, strbuf_str(&text));
	strbuf_free(&text);
}

struct str shown_key(struct events *ev, struct str key)
{
	struct strbuf b = {0};
	struct str made;

	if (key.n && key.p[key.n - 1] != '/')
		return key;
	strbuf_addstr(&b, key);
	strbuf_addz(&b, "(no name)");
	made = arena_str(&ev->arena, strbuf_str(&b));
	strbuf_free(&b);
	return made;
}

void event_begin(struct events *ev, const char *name)
{
	strbuf_clear(&ev->line);
	ev->event = name;
	ev->w.comma = false;
	jsonw_begin(&ev->w, '{');
	jsonw_key(&ev->w, "event");
	jsonw_strz(&ev->w, name);
}

void event_end(struct events *ev)
{
	jsonw_end(&ev->w, '}');
	jsonw_newline(&ev->w);
	if (ev->options.format == FORMAT_TSV)
		tsv_event(ev, ev->event);
	else
		send_bytes(ev, strbuf_str(&ev->line));
	strbuf_clear(&ev->line);
}

static void member(struct events *ev, const char *key, struct str value)
{
	jsonw_key(&ev->w, key);
	jsonw_str(&ev->w, value);
}

struct str event_device_group(struct events *ev, const struct cluster *c, int id)
{
	struct map_entry *entry;
	struct strbuf b = {0};
	struct str *made;

	if (!c->device_groups[id].fresh)
		return c->device_groups[id].name;
	entry = map_put(&ev->device_group_names, c->device_groups[id].name, NULL);
	if (!entry->value) {
		made = ARENA_NEW(&ev->arena, struct str);
		strbuf_addf(&b, "new:%d", ++ev->n_fresh);
		*made = arena_str(&ev->arena, strbuf_str(&b));
		strbuf_free(&b);
		entry->value = made;
	}
	return *(struct str *)entry->value;
}

void event_device_groups(
	struct events *ev, const struct cluster *c, const struct device_group_list *groups)
{
	if (!groups->n)
		return;
	jsonw_key(&ev->w, "gpuGroups");
	jsonw_begin(&ev->w, '[');
	for (int i = 0; i < groups->n; i++)
		jsonw_str(&ev->w, event_device_group(ev, c, groups->ids[i]));
	jsonw_end(&ev->w, ']');
}

void event_not_replayed(struct events *ev, const struct job *j)
{
	if (j->not_replayed)
		member(ev, "notReplayed", str_of(j->not_replayed));
}

static void whose(struct events *ev, const struct task *t)
{
	member(ev, "pod", t->key);
	member(ev, "podGroup", t->job->key);
	if (t->job->object)
		member(ev, "queue", t->job->object->queue);
}

/* The decision is shown; count: its kind, for filter_count. */
static bool shows(struct events *ev, const struct task *t, int count)
{
	return ev->options.show & SHOW_DECISIONS && filter_job(ev, t->job) &&
		(events_as_text(ev) || filter_count(ev, count));
}

static void placed(struct events *ev, struct session *s, enum decision_kind kind, int count,
	const struct task *t, struct str node)
{
	decisions_add(&ev->decisions, s->action, kind, t->key, node);
	if (events_as_text(ev)) {
		if (shows(ev, t, count))
			text_decision(ev, s->action, decision_names[kind], t->key,
				node_and_zones(ev, node, t),
				kind == DECISION_BIND ? claims_text(s, t) : (struct str){0},
				t->job->not_replayed);
		return;
	}
	if (!shows(ev, t, count)) {
		for (int i = 0; i < t->device_groups.n && task_fractional(t); i++)
			event_device_group(ev, s->c,
				t->device_groups
					.ids[i]); /* the numbers do not depend on what is shown */
		return;
	}
	event_begin(ev, decision_names[kind]);
	jsonw_key(&ev->w, "action");
	jsonw_strz(&ev->w, s->action);
	whose(ev, t);
	member(ev, "node", node);
	if (task_fractional(t))
		event_device_groups(ev, s->c, &t->device_groups);
	event_zones(ev, t);
	if (kind == DECISION_BIND)
		event_claims(ev, t);
	event_not_replayed(ev, t->job);
	event_end(ev);
}

static void send_bind(struct session *s, const struct task *t)
{
	struct events *ev = s->sink.state;

	ev->binds++;
	placed(ev, s, DECISION_BIND, SHOW_PLACE_DECISIONS, t, t->node_name);
}

static void send_pipeline(struct session *s, const struct task *t, const struct node *n)
{
	struct events *ev = s->sink.state;

	ev->pipelines++;
	placed(ev, s, DECISION_PIPELINE, COUNT_PIPELINES, t, n->name);
}

static void send_evict(
	struct session *s, const struct task *t, const struct node *n, const struct eviction *why)
{
	struct events *ev = s->sink.state;
	struct str node = n ? n->name : t->node_name;

	ev->evictions++;
	decisions_add(&ev->decisions, s->action, DECISION_EVICT, t->key, node);
	net_evicted(&ev->net, t, why->preemptor);
	if (!shows(ev, t, COUNT_EVICTIONS))
		return;
	if (events_as_text(ev)) {
		text_decision(ev, s->action,
			net_waited(&ev->net, t) ? "withdraw" : decision_names[DECISION_EVICT],
			t->key, node,
			why->preemptor ? why->preemptor->key
				       : session_text(s, "(" STR_FMT ")", STR_ARG(why->message)),
			t->job->not_replayed);
		return;
	}
	event_begin(ev, decision_names[DECISION_EVICT]);
	jsonw_key(&ev->w, "action");
	jsonw_strz(&ev->w, s->action);
	whose(ev, t);
	member(ev, "node", node);
	if (why->preemptor)
		member(ev, "preemptor", why->preemptor->key);
	member(ev, "message", why->message);
	event_not_replayed(ev, t->job);
	event_end(ev);
}

static bool send_wants_messages(const struct session *s)
{
	const struct events *ev = s->sink.state;

	return events_as_text(ev) || ev->options.show & SHOW_DECISIONS;
}

void events_listen(struct events *ev, struct session *s)
{
	static const struct sink sink = {.bind = send_bind,
		.pipeline = send_pipeline,
		.evict = send_evict,
		.wants_messages = send_wants_messages,
		.clock = events_clock,
		.search = events_search};

	s->sink.to = ev ? &sink : NULL;
	s->sink.state = ev;
}
