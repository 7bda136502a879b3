/* How events are written, for the folders report/ and tool/: struct events, and the functions that
 * make an event as NDJSON or as text. */
#ifndef SNAP_EVENT_WRITER_H
#define SNAP_EVENT_WRITER_H
#include "common/decisions.h"
#include "common/jsonw.h"
#include "common/text.h"
#include "report/events.h"
#include "session/sink.h"

struct text_row { /* one decision in the table of its action */
	const char *action, *kind;
	struct str pod, where, why;
};
struct events {
	struct output *out;
	struct events_options options;
	struct error error;
	struct strbuf line; /* NDJSON: the present event */
	struct jsonw w;     /* writes to line */
	struct text text;   /* text: what event_text sends next */
	struct arena arena;
	struct map device_group_names; /* new device groups: engine's name to "new:N" */
	int n_fresh;                   /* how many of these */
	int binds, pipelines, evictions, pending, unplaced;
	struct decisions decisions;
	struct text_row *rows; /* text only */
	int n_rows, cap_rows;
	struct text searches; /* text only: the lines of their table */
};

/* One NDJSON event: event_begin, members through ev->w, then event_end, which sends the line. */
void event_begin(struct events *ev, const char *name);
void event_end(struct events *ev);
void event_text(struct events *ev); /* sends what was put into ev->text */
/* The group's name in the output; valid as long as ev and c. */
struct str event_device_group(struct events *ev, const struct cluster *c, int id);
/* The member gpuGroups; none for an empty list. */
void event_device_groups(
	struct events *ev, const struct cluster *c, const struct device_group_list *groups);

/* Why a job stays pending: its errors, equal ones merged (rules/02 16). */
struct pending_reason {
	struct str reason, message;
	int count;
	const struct queue_details *details; /* NULL: none */
};
/* Returns how many; the caller frees *out, whose texts live as long as the session. */
int pending_reasons(struct session *s, const struct job *j, struct pending_reason **out);
static inline bool task_waits(const struct task *t)
{
	return t->status == POD_PENDING || t->status == POD_GATED;
}
/* Pods that are pending or gated, with those whose sub-group does not exist. */
int job_pending_pods(const struct job *j);
/* Appends to *out why the pending pod found no place, as the scheduler writes it on the pod. False:
 * the scheduler writes nothing on this pod. */
bool pod_error(struct session *s, const struct task *t, struct strbuf *out);

/* Text only: "NAMESPACE/NAME" or NAME, with "(no name)" for an empty NAME. Valid as long as key and
 * ev. */
struct str shown_key(struct events *ev, struct str key);

/* report/search_event.c. The first two are functions of the sink; times are in ms. */
double events_clock(const struct session *s);
void events_search(
	struct session *s, const struct search *q, const char *result, double started_ms);
void text_searches(struct events *ev);
struct search_counts;
void search_counts_json(struct jsonw *w, const struct search_counts *c); /* members */

/* report/text.c. text_row_add copies nothing: its texts must live until text_decisions. */
void text_row_add(struct events *ev, const char *action, const char *kind, struct str pod,
	struct str where, struct str why);
void text_decisions(struct events *ev);
void text_pending_job(
	struct events *ev, const struct job *j, const struct pending_reason *r, int n);
void text_unplaced_job(
	struct events *ev, const struct job *j, const struct pending_reason *r, int n);
void text_queues(struct events *ev, struct session *s);

#endif
