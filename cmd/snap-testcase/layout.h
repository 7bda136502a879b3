/* A snapshot as a file that people read and compare: an object on each line. */
#ifndef TESTCASE_LAYOUT_H
#define TESTCASE_LAYOUT_H
#include "common/value.h"

/* Appends it as JSON with a newline at the end. */
void layout_snapshot(struct strbuf *out, const struct value *snapshot);

#endif
