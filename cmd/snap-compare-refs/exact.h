/* Names of files have any bytes, texts in JSON are UTF-8: in the files of a plan '%' and bytes that
 * are no UTF-8 stand as "%25" and "%ff". */
#ifndef SNAP_COMPARE_EXACT_H
#define SNAP_COMPARE_EXACT_H
#include "common/json.h"
#include "common/jsonw.h"

void exact_str(struct jsonw *w, struct str bytes);
/* The same as a member. */
void exact_put(struct jsonw *w, const char *key, struct str bytes);
/* Appends the bytes of the next value, a string. False: it is none, or has a NUL; the reader has
 * failed. */
bool exact_take(struct json *r, struct strbuf *bytes);
/* The next value, a string as it stands, in a field of so many bytes with its NUL. False: it is
 * none, or too long; the reader has failed. */
bool exact_field(struct json *r, char *field, size_t size);

#endif
