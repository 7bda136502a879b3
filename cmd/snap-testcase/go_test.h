/* A Go test of the cluster that the fakes build. */
#ifndef TESTCASE_GO_TEST_H
#define TESTCASE_GO_TEST_H
#include "fakes.h"
#include "subject.h"

/* Appends the file. after: the cycle of the fakes' cluster. */
void go_test_write(const struct subject *s, const struct fakes *f, const struct cycle *after,
	struct strbuf *out);

/* Part of it: the cluster, as variables jobs, nodes and queues. */
void go_cluster_write(const struct fakes *f, struct strbuf *out);

#endif
