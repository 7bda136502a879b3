/* The order of pod groups that snap-replay takes where the scheduler's is chance (source.lots). */
#ifndef REDACT_LOTS_H
#define REDACT_LOTS_H
#include "book.h"
#include "common/json.h"
#include "common/jsonw.h"

/* Takes the list that an earlier snap-redact wrote. */
void lots_read(struct book *b, struct json *r);
/* Writes the new names of the pod groups in that order. */
void lots_write(struct book *b, struct jsonw *w);

#endif
