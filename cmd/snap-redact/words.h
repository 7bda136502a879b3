/* The words that may stand in a redacted snapshot because everybody's snapshot has them. */
#ifndef REDACT_WORDS_H
#define REDACT_WORDS_H
#include "common/str.h"
#include "what.h"

/* A word of Kubernetes or of the scheduler: phases, operators, effects, actions, plugins. */
bool is_word(struct str s);
/* A word of the expressions that select devices (CEL), or of their libraries. */
bool is_expression_word(struct str s);
/* A name of that kind which means something to Kubernetes, to the scheduler, or to everybody who
 * has the same hardware: it stays. */
bool is_public_name(enum names kind, struct str s);
/* A key of labels, annotations or taints that everybody has. */
bool is_public_label(struct str key);

#endif
