/* The wanted parts of a JSON document, by their paths. */
#ifndef SNAP_FETCH_WANT_H
#define SNAP_FETCH_WANT_H
#include "common/arena.h"
#include "common/json.h"
#include "common/msg.h"

/* A path in a document, "items[].metadata.name", and the reader of its value. */
struct want {
	const char *path;
	void (*read)(struct json *r, struct arena *a, void *into);
	void *into;
};

enum { WANTS = 10 };

/* Reads the wanted parts, at most WANTS, of the next value and skips the rest. */
void want_walk(struct json *r, struct arena *a, const struct want *wants, size_t n);
/* Reads a string into a struct str, with a NUL at the end; other values give an empty string. */
void want_text(struct json *r, struct arena *a, void *into);
/* want_walk over a whole document of kubectl, which is followed by JSON_PADDING readable bytes.
 * False: *e is set. */
bool want_read(
	struct str text, struct arena *a, const struct want *wants, size_t n, struct error *e);

#endif
