/* The columns of --list with --format tsv, for each kind. */
#ifndef INSPECT_COLUMNS_H
#define INSPECT_COLUMNS_H
#include "common/str.h"
#include "kinds.h"

/* Appends the names of the columns, with tabs between, and a jq program that makes a line of an
 * object. A value that is not there, or of a wrong type on the way to it, is empty. */
void columns_of(enum kind kind, struct strbuf *names, struct strbuf *program);

#endif
