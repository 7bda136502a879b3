/* The proof that the scheduler decides the same. */
#ifndef REDACT_PROVE_H
#define REDACT_PROVE_H
#include "book.h"
#include "common/capture_info.h"

/* What is decided on the original, under the new names. Start with {0}; prove_end releases it. */
struct proof {
	struct strbuf decisions;
	struct instant now; /* the clock of that cycle */
};

/* Replays the original. Documents are followed by JSON_PADDING bytes. capture: of the original;
 * NULL: there is none. False: *e is set: it cannot be replayed. */
bool prove_begin(struct proof *p, const struct book *b, struct str original,
	const struct capture_info *capture, struct error *e);
/* Whether the same is decided on the redacted document, whose times have moved. False: *e is set
 * (SNAP_NO). */
bool prove_alike(const struct proof *p, struct shift shift, struct str redacted, struct error *e);
void prove_end(struct proof *p);

#endif
