/* The input values of a jq program: the document, each listed object, or what jq's --slurp and
 * --stream make of them. */
#ifndef INSPECT_VALUES_H
#define INSPECT_VALUES_H
#include <jv.h>

#include "common/source.h"
#include "list.h"

/* What the next piece of the document begins with: the document, a member of it, a member of
 * rawObjects, or an object of a kind. */
enum piece { PIECE_START, PIECE_KEY, PIECE_KIND, PIECE_OBJECT, PIECE_END };

/* The caller sets what stands before the blank line, and {0} behind it. */
struct values {
	struct source *source;
	struct lister *list; /* NULL: the document */
	bool slurp;          /* all values as one list */
	bool stream;         /* of each value its leaves, with their paths */
	struct error *late;  /* source is opened, as standard input, by the first values_next; this
				gets its error. NULL: source is open */

	bool done;
	jv_parser *parser;   /* of stream */
	struct strbuf piece; /* of JSON: what parser reads */
	enum piece state;
	bool comma; /* a member or element precedes */
	bool any;   /* a key of a snapshot was there */
};

/* The caller frees it. Invalid: the end, or the reader, or the late opening, has failed. */
jv values_next(struct values *v);
void values_free(struct values *v);

#endif
