/* The forms of a test. Each appends a whole file. */
#ifndef TESTCASE_FORMS_H
#define TESTCASE_FORMS_H
#include "subject.h"

/* For bats, in this project's tests/bats. */
void bats_write(const struct subject *s, struct strbuf *out);
/* For Go, in the scheduler's integration tests, by their fakes. *whole: they can say all of the
 * snapshot; notes tell what they cannot. False: *e is set. */
bool go_write(const struct subject *s, struct strbuf *out, bool *whole, struct error *e);
/* For Go, beside the scheduler's snapshot-tool. data: the path of the snapshot, the subject's text,
 * from there. */
void go_snapshot_write(const struct subject *s, struct str data, struct strbuf *out);

#endif
