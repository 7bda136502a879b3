/* Names of members: as they are shown, and as paths below a folder. */
#ifndef SNAP_UNZIP_NAMES_H
#define SNAP_UNZIP_NAMES_H
#include "common/arena.h"
#include "common/map.h"
#include "common/msg.h"

/* For a line of text: what would break it or steer a terminal, and bytes that are no UTF-8, become
 * \xNN or \uNNNN; a backslash \x5c. */
void name_show(struct strbuf *to, struct str name);
/* For JSON: as it is, or as name_show where it is no UTF-8. */
void name_show_json(struct strbuf *to, struct str name);
/* The user's word for a member: its bytes, or how it is shown. */
bool name_is(struct str name, struct str word);

/* The paths of an archive so far. Start with {0}. */
struct paths {
	struct map taken;
	struct arena arena;
};

/* What a member's name means below a folder: its parts with one slash between them, without "."
 * parts, in *path, with a NUL behind them, until paths_free; a folder where it ends with a slash or
 * ".", and *path is empty for the one above all. False with *e set: it leads elsewhere or nowhere,
 * or an earlier member stands in the way. */
bool paths_take(struct paths *p, const char *name, struct str *path, bool *folder, struct error *e);
void paths_free(struct paths *p);

#endif
