/* How events are written, for the folders report/ and tool/: struct events, and the functions that
 * make an event as NDJSON or as text. */
#ifndef SNAP_EVENT_WRITER_H
#define SNAP_EVENT_WRITER_H
#include "common/decisions.h"
#include "common/jsonw.h"
#include "model/job.h"
#include "report/events.h"
#include "report/net.h"
#include "report/page.h"
#include "session/sink.h"

struct events {
	struct output *out;
	struct events_options options;
	struct error error;
	struct strbuf line; /* NDJSON: the present event */
	struct jsonw w;     /* writes to line */
	struct arena arena;
	struct map device_group_names; /* new device groups: engine's name to "new:N" */
	int n_fresh;                   /* how many of these */
	int binds, pipelines, evictions, pending, unplaced;
	struct decisions decisions;
	struct net net;
	const struct queue *only_queue;   /* of options.only.queue; NULL: none */
	int sent[SHOW_COUNT + 3];         /* JSON: events by kind, for options.only.top */
	const char *event;                /* of line */
	struct strbuf tables[SHOW_COUNT]; /* TSV only: rows by place of SHOW_WORDS */
	/* text only: */
	struct page page;
	double (*allocated_before)[3]; /* by queue index; NULL: not known */
};
static inline bool events_as_text(const struct events *ev)
{
	return ev->options.format == FORMAT_TEXT;
}

/* One NDJSON event: event_begin, members through ev->w, then event_end, which sends the line. */
void event_begin(struct events *ev, const char *name);
void event_end(struct events *ev);
/* Ends the run's output: sends the page, through the pager if it is long, or the tables. As JSON
 * everything was sent. */
void events_end(struct events *ev);
/* report/tsv.c: adds the row of the present event to its table; appends the tables of all words of
 * --show, each below its columns. */
void tsv_event(struct events *ev, const char *name);
void tsv_tables(const struct events *ev, struct strbuf *out);
/* The group's name in the output; valid as long as ev and c. */
struct str event_device_group(struct events *ev, const struct cluster *c, int id);
/* The member gpuGroups; none for an empty list. */
void event_device_groups(
	struct events *ev, const struct cluster *c, const struct device_group_list *groups);

/* report/zones.c: the member numaZones; none for a task without. Text only: "NODE (ZONE, ZONE)". */
void event_zones(struct events *ev, const struct task *t);
struct str node_and_zones(struct events *ev, struct str node, const struct task *t);
/* report/bind_claims.c: the members resourceClaims and extendedResources of a bind; none for a pod
 * without such. As text "(devices A, B)"; absent for none. */
void event_claims(struct events *ev, const struct task *t);
struct str claims_text(struct session *s, const struct task *t);

/* The member notReplayed of an event that tells of the job: what of it is not replayed, if
 * anything; as text it is DOUBTFUL_MARK. */
void event_not_replayed(struct events *ev, const struct job *j);

/* Why a job stays pending: its errors, equal ones merged (rules/02 16). */
struct pending_reason {
	struct str reason, message;
	int count;
	const struct queue_details *details; /* NULL: none */
};
/* Returns how many; the caller frees *out, whose texts live as long as the session. */
int pending_reasons(struct session *s, const struct job *j, struct pending_reason **out);
/* Appends to *out why the pending pod found no place, as the scheduler writes it on the pod. False:
 * the scheduler writes nothing on this pod. */
bool pod_error(struct session *s, const struct task *t, struct strbuf *out);

/* Text only: "NAMESPACE/NAME" or NAME, with "(no name)" for an empty NAME. Valid as long as key and
 * ev. */
struct str shown_key(struct events *ev, struct str key);

/* report/filter.c: what options.only lets through. filter_key is about the name of a pod group
 * alone, not about its queue. */
bool filter_key(const struct events_filter *f, struct str pod_group);
bool filter_no_queue(const struct events_filter *f, struct error *e); /* false, *e says so */
bool filter_job(const struct events *ev, const struct job *j);
bool filter_queue(const struct events *ev, const struct queue *q);
bool filter_any(const struct events *ev); /* it leaves something out, --top aside */
/* Kinds of events that --top counts: places of SHOW_WORDS, and these. */
enum { COUNT_PIPELINES = SHOW_COUNT, COUNT_EVICTIONS, COUNT_EXPLAIN };
/* JSON: counts one more event of the kind. False: there were options.only.top already. */
bool filter_count(struct events *ev, int kind);

/* report/search_event.c. The first two are functions of the sink; times are in ms. */
double events_clock(const struct session *s);
void events_search(
	struct session *s, const struct search *q, const char *result, double started_ms);
struct search_counts;
void search_counts_json(struct jsonw *w, const struct search_counts *c); /* members */

/* A member of the summary: milliseconds of a duration, with three digits behind the point at most.
 */
void events_ms(struct events *ev, const char *key, int64_t ns);
/* report/text_*.c: rows of the page. A decision's why may be empty; doubtful: mark it. */
#define DOUBTFUL_MARK " (?)"
void text_decision(struct events *ev, const char *action, const char *kind, struct str pod,
	struct str where, struct str why, bool doubtful);
void text_pending_job(
	struct events *ev, const struct job *j, const struct pending_reason *r, int n);
void text_unplaced_job(
	struct events *ev, const struct job *j, const struct pending_reason *r, int n);
void text_queues(struct events *ev, struct session *s);
void text_reasons(struct events *ev, struct session *s);
void text_net(struct events *ev, struct session *s);
/* What the cycle comes to for one pod, for the page. */
struct net_row {
	struct str pod, pod_group, queue;
	enum net_change change;
	struct str from, to;           /* nodes; empty: not known */
	struct str cause, cause_queue; /* on whose behalf it was evicted; empty: a stale gang */
	bool doubtful;
};
void text_net_rows(struct events *ev, const struct net_row *rows, size_t n);
void text_answer(struct events *ev, struct session *s);
/* From the counts in ev->net. pending: pod groups; -1: not known. */
void text_answer_counts(struct events *ev, int pending);

#endif
