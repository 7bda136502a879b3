/* What must stay true of a snapshot: the argument of --keep. */
#ifndef SNAP_MINIMISE_PREDICATE_H
#define SNAP_MINIMISE_PREDICATE_H
#include "common/jq_test.h"
#include "common/msg.h"
#include "common/str.h"

enum about {
	ABOUT_EVICTED,
	ABOUT_BOUND,
	ABOUT_PENDING,
	ABOUT_SLOW,
	ABOUT_UNSUPPORTED,
	ABOUT_JQ,
	ABOUT_DIFFERS
};

struct predicate {
	enum about about;
	bool negated;
	struct str words; /* as given: what is pointed into must live as long */
	struct str pod;   /* as given; "NAMESPACE/NAME" once it is found in the snapshot */
	int object;       /* the pod there; -1: it is about none */
	struct str by;    /* the node of ABOUT_BOUND, the action of ABOUT_EVICTED; empty: any */
	struct str text;  /* of ABOUT_PENDING, part of a message; of ABOUT_UNSUPPORTED, part of the
			   * feature; empty: any */
	int64_t slower;   /* of ABOUT_SLOW: nanoseconds of the processor */
	struct jq_test *jq; /* of ABOUT_JQ; NULL: another */
	struct str tool;    /* of ABOUT_DIFFERS: its path */
};

/* predicate_free releases it. False: *e is set, SNAP_USAGE. */
bool predicate_parse(struct predicate *p, struct str words, struct error *e);
/* The events of the engine that it reads, ored. */
unsigned predicate_events(const struct predicate *p);
void predicate_free(struct predicate *p);
/* Of a run's events, followed by JSON_PADDING readable bytes, and its processor time; not of
 * ABOUT_DIFFERS. False: it does not, or *e is set. */
bool predicate_holds(const struct predicate *p, struct str events, int64_t cpu_ns, struct error *e);
/* Cuts *s in front of the mark, and returns what stands behind it. */
struct str predicate_split(struct str *s, char mark);
/* Whether reading the snapshot tells it, too: then a mask is not enough. */
bool predicate_of_text(const struct predicate *p);
/* Whether the events of a snapshot-tool show it as well. */
bool predicate_of_tools(const struct predicate *p);
/* Whether it is about a pod. */
bool predicate_has_pod(const struct predicate *p);

#endif
