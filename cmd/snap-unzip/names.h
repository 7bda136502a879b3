/* Names of members: printed, and as paths below a folder. */
#ifndef SNAP_UNZIP_NAMES_H
#define SNAP_UNZIP_NAMES_H
#include "common/arena.h"
#include "common/map.h"
#include "common/msg.h"

/* Appends name for a line of text: characters that break the line or control a terminal, and
 * invalid UTF-8, become \xNN or \uNNNN; a backslash becomes \x5c. */
void name_show(struct strbuf *to, struct str name);
/* Appends name for JSON: unchanged, or as name_show does if it is invalid UTF-8. */
void name_show_json(struct strbuf *to, struct str name);
/* True if word, of the user, is the name of a member: its bytes, or its form by name_show. */
bool name_is(struct str name, struct str word);

/* Paths of an archive that are taken. Start with {0}. */
struct paths {
	struct map taken;
	struct arena arena;
};

/* Converts the name of a member to a path below a folder: parts separated by one slash, without "."
 * parts, and a NUL at the end. *path is valid until paths_free, and empty for the top folder
 * itself. *folder: the name ends in a slash or ".". False with *e set: the name is invalid or leads
 * outside, or an earlier member has the path. */
bool paths_take(struct paths *p, const char *name, struct str *path, bool *folder, struct error *e);
void paths_free(struct paths *p);

#endif
