/* The names that may stand in a redacted snapshot because everybody's snapshot has them. */
#ifndef REDACT_PUBLIC_NAMES_H
#define REDACT_PUBLIC_NAMES_H
#include "common/str.h"
#include "what.h"

/* A name of that kind which means something to Kubernetes, to the scheduler, or to everybody who
 * has the same hardware: it stays. */
bool is_public_name(enum names kind, struct str s);
/* A key of labels, annotations or taints that everybody has. */
bool is_public_label(struct str key);

#endif
