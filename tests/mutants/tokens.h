/* The tokens of a C file: what is left without comments and preprocessor lines. */
#ifndef SNAP_TOKENS_H
#define SNAP_TOKENS_H
#include "common/str.h"

enum token_kind { TOKEN_WORD, TOKEN_NUMBER, TOKEN_TEXT, TOKEN_SIGN };

struct token {
	enum token_kind kind;
	struct str text; /* in the file's text */
	int line;
	int match;  /* of a bracket: index of the other one; -1 when there is none */
	int opener; /* index of the innermost bracket around it, or -1 */
	bool body;  /* inside a function */
};

struct tokens {
	struct token *items;
	int n, cap;
};

/* file must outlive *out. Free *out with tokens_free. */
void tokens_read(struct tokens *out, struct str file);
void tokens_free(struct tokens *);

/* Index outside the file: false. */
bool token_is(const struct tokens *, int at, const char *text);
/* Is it one of these words, which spaces separate? */
bool token_among(const struct tokens *, int at, const char *words);

#endif
