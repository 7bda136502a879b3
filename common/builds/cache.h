/* What was built from refs of the scheduler, in ${XDG_CACHE_HOME:-~/.cache}/snap:
 *
 *   tools/KEY        the snapshot-tool; a file with this name is complete
 *   tools/KEY.json   how it was built (struct build_record); its time is that of the last use
 *   tools/KEY.log    what a build wrote that failed
 *   locks/KEY        locked by the process that builds
 *   locks/KEY.use    shared by the processes that use the tool: prune leaves it alone
 *   worktrees/       builds under way (common/worktree.h)
 *
 * KEY is COMMIT-ARCH, and with a command of the user's -HASH. The locks are flock's: they end with
 * their process. */
#ifndef SNAP_BUILDS_CACHE_H
#define SNAP_BUILDS_CACHE_H
#include "common/msg.h"
#include "common/str.h"
#include "common/timefmt.h"

struct build_place {
	struct strbuf cache; /* the folder of all builds */
	struct strbuf tool, record, log, lock, use;
};

/* Appends the folder of the cache. False: *e is set. */
bool build_cache(struct strbuf *path, struct error *e);
/* Creates the folders of a cache that locks and tools are in. */
bool build_cache_make(const char *cache, struct error *e);
/* Fills in the place of a build; command NULL: the default. False: *e is set. The caller frees p in
 * either case. */
bool build_place_init(struct build_place *p, const char *commit, const char *arch,
	const char *command, struct error *e);
/* The same for a KEY that a file in tools/ has. */
void build_place_of_key(struct build_place *p, const char *cache, struct str key);
void build_place_free(struct build_place *p);
bool build_place_has_tool(const struct build_place *p);

/* Locks the file at path, which is created if it is missing; how is that of flock(2). The lock
 * lasts until the descriptor is closed. -1: errno is set, EWOULDBLOCK if another process has it. */
int build_lock(const char *path, int how);

/* Texts are empty where they are not known. */
struct build_record {
	struct strbuf ref;     /* as it was given when it was built */
	struct strbuf commit;  /* or HEAD-dirty-HASH, see refbuild_resolve */
	struct strbuf arch;    /* as Go calls it */
	struct strbuf command; /* that built it, or failed last */
	struct strbuf why;     /* it failed; empty: it is built */
	struct instant ended;
	int64_t took_ms;
};
/* False: there is none that can be read; r is then empty. */
bool build_record_read(const struct build_place *p, struct build_record *r);
/* Replaces it as a whole. */
bool build_record_write(const struct build_place *p, const struct build_record *r, struct error *e);
void build_record_free(struct build_record *r);
/* Appends the content of a file. False: it cannot be read. */
bool build_read_file(const char *path, struct strbuf *text);
/* Notes that the tool is used now. What cannot be noted is left. */
void build_record_touch(const struct build_place *p);

#endif
