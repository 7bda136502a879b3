/* Other sources than snapshots: what cluster-autoscaler answers to /snapshotz, and logs of
 * kube-scheduler with dumps of its cache.
 *
 *   peer.c: which of them it is
 *     -> peer_document.c, peer_groups.c, peer_room.c: a document
 *     -> peer_dump.c, peer_objects.c, peer_compare.c: a dump, beside the objects of the API
 *     -> peer_report.c, peer_document_report.c, peer_dump_report.c
 *   peer_object.h: their nodes and pods; peer_amounts.h: amounts of resources */
#ifndef INSPECT_PEER_H
#define INSPECT_PEER_H
#include "common/import/feed.h"
#include "common/program.h"

struct peer_options {
	enum format format;
	const char *output;
	const char *objects; /* the list beside a dump; NULL: none */
	long dump;           /* its number; 0: the last one */
	bool list;           /* the dumps of the log */
	const char *misfit;  /* an option that means something for snapshots only; NULL: none */
};

/* *format: SOURCE_AUTOSCALER, SOURCE_DUMP, or SOURCE_UNKNOWN for what may be a snapshot. False: the
 * input is neither; *e is set. Nothing of it is read then, in either case. */
bool peer_tell(struct input *in, enum source_format *format, struct error *e);
/* Whether an option that is for dumps is given; then *e is set: the input is none. */
bool peer_has_dump_option(const struct peer_options *o, struct error *e);
/* Writes the report. Takes over in. *status is SNAP_NO if a dump has faults. False: *e is set. */
bool peer_run(const struct peer_options *o, struct input *in, enum source_format format,
	int *status, struct error *e);

#endif
