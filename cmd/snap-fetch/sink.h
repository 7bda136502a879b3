/* Where a download goes: stdout as the bytes come, or a file that appears only when it is whole;
 * past the verifier either way, and with capture.json at the end. */
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
	char head[4];              /* held back until they are known to be a ZIP's */
	size_t held;
	uint64_t bytes; /* that came */
	bool passed_on; /* something has been written to stdout: no second try */
	bool refused;   /* stopped by the verifier */
	struct progress progress;
	struct annex annex;
	struct capture_info info; /* the fields of capture.json; filled in until sink_close by
				     whoever knows something */
	struct arena arena;       /* for the fields */
	const char *name;         /* of whom the bytes come from */
};

/* name is for the verifier's messages and must outlive the sink. */
bool sink_open(struct sink *k, const struct settings *s, struct error *e);
/* False with *e set: SNAP_INPUT when the bytes are not a snapshot's, SNAP_SYSTEM when they cannot
 * be written, SNAP_LIMIT when whoever reads our stdout is too slow for --timeout. */
bool sink_write(struct sink *k, const char *name, const void *bytes, size_t n, struct error *e);
/* The download is at its end (*e without a status) or has failed with *e: verifies, and keeps or
 * removes the file. Returns whether all is well; else *e is the cause. */
bool sink_close(struct sink *k, struct error *e);

#endif
