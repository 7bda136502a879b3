/* What a source delivers, and how it is verified. */
#ifndef SNAP_FETCH_CONTENT_H
#define SNAP_FETCH_CONTENT_H
#include "common/msg.h"
#include "common/str.h"

struct settings;

enum verdict {
	VERDICT_DAMAGED,
	VERDICT_UNUSABLE, /* whole, but no snapshot; a retry may help */
	VERDICT_WHOLE
};

enum { CONTENT_HEAD = 4 }; /* bytes that tell what it is */

struct content {
	bool annexed;      /* capture.json is added */
	const char *other; /* what something else is called: "not a ZIP" */
	/* The first CONTENT_HEAD bytes. False: it is something else. */
	bool (*begins)(const char head[]);
	/* Reads it from fd to its end, in a thread. Other than VERDICT_WHOLE: *e is set. */
	enum verdict (*verify)(int fd, const char *name, const struct settings *s, struct error *e);
};

/* A ZIP with snapshot.json. */
extern const struct content content_zip;
/* What cluster-autoscaler answers to /snapshotz. */
extern const struct content content_snapshotz;

#endif
