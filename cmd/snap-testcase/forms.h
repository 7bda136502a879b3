/* The forms of a test. Each appends a whole file. */
#ifndef TESTCASE_FORMS_H
#define TESTCASE_FORMS_H
#include "subject.h"

/* For bats, in this project's tests/bats. */
void bats_write(const struct subject *s, struct strbuf *out);

#endif
