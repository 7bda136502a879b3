/* --queue, --namespace, --podgroup and --top: which pods, pod groups and queues are shown. */
#include <fnmatch.h>

#include "report/event_writer.h"

static bool is_below(const struct queue *q, const struct queue *top)
{
	while (q && q != top)
		q = q->parent;
	return q != NULL;
}

bool filter_queue(const struct events *ev, const struct queue *q)
{
	return !ev->only_queue || is_below(q, ev->only_queue);
}

bool filter_any(const struct events *ev)
{
	const struct events_filter *f = &ev->options.only;

	return f->queue || f->ns || f->pod_group;
}

static bool of_queue(const struct events *ev, const struct job *j)
{
	if (!ev->options.only.queue)
		return true;
	return ev->only_queue ? is_below(j->queue, ev->only_queue)
			      : str_eq(j->object->queue, str_of(ev->options.only.queue));
}

static bool of_namespace(const char *ns, struct str key)
{
	struct str wanted = str_of(ns);

	return str_starts(key, wanted) && key.n > wanted.n && key.p[wanted.n] == '/';
}

static bool of_pattern(const char *pattern, struct str key)
{
	const char *slash = strchr(pattern, '/') ? NULL : str_find(key, '/');
	struct strbuf subject = {0};
	bool matches;

	if (slash)
		key = (struct str){slash + 1, key.n - (size_t)(slash + 1 - key.p)};
	strbuf_addstr(&subject, key);
	matches = fnmatch(pattern, subject.s ? subject.s : "", 0) == 0;
	strbuf_free(&subject);
	return matches;
}

bool filter_key(const struct events_filter *f, struct str pod_group)
{
	return (!f->ns || of_namespace(f->ns, pod_group)) &&
		(!f->pod_group || of_pattern(f->pod_group, pod_group));
}

bool filter_job(const struct events *ev, const struct job *j)
{
	return of_queue(ev, j) && filter_key(&ev->options.only, j->key);
}

bool filter_count(struct events *ev, int kind)
{
	return !ev->options.only.top || ev->sent[kind]++ < ev->options.only.top;
}

bool filter_no_queue(const struct events_filter *f, struct error *e)
{
	error_set(e, SNAP_USAGE, "--queue", "no queue named '%s' in the snapshot", f->queue);
	error_hint(e, "snap-inspect --list queues shows their names");
	return false;
}

bool events_filter(struct events *ev, struct session *s, struct error *e)
{
	struct str name = str_of(ev->options.only.queue);
	const struct cluster *c = s->c;

	if (!name.p)
		return true;
	ev->only_queue = map_get(&c->queue_by_name, name);
	for (int i = 0; i < c->n_queues && !ev->only_queue; i++)
		if (str_eq(c->queues[i]->display_name, name))
			ev->only_queue = c->queues[i];
	for (int i = 0; i < c->n_jobs && !ev->only_queue; i++)
		if (str_eq(c->jobs[i]->object->queue, name))
			return true; /* pod groups of a queue that does not exist */
	if (ev->only_queue)
		return true;
	return filter_no_queue(&ev->options.only, e);
}
