/* --list: the objects of one kind, streamed. */
#ifndef INSPECT_LIST_H
#define INSPECT_LIST_H
#include "common/json.h"
#include "kinds.h"

struct lister {
	struct json *r;
	enum kind kind;
	enum { LIST_START, LIST_INSIDE, LIST_DONE } state;
};

/* The next object as written, valid until the next call. False: the end, or an error of the reader;
 * the rest of the document is then read and validated. */
bool list_next(struct lister *l, struct str *object);

/* Appends json without white space between tokens: one line, with each token as written. */
void add_compact(struct strbuf *out, struct str json);

#endif
