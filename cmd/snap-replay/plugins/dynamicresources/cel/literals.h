/* From the text of a literal to its value. */
#ifndef SNAP_CEL_LITERALS_H
#define SNAP_CEL_LITERALS_H
#include "scan.h"
#include "values.h"

/* Of TOKEN_INT, TOKEN_UINT and TOKEN_DOUBLE. False: out of range. */
bool literal_number(const struct token *t, bool negative, struct value *v);
/* Of TOKEN_STRING; bytes that escapes make are in the arena. False: an escape is wrong, or the
 * text is not UTF-8. */
bool literal_string(struct arena *a, struct str text, struct value *v);

#endif
