/* The net result: the events `net`, the figures of the summary. */
#include "report/net.h"

#include <stdlib.h>

#include "common/mem.h"
#include "report/event_writer.h"

#define NET_WORD(NAME, word) #word,
const char *const net_words[NET_COUNT] = {NET_CHANGES(NET_WORD)};

void net_begin(struct net *n, const struct cluster *c)
{
	n->pods = xcalloc((size_t)c->n_tasks + 1, sizeof *n->pods);
	for (int i = 0; i < c->n_tasks; i++)
		n->pods[i] = (struct net_pod){c->tasks[i].status, c->tasks[i].node_name, NULL};
}

void net_free(struct net *n)
{
	free(n->pods);
	n->pods = NULL;
}

void net_evicted(struct net *n, const struct task *t, const struct job *preemptor)
{
	n->pods[t->index].cause = preemptor;
}

static bool has_place(enum pod_status s)
{
	return status_in(s, SET_ACTIVE_ALLOCATED);
}

static bool waits(enum pod_status s)
{
	return s == POD_PENDING || s == POD_GATED;
}

bool net_waited(const struct net *n, const struct task *t)
{
	return waits(n->pods[t->index].status);
}

enum net_change net_change_of(const struct net *n, const struct task *t)
{
	const struct net_pod *was = &n->pods[t->index];

	if (has_place(was->status)) {
		if (!has_place(t->status))
			return NET_EVICTED;
		return t->status == was->status && str_eq(t->node_name, was->node) ? NET_NONE
										   : NET_MOVED;
	}
	if (!waits(was->status) || waits(t->status))
		return NET_NONE;
	if (t->status == POD_PIPELINED)
		return NET_PIPELINED;
	return has_place(t->status) ? NET_BOUND : NET_WITHDRAWN;
}

static void count_tasks(struct net *n, struct task *const *tasks, int n_tasks, int *counts)
{
	for (int i = 0; i < n_tasks; i++)
		counts[net_change_of(n, tasks[i])]++;
}

void net_count(struct events *ev, const struct cluster *c, bool all)
{
	struct net *n = &ev->net;

	for (int i = 0; i < NET_COUNT; i++)
		n->pods_by_change[i] = n->groups_by_change[i] = 0;
	for (int i = 0; i < c->n_jobs; i++) {
		const struct job *j = c->jobs[i];
		int counts[NET_COUNT] = {0};

		if (!all && !filter_job(ev, j))
			continue;
		count_tasks(n, j->tasks, j->n_tasks, counts);
		count_tasks(n, j->invalid, j->n_invalid, counts);
		for (int k = 0; k < NET_COUNT; k++) {
			n->pods_by_change[k] += counts[k];
			n->groups_by_change[k] += counts[k] > 0;
		}
	}
}

/* ---- events ---- */

static void text(struct events *ev, const char *key, struct str value)
{
	jsonw_key(&ev->w, key);
	jsonw_str(&ev->w, value);
}

static void state(struct events *ev, const char *key, enum pod_status status, struct str node)
{
	jsonw_key(&ev->w, key);
	jsonw_begin(&ev->w, '{');
	text(ev, "status", str_of(pod_status_name(status)));
	if (has_place(status))
		text(ev, "node", node);
	jsonw_end(&ev->w, '}');
}

static void net_json(struct events *ev, const struct task *t, enum net_change change)
{
	const struct net_pod *was = &ev->net.pods[t->index];

	event_begin(ev, "net");
	text(ev, "pod", t->key);
	text(ev, "podGroup", t->job->key);
	text(ev, "queue", t->job->object->queue);
	text(ev, "change", str_of(net_words[change]));
	state(ev, "from", was->status, was->node);
	state(ev, "to", t->status, t->node_name);
	if (was->cause)
		text(ev, "for", was->cause->key);
	event_not_replayed(ev, t->job);
	event_end(ev);
}

static void tasks_json(struct events *ev, struct task *const *tasks, int n)
{
	for (int i = 0; i < n; i++) {
		enum net_change change = net_change_of(&ev->net, tasks[i]);

		if (change != NET_NONE && filter_count(ev, SHOW_PLACE_NET))
			net_json(ev, tasks[i], change);
	}
}

void events_net(struct events *ev, struct session *s)
{
	if (!(ev->options.show & SHOW_NET))
		return;
	if (events_as_text(ev)) {
		text_net(ev, s);
		return;
	}
	for (int i = 0; i < s->c->n_jobs; i++) {
		const struct job *j = s->c->jobs[i];

		if (!filter_job(ev, j))
			continue;
		tasks_json(ev, j->tasks, j->n_tasks);
		tasks_json(ev, j->invalid, j->n_invalid);
	}
}
