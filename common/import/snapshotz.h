/* What cluster-autoscaler answers to /snapshotz: the members of the document, and whether it tells
 * of a cluster. */
#ifndef IMPORT_SNAPSHOTZ_H
#define IMPORT_SNAPSHOTZ_H
#include "common/json.h"
#include "common/timefmt.h"

/* A node with this annotation, set to "true", is a placeholder for one that a scale-up is to bring.
 */
#define UPCOMING_NOTE "cluster-autoscaler.k8s.io/upcoming-node"
/* Begins the reasons that the autoscaler gives nodes that are ready in the API (1.24 and later). */
#define INVENTED_REASON "cluster-autoscaler.kubernetes.io/"

/* Start with {.r, .ctx and the functions}; snapshotz_free releases it. */
struct snapshotz {
	struct json *r;
	void *ctx;
	/* Each reads the next value of r, which may be null: NodeList,
	 * UnscheduledPodsCanBeScheduled, TemplateNodes. NULL: it is skipped. */
	void (*nodes)(void *ctx), (*asked)(void *ctx), (*templates)(void *ctx);
	/* What is found. */
	struct strbuf error;
	struct instant start, end; /* of the loop; TIME_ZERO: not told */
	int keys;                  /* of those that tell such a document */
	bool templates_null;
};

/* Reads the whole document. False: *e is set: it is damaged, or another document. */
bool snapshotz_scan(struct snapshotz *d, struct error *e);
/* False: *e is set: the document tells of no cluster, since it is an error or a stale answer. */
bool snapshotz_usable(const struct snapshotz *d, struct error *e);
/* Both. */
bool snapshotz_read(struct snapshotz *d, struct error *e);
void snapshotz_free(struct snapshotz *d);

#endif
