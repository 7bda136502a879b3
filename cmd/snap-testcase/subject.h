/* What a test is made of: a snapshot, and what a cycle does with it. */
#ifndef TESTCASE_SUBJECT_H
#define TESTCASE_SUBJECT_H
#include "common/msg.h"
#include "replay.h"
#include "settings.h"

#define SUBJECT_ID 9 /* characters and a NUL */

struct subject {
	const struct settings *settings;
	const struct value *snapshot;
	struct strbuf text;  /* the snapshot as the test has it: an object on each line */
	char id[SUBJECT_ID]; /* the same for the same text, else another */
	struct cycle cycle;
	struct arena arena;
};

/* Start with {.settings = ...}; subject_free releases it. False: *e is set. */
bool subject_make(struct subject *s, struct error *e);
void subject_free(struct subject *s);

/* The name of the input, for messages. */
const char *subject_name(const struct subject *s);
/* Appends what the cycle does: "3 binds, 1 eviction, 2 pod groups pending". */
void subject_tell(const struct subject *s, struct strbuf *to);

#endif
