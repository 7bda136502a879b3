/* Files and folders below one folder, safe against others who rename things there meanwhile: each
 * part of a path is opened relative to the descriptor of its parent, and links are not followed. */
#ifndef SNAP_UNZIP_BENEATH_H
#define SNAP_UNZIP_BENEATH_H
#include <sys/types.h>
#include "common/arena.h"
#include "common/msg.h"
#include "common/str.h"

struct beneath {
	int top;              /* the folder's descriptor; -1 before beneath_open */
	const char *name;     /* its path */
	bool made;            /* beneath_open created it */
	mode_t mode;          /* of new files */
	struct made *folders; /* created ones, the newest first */
	struct arena arena;
};

/* A file that appears when it is complete, and replaces an existing one. */
struct newfile {
	int folder, fd;      /* fd is for writing; -1: none */
	struct str path;     /* below the top folder */
	struct strbuf shown; /* path with the name of the top folder */
	struct strbuf temporary;
	mode_t mode;
};

/* Opens the folder name, which may be a link, and creates it if it is missing. False: *e is set.
 * The caller calls beneath_close in any case. */
bool beneath_open(struct beneath *b, const char *name, struct error *e);
/* Creates a folder and the missing folders above it. path: parts separated by one slash, none of
 * them
 * "." or "..", and a NUL at the end. */
bool beneath_folder(struct beneath *b, struct str path, struct error *e);
/* Begins a file. path is as for beneath_folder and must outlive *f. False: *e is set, and
 * newfile_end must not be called. */
bool beneath_create(struct beneath *b, struct str path, struct newfile *f, struct error *e);
/* Ends a file: renames it if keep, else removes it. */
bool newfile_end(struct newfile *f, bool keep, struct error *e);
/* After a failure: removes the created folders that are empty. */
void beneath_undo(const struct beneath *b);
void beneath_close(struct beneath *b);

#endif
