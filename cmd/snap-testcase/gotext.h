/* Go source. */
#ifndef TESTCASE_GOTEXT_H
#define TESTCASE_GOTEXT_H
#include "common/str.h"

/* Appends a string literal of any bytes, in ASCII. */
void go_string(struct strbuf *out, struct str s);
/* Appends ", NAME: " and a literal; go_text nothing for an empty text. The first member of a
 * composite literal goes without. */
void go_text(struct strbuf *out, const char *name, struct str s);
void go_number(struct strbuf *out, const char *name, double v);
/* Appends thousandths as a number: 7.5 of 7500. */
void go_thousandths(struct strbuf *out, const char *name, int64_t v);

#endif
