/* The map: NDJSON, a name in a line, and how far times have moved. */
#ifndef REDACT_MAP_FILE_H
#define REDACT_MAP_FILE_H
#include "book.h"

/* Adds what the map at path says. A file that does not exist is an empty map if `may_miss`. False:
 * *e is set. */
bool map_read(const char *path, bool may_miss, struct book *b, struct error *e);
/* The same of text, which has JSON_PADDING bytes behind it: of a fuzz target, too. */
bool map_parse(struct str text, struct book *b, struct error *e);
/* Appends the lines of all names that have been seen, or are of an earlier map. */
void map_text(struct strbuf *out, const struct book *b);
/* Writes them to path, with mode 0600. */
bool map_write(const char *path, const struct book *b, struct error *e);

#endif
