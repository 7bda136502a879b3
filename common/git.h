/* git in somebody's repository: neither its hooks nor its file system monitor are run, and nothing
 * is asked at the terminal. */
#ifndef SNAP_GIT_H
#define SNAP_GIT_H
#include "msg.h"
#include "str.h"

/* A git hook's or a make's surroundings must reach neither into git nor into a build: their
 * variables are taken out of ours. */
void git_forget_surroundings(void);
/* git -C repo (NULL: .) and args, which end in NULL. What it writes is appended to out and err;
 * NULL: thrown away. False with *e set when it cannot be run, or writes more than a megabyte; how
 * it went is in *status, as from waitpid. */
bool git_run(const char *repo, const char *const args[], struct strbuf *out, struct strbuf *err,
	int *status, struct error *e);

#endif
