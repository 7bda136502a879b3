/* git in a repository of the user: no hooks, no file system monitor, no questions at the terminal.
 */
#ifndef SNAP_GIT_H
#define SNAP_GIT_H
#include "msg.h"
#include "str.h"

/* Removes the environment variables of an outer git hook or make, which would change what git and
 * builds do. */
void git_forget_surroundings(void);
/* Runs git -C repo (NULL: .) with args, a list that ends in NULL. Output is appended to out and
 * err; NULL: discarded. *status is as from waitpid. False with *e set: git cannot run, or writes
 * more than a megabyte. */
bool git_run(const char *repo, const char *const args[], struct strbuf *out, struct strbuf *err,
	int *status, struct error *e);

/* Paths of an index and of a folder of objects in place of the repository's; NULL: that one. */
struct git_data {
	const char *index, *objects;
};
bool git_run_with(const struct git_data *data, const char *repo, const char *const args[],
	struct strbuf *out, struct strbuf *err, int *status, struct error *e);
/* Appends the absolute path of a part of the repository: "objects". False: *e is set. */
bool git_path(const char *repo, const char *part, struct strbuf *path, struct error *e);

#endif
