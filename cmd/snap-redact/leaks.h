/* The proof that no old name is in the redacted document. */
#ifndef REDACT_LEAKS_H
#define REDACT_LEAKS_H
#include "book.h"
#include "common/json.h"

enum { LEAK_LEAST = 4 }; /* bytes of a name; shorter ones are in every text */

/* Reads the document again. Each of its strings must be
 * made of new names, of words that every snapshot has and of numbers; in any other there must be no
 * old name. False: *e is set, and says where one is. */
bool leaks_none(const struct book *b, struct json *document, struct error *e);

#endif
