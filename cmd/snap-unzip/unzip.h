/* The actions of snap-unzip on an opened input. Each reads the input to its end, and so verifies
 * all of it. */
#ifndef SNAP_UNZIP_H
#define SNAP_UNZIP_H
#include <stdint.h>
#include "common/output.h"
#include "common/program.h"
#include "common/progress.h"
#include "common/raw.h"
#include "common/zipread.h"

struct source {
	struct raw *raw;
	enum raw_kind kind;
	uint64_t max_size;
	struct progress progress;
};

/* Callbacks of walk: member for each member, then data for each of its blocks, then data with NULL.
 * False with *e set: stop. */
struct visitor {
	void *ctx;
	bool (*member)(void *ctx, const struct zip_member *m, struct error *e);
	bool (*data)(void *ctx, const struct str *block, struct error *e); /* may be NULL */
};

/* Calls v for all members. An input that is no ZIP counts as one member, snapshot.json: then *zip
 * is NULL and *single is that member. Else *zip holds the list of members, which the caller frees.
 * Takes over src->raw. */
bool walk(struct source *src, const struct visitor *v, struct zipread **zip,
	struct zip_member *single, struct error *e);

bool list_members(struct source *src, enum format format, struct output *out, struct error *e);
bool test_members(struct source *src, const char *name, enum format format, struct output *out,
	struct error *e);
bool print_member(struct source *src, const char *member, struct output *out, struct error *e);
bool extract_members(struct source *src, const char *dir, struct error *e);

#endif
