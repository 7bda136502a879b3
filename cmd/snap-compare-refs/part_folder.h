/* The folder that a part runs in, DIR/.snap-KEY-XXXXXX, with a lock that its process holds. It is
 * removed with what is in it; what a machine that lost power has left, the next run of the same
 * part removes, if its lock is free. */
#ifndef SNAP_COMPARE_PART_FOLDER_H
#define SNAP_COMPARE_PART_FOLDER_H
#include "common/msg.h"
#include "common/str.h"

struct part_folder {
	struct strbuf path;
	int lock; /* -1: none; a file system without locks */
};

/* False: *e is set. The caller calls part_folder_close in either case. */
bool part_folder_open(struct part_folder *f, const char *dir, const char *key, struct error *e);
void part_folder_close(struct part_folder *f);

#endif
