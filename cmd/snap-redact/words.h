/* The words that may stand in a redacted snapshot because they are Kubernetes' or the scheduler's
 * own. */
#ifndef REDACT_WORDS_H
#define REDACT_WORDS_H
#include "common/str.h"

/* A word of Kubernetes or of the scheduler: phases, operators, effects, actions, plugins. */
bool is_word(struct str s);
/* A word of the expressions that select devices (CEL), or of their libraries. */
bool is_expression_word(struct str s);

#endif
