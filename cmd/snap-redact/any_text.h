/* A text that need not be JSON: a map, a log. */
#ifndef REDACT_ANY_TEXT_H
#define REDACT_ANY_TEXT_H
#include "common/input.h"

/* Reads all of path, packed or not; NULL or "-": stdin. The input, which the caller closes, owns
 * *text, with INPUT_PADDING zero bytes behind it. NULL: *e is set. */
struct input *any_text_open(const char *path, struct str *text, struct error *e);

#endif
