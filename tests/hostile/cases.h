/* The recorded cases that mutants are made of. */
#ifndef HOSTILE_CASES_H
#define HOSTILE_CASES_H
#include "common/msg.h"
#include "common/str.h"

struct cases {
	char **path;
	int n;
};

/* Appends those of FOLDER/FAMILY/CASE.json, in the order of their names. Left out: big ones, and
 * those whose search is long by itself. A folder that is not there has none. */
void cases_find(struct cases *c, const char *folder);
void cases_free(struct cases *c);
bool case_read(const char *path, struct strbuf *text, struct error *e);

#endif
