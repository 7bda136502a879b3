/* --list: the objects of one kind, one after the other, without building the document. */
#ifndef INSPECT_LIST_H
#define INSPECT_LIST_H
#include "common/json.h"
#include "kinds.h"

struct lister {
	struct json *r;
	enum kind kind;
	enum { LIST_START, LIST_INSIDE, LIST_DONE } state;
};

/* The next object as it is written (valid until the next call); false at the end and on the
 * reader's error. The rest of the document has then been read and validated too. */
bool list_next(struct lister *l, struct str *object);

/* The same value without white space between its tokens, so that it is one line; every token stays
 * as written. */
void add_compact(struct strbuf *out, struct str json);

#endif
