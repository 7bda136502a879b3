/* Destination of a download: stdout, at once, or a file that appears when it is complete. Both pass
 * the verifier; a ZIP gets capture.json at the end. */
#ifndef SNAP_FETCH_SINK_H
#define SNAP_FETCH_SINK_H
#include <stdint.h>
#include "annex.h"
#include "settings.h"
#include "common/capture_info.h"
#include "common/output.h"
#include "common/progress.h"
#include "verify.h"

struct sink {
	const struct settings *settings;
	struct output *out;
	struct verifier *verifier; /* NULL under --no-verify and before the first bytes */
	char head[CONTENT_HEAD];   /* held back until they show what it is */
	size_t held;
	uint64_t bytes; /* received */
	bool passed_on; /* bytes are on stdout: no retry */
	bool refused;   /* by the verifier */
	long fault;     /* HTTP's status of a document about a failure; 0: there is none */
	bool keep;      /* such a document is kept; set by the caller after sink_open */
	bool unusable;  /* after sink_close: VERDICT_UNUSABLE */
	struct progress progress;
	struct annex annex;
	/* The fields of capture.json, which several modules fill in before sink_close. */
	struct capture_info info;
	struct arena arena; /* owns the fields */
	const char *name;   /* of the source of the bytes */
};

/* name is for the verifier's messages and must outlive the sink. */
bool sink_open(struct sink *k, const struct settings *s, struct error *e);
/* False with *e set: SNAP_INPUT if the bytes are no snapshot, SNAP_SYSTEM if they cannot be
 * written, SNAP_LIMIT if the reader of stdout is too slow for --timeout. */
bool sink_write(struct sink *k, const char *name, const void *bytes, size_t n, struct error *e);
/* Ends a download that is complete (*e without a status) or has failed with *e. Verifies, and keeps
 * or removes the file. False: *e is the cause. */
bool sink_close(struct sink *k, struct error *e);

#endif
