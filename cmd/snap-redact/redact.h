/* The three things that the program does. */
#ifndef REDACT_REDACT_H
#define REDACT_REDACT_H
#include "common/msg.h"
#include "settings.h"

/* Each returns an exit status; messages are written. */
int redact(const struct settings *s);
/* Puts the names of the map back into any text. */
int restore(const struct settings *s);
/* Whether any text has a name of the map. */
int verify(const struct settings *s);

#endif
