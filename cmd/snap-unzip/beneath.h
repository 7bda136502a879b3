/* Files and folders below one folder, whoever moves things about there meanwhile: every part of a
 * path is opened from the descriptor of the one above it, and links are not followed. */
#ifndef SNAP_UNZIP_BENEATH_H
#define SNAP_UNZIP_BENEATH_H
#include <sys/types.h>
#include "common/arena.h"
#include "common/msg.h"
#include "common/str.h"

struct beneath {
	int top;              /* the folder's descriptor; -1 before beneath_open */
	const char *name;     /* its path */
	bool made;            /* was not there before */
	mode_t mode;          /* of new files */
	struct made *folders; /* that were not there before, the newest first */
	struct arena arena;
};

/* A file that appears when it is whole, in place of one that is there. */
struct newfile {
	int folder, fd;      /* fd is for writing; -1: there is none */
	struct str path;     /* below the top */
	struct strbuf shown; /* with the top in front */
	struct strbuf temporary;
	mode_t mode;
};

/* name is made where it is missing, and may itself be a link. False with *e set. Close it in any
 * case. */
bool beneath_open(struct beneath *b, const char *name, struct error *e);
/* A folder and those above it, made where they are missing. path: parts with one slash between them
 * and a NUL behind, none of them "." or "..". */
bool beneath_folder(struct beneath *b, struct str path, struct error *e);
/* Begins a file; path as above, and kept by *f. False with *e set, and nothing to be ended. */
bool beneath_create(struct beneath *b, struct str path, struct newfile *f, struct error *e);
/* Ends it: under its name if keep, else not at all. */
bool newfile_end(struct newfile *f, bool keep, struct error *e);
/* After a failure: folders that were made for files that did not come. Those with something in them
 * stay. */
void beneath_undo(const struct beneath *b);
void beneath_close(struct beneath *b);

#endif
