/* What the cache of builds holds, for people. */
#ifndef SNAP_BUILDS_LIST_H
#define SNAP_BUILDS_LIST_H
#include "common/builds/cache.h"

struct build_entry {
	struct strbuf key;
	struct build_record record; /* empty for a tool without one */
	bool tool;                  /* there is one; else it could not be built */
	uint64_t bytes;             /* on the disk, with its record and log */
	struct instant used;        /* last */
};

struct build_entries {
	struct build_entry *all;
	size_t n;
};

/* Lists the builds, by their keys. The caller frees l in either case. A cache that is not there is
 * empty. False: *e is set. */
bool build_list(struct build_entries *l, struct error *e);
void build_list_free(struct build_entries *l);

/* Removes the builds that failed and those that were not used since a time, but none that a process
 * uses or builds, and what interrupted builds have left. Keeps in l what was removed. False: *e is
 * set. */
bool build_prune(struct build_entries *l, struct instant since, struct error *e);

#endif
