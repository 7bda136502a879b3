#include "common/git.h"
#include <stdlib.h>
#include "common/proc.h"

enum { ARGV_MAX = 24, OUTPUT_MAX = 1 << 20 };

void git_forget_surroundings(void)
{
	static const char *const names[] = {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE",
		"GIT_PREFIX", "GIT_COMMON_DIR", "MAKEFLAGS", "MFLAGS", "MAKELEVEL",
		"MAKEOVERRIDES"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		unsetenv(names[i]);
	/* A partial clone may fetch. In a process group of its own git would be stopped when it
	 * reads a password from the terminal. */
	setenv("GIT_TERMINAL_PROMPT", "0", 1);
}

bool git_run(const char *repo, const char *const args[], struct strbuf *out, struct strbuf *err,
	int *status, struct error *e)
{
	const char *argv[ARGV_MAX] = {"git", "-C", repo ? repo : ".", "-c",
		"core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c",
		"advice.detachedHead=false"};
	size_t n = 9;

	for (size_t i = 0; args[i] && n + 1 < ARGV_MAX; i++)
		argv[n++] = args[i];
	if (proc_run_bounded(argv, NULL, -1, OUTPUT_MAX, out, err, status, e))
		return true;
	if (e->status == SNAP_SYSTEM)
		error_hint(e, "install git");
	return false;
}
