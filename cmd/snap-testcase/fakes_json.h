/* Parts of fakes_write: an object each. */
#ifndef TESTCASE_FAKES_JSON_H
#define TESTCASE_FAKES_JSON_H
#include "common/jsonw.h"
#include "fakes.h"

enum { MINUTE = 60 };

void fakes_write_pod(struct jsonw *w, const struct fakes *f, const struct fake_job *j,
	const struct fake_task *t, struct instant now);
void fakes_write_group(struct jsonw *w, const struct fake_job *j, struct instant now);
/* The priority class of a job: of those of one name any will do. */
void fakes_write_class(struct jsonw *w, const struct fake_job *j);
void fakes_write_node(struct jsonw *w, const struct fake_node *n);
/* The queue in place i of the list. */
void fakes_write_queue(struct jsonw *w, const struct fake_queue *q, struct instant now, size_t i);

/* Members. */
void fakes_key(struct jsonw *w, struct str key, struct str s);
void fakes_time(struct jsonw *w, const char *key, struct instant now, int64_t seconds);
/* A quantity, "7500m". */
void fakes_amount(struct jsonw *w, const char *key, int64_t n, const char *unit);
/* Begins an object and its metadata. */
void fakes_meta(struct jsonw *w, struct str name, struct str ns);

#endif
