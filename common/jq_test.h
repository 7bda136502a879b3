/* A jq program that says yes or no to the events of a replay. Its users link libjq. */
#ifndef SNAP_JQ_TEST_H
#define SNAP_JQ_TEST_H
#include "common/str.h"

struct jq_test; /* owned by the caller; freed by jq_test_free */

/* NULL: it does not compile; why gets the reason. */
struct jq_test *jq_test_new(const char *program, struct strbuf *why);
enum jq_answer { JQ_NO, JQ_YES, JQ_FAILED };
/* Runs the program on each event of a file; input and inputs read those that follow. JQ_YES: an
 * output is neither false nor null. JQ_FAILED: the program or the reading failed; why gets the
 * reason. */
enum jq_answer jq_test_file(struct jq_test *t, const char *path, struct strbuf *why);
/* The same of events in memory. */
enum jq_answer jq_test_text(struct jq_test *t, struct str events, struct strbuf *why);
void jq_test_free(struct jq_test *t);

#endif
