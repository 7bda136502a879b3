/* The verdict, with which the explanation of a pod group or pod begins: where it ends, the one
 * reason with figures, and what would change it. Text and NDJSON are written from one struct
 * explain_verdict.
 *
 * verdict.c finds the end, verdict_decided.c and verdict_pending.c with verdict_made.c and
 * verdict_room.c, verdict_domains.c and verdict_domain_room.c the reason, verdict_changes.c what
 * would change it; verdict_words.c makes phrases, verdict_write.c writes. verdict_record.c keeps
 * figures of the moment of a refusal while the session runs. */
#ifndef SNAP_VERDICT_H
#define SNAP_VERDICT_H
#include "common/actions.h"
#include "report/explain_private.h"
#include "report/verdict_lists.h"

struct figure {
	const char *name, *unit; /* "fairShare", "GPUs"; the unit lives as long as the session */
	double value;
};
enum { FIGURES_MAX = 16, CHANGES_MAX = 12 };
struct figures {
	struct figure items[FIGURES_MAX];
	int n;
};
struct change {
	enum verdict_change kind;
	bool also;         /* together with the change before it, not instead of it */
	struct str object; /* the queue, node or pod group that changes; may be empty */
	struct str text;
	struct figures figures;
};
/* Texts are in the arena of struct explain, without a full stop. */
struct explain_verdict {
	enum verdict_end end;
	enum verdict_reason reason;
	const char *not_replayed; /* a feature, because of which it may be wrong; NULL: none */
	struct strbuf b;          /* of text, while it is made */
	struct str text;
	struct figures figures;
	struct change changes[CHANGES_MAX];
	int n_changes;
};
struct ends { /* of the pods of a subject */
	int pods[VERDICT_END_COUNT], n;
	const struct task *first[VERDICT_END_COUNT];
	int nodes[VERDICT_END_COUNT]; /* at least; 2: several */
};

/* Finds the verdict on a subject. Call it after the last action. */
void verdict_find(
	struct events *ev, struct session *s, const struct subject *u, struct explain_verdict *v);
void verdict_text(struct events *ev, struct session *s, const struct subject *u);
void verdict_json(struct events *ev, struct session *s, const struct subject *u);

/* Each appends to v->b and v->figures and sets the reason. verdict_decided: u ends otherwise than
 * it began, by a decision. verdict_pending: why pods of u wait. */
void verdict_decided(struct events *ev, struct session *s, const struct subject *u,
	const struct ends *ends, struct explain_verdict *v);
void verdict_pending(struct session *s, const struct subject *u, struct explain_verdict *v);

/* The last visit of the action; NULL: none. */
const struct visit *verdict_last_visit(const struct explained *e, enum action_id action);
/* verdict_made.c. verdict_over_capacity: which queue is over its limit or quota; false: none is.
 * verdict_no_room_made: why no action made room for the pod group; false: none tried to. */
bool verdict_over_capacity(struct session *s, const struct visit *at, struct explain_verdict *v);
bool verdict_no_room_made(struct session *s, const struct explained *e, struct explain_verdict *v);
/* verdict_room.c: what the nodes lack for the pod of the look; does not set the reason. */
void verdict_room(
	struct session *s, struct explain_verdict *v, const struct visit *at, const struct look *l);

/* verdict_devices.c: what devices the best node lacks for the pod's claims; returns how many nodes
 * lack devices. */
int verdict_devices(struct session *s, struct explain_verdict *v, const struct look *l, bool also);
/* ": it needs 2 devices ..., n1 has 1 free ...": the first request that lacks devices; nothing:
 * none does. */
void verdict_device_want(struct strbuf *b, const struct device_details *d, const struct node *n);

/* verdict_domains.c, on the last choice of a topology domain in the visit (verdict_last_choice;
 * NULL: none). verdict_never_fits: the constraint names what does not exist; false: it does not.
 * verdict_no_domain (verdict_domain_room.c): no domain has room, does not set the reason; false:
 * some has. verdict_tried_domain: names the domain in which most
 * pods found a node before one did not; NULL: none. verdict_taken_domain: names those that were
 * taken. */
const struct confinement *verdict_last_choice(const struct visit *at);
bool verdict_never_fits(struct session *s, const struct visit *at, struct explain_verdict *v);
bool verdict_no_domain(struct session *s, const struct visit *at, struct explain_verdict *v);
const struct domain_row *verdict_tried_domain(
	struct session *s, const struct visit *at, struct explain_verdict *v);
void verdict_taken_domain(struct session *s, const struct visit *at, struct explain_verdict *v);

/* "0.5 of a GPU": the request of a task that shares GPUs. */
void verdict_sharing(struct strbuf *b, const struct task *t);

/* verdict_words.c: numbers with units. Memory is in GiB in text, in bytes in figures. */
void verdict_amount(struct strbuf *b, const struct session *s, int slot, double value);
void verdict_number(struct strbuf *b, const struct session *s, int slot, double value);
void figure_add(struct figures *f, const char *name, double value, const char *unit);
void figure_slot(
	struct figures *f, const struct session *s, const char *name, int slot, double value);
/* "in 25m, at 2026-01-02T03:04:05Z" */
void verdict_until(struct strbuf *b, const struct session *s, struct instant end);

/* verdict_changes.c. change_add: a new change with the text of the format; beyond
 * CHANGES_MAX it takes the place of the last one.
 */
struct change *change_add(struct explain *x, struct explain_verdict *v, enum verdict_change kind,
	struct str object, const char *fmt, ...) __attribute__((format(printf, 5, 6)));
void changes_of_room(
	struct session *s, struct explain_verdict *v, const struct visit *at, const struct look *l);
void changes_of_levels(struct session *s, struct explain_verdict *v, const struct visit *at);

#endif
