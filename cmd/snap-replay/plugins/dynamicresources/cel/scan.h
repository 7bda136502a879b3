/* From text to tokens. */
#ifndef SNAP_CEL_SCAN_H
#define SNAP_CEL_SCAN_H
#include "common/str.h"

enum token_kind {
	TOKEN_END,
	TOKEN_BAD, /* no token starts here */
	TOKEN_NAME,
	TOKEN_INT,
	TOKEN_UINT, /* without its u */
	TOKEN_DOUBLE,
	TOKEN_STRING,   /* with its quotes and its prefix */
	TOKEN_OPERATOR, /* of one or two characters */
};

struct token {
	enum token_kind kind;
	struct str text;
};

/* Takes the next token from the start of *rest. */
struct token scan(struct str *rest);
static inline bool token_is(const struct token *t, struct str operator)
{
	return t->kind == TOKEN_OPERATOR && str_eq(t->text, operator);
}

#endif
