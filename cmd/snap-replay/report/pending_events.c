/* The events `pending` and `unplaced`. `pending`: a pod group with pods that wait at the end.
 * `unplaced`: any other one that has fit errors, because a pod found no place at some time. */
#include <stdlib.h>

#include "report/event_writer.h"

static void text(struct events *ev, const char *key, struct str value)
{
	jsonw_key(&ev->w, key);
	jsonw_str(&ev->w, value);
}

static void triple(struct events *ev, const char *key, const double *v)
{
	static const struct {
		const char *name;
		int slot;
	} parts[] = {{"gpu", SLOT_GPU}, {"cpu", SLOT_CPU}, {"memory", SLOT_MEMORY}};

	jsonw_key(&ev->w, key);
	jsonw_begin(&ev->w, '{');
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		jsonw_key(&ev->w, parts[i].name);
		jsonw_double(&ev->w, v[parts[i].slot]);
	}
	jsonw_end(&ev->w, '}');
}

/* The keys are those of the pod group's condition. */
static void queue_details(struct events *ev, const struct queue_details *d)
{
	jsonw_key(&ev->w, "queueDetails");
	jsonw_begin(&ev->w, '{');
	text(ev, "name", d->queue->name);
	triple(ev, "queueRequestedResources", d->requested);
	triple(ev, "queueDeservedResources", d->deserved);
	triple(ev, "queueAllocatedResources", d->allocated);
	triple(ev, "queueAllocatedNonPreemptibleResources", d->allocated_np);
	triple(ev, "queueResourceLimits", d->limit);
	triple(ev, "podGroupRequestedResources", d->group_requested);
	triple(ev, "podGroupRequestedNonPreemptibleResources", d->group_requested_np);
	jsonw_end(&ev->w, '}');
}

static void reasons_json(struct events *ev, const struct pending_reason *reasons, int n)
{
	jsonw_key(&ev->w, "reasons");
	jsonw_begin(&ev->w, '[');
	for (int i = 0; i < n; i++) {
		jsonw_begin(&ev->w, '{');
		text(ev, "reason", reasons[i].reason);
		text(ev, "message", reasons[i].message);
		jsonw_key(&ev->w, "count");
		jsonw_int(&ev->w, reasons[i].count);
		if (reasons[i].details)
			queue_details(ev, reasons[i].details);
		jsonw_end(&ev->w, '}');
	}
	jsonw_end(&ev->w, ']');
}

static void pod_names(struct events *ev, struct task *const *tasks, int n)
{
	for (int i = 0; i < n; i++)
		if (task_waits(tasks[i]))
			jsonw_str(&ev->w, tasks[i]->pod->meta.name);
}

static void pod_errors(
	struct events *ev, struct session *s, struct task *const *tasks, int n, bool *any)
{
	struct strbuf message = {0};

	for (int i = 0; i < n; i++) {
		if (!task_waits(tasks[i]) || !pod_error(s, tasks[i], &message))
			continue;
		if (!*any) {
			jsonw_key(&ev->w, "podErrors");
			jsonw_begin(&ev->w, '{');
			*any = true;
		}
		jsonw_keys(&ev->w, tasks[i]->key);
		jsonw_str(&ev->w, strbuf_str(&message));
		strbuf_clear(&message);
	}
	strbuf_free(&message);
}

static void begin(struct events *ev, const char *name, const struct job *j)
{
	event_begin(ev, name);
	text(ev, "podGroup", j->key);
	text(ev, "queue", j->object->queue);
}

static void pending_event(struct events *ev, struct session *s, const struct job *j)
{
	struct pending_reason *reasons;
	int n = pending_reasons(s, j, &reasons);
	bool any = false;

	if (events_as_text(ev)) {
		text_pending_job(ev, j, reasons, n);
		free(reasons);
		return;
	}
	begin(ev, "pending", j);
	jsonw_key(&ev->w, "pods");
	jsonw_begin(&ev->w, '[');
	pod_names(ev, j->tasks, j->n_tasks);
	pod_names(ev, j->invalid, j->n_invalid);
	jsonw_end(&ev->w, ']');
	reasons_json(ev, reasons, n);
	pod_errors(ev, s, j->tasks, j->n_tasks, &any);
	pod_errors(ev, s, j->invalid, j->n_invalid, &any);
	if (any)
		jsonw_end(&ev->w, '}');
	event_not_replayed(ev, j);
	event_end(ev);
	free(reasons);
}

static void unplaced_event(struct events *ev, struct session *s, const struct job *j)
{
	struct pending_reason *reasons;
	int n = pending_reasons(s, j, &reasons);

	if (events_as_text(ev)) {
		text_unplaced_job(ev, j, reasons, n);
	} else {
		begin(ev, "unplaced", j);
		reasons_json(ev, reasons, n);
		event_not_replayed(ev, j);
		event_end(ev);
	}
	free(reasons);
}

/* The event of this kind is shown; place: of SHOW_WORDS. */
static bool shows(struct events *ev, int place, const struct job *j)
{
	return ev->options.show & 1u << place && filter_job(ev, j) &&
		(events_as_text(ev) || filter_count(ev, place));
}

void events_pending(struct events *ev, struct session *s)
{
	for (int i = 0; i < s->c->n_jobs; i++) {
		const struct job *j = s->c->jobs[i];

		if (!job_pending_pods(j))
			continue;
		ev->pending++;
		if (shows(ev, SHOW_PLACE_PENDING, j))
			pending_event(ev, s, j);
	}
	if (events_as_text(ev) && ev->options.show & SHOW_PENDING)
		text_reasons(ev, s);
	for (int i = 0; i < s->c->n_jobs; i++) {
		const struct job *j = s->c->jobs[i];

		if (j->errors && !job_pending_pods(j) && shows(ev, SHOW_PLACE_UNPLACED, j))
			unplaced_event(ev, s, j);
	}
}
