/* What must stay true of a snapshot: the argument of --keep. */
#ifndef SNAP_MINIMISE_PREDICATE_H
#define SNAP_MINIMISE_PREDICATE_H
#include "common/msg.h"
#include "common/str.h"

enum about { ABOUT_EVICTED, ABOUT_BOUND, ABOUT_PENDING, ABOUT_SLOW, ABOUT_UNSUPPORTED };

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
};

/* False: *e is set, SNAP_USAGE. */
bool predicate_parse(struct predicate *p, struct str words, struct error *e);
/* The events of the engine that it reads, ored. */
unsigned predicate_events(const struct predicate *p);
/* Of a run's events, followed by JSON_PADDING readable bytes, and its processor time. */
bool predicate_holds(const struct predicate *p, struct str events, int64_t cpu_ns);
/* Whether reading the snapshot tells it, too: then a mask is not enough. */
bool predicate_of_text(const struct predicate *p);
/* Whether it is about a pod. */
bool predicate_has_pod(const struct predicate *p);

#endif
