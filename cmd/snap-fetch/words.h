/* The arguments of options as values. What is none ends the program with a message that names the
 * option, and the status of a usage error. */
#ifndef SNAP_FETCH_WORDS_H
#define SNAP_FETCH_WORDS_H
#include "settings.h"

/* The text for a message: a URL in the wrong place without its secrets. Valid until the next call.
 */
const char *shown_word(const char *text);
/* A name of an object or namespace; returns text. */
const char *name_of(const char *text, const char *option);
const char *selector_of(const char *text);        /* of --selector; returns text */
const struct source *source_of(const char *text); /* of --from */
enum adopt adopt_of(const char *text);            /* of --adopt */

#endif
