/* The parts of snap-unzip: what each option does with an opened input. All of them read it to its
 * end, so all verify it whole. */
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

/* What to do with the members: called for each, then for its blocks, then with its end (block
 * NULL). False stops, *e set. */
struct visitor {
	void *ctx;
	bool (*member)(void *ctx, const struct zip_member *m, struct error *e);
	bool (*data)(void *ctx, const struct str *block, struct error *e); /* may be NULL */
};

/* Shows all members to v. What is not a ZIP counts as one member snapshot.json. The list of members
 * goes to *zip for the caller to free, NULL where there is no ZIP; *single is then that member.
 * Takes over src->raw. */
bool walk(struct source *src, const struct visitor *v, struct zipread **zip,
	struct zip_member *single, struct error *e);

bool list_members(struct source *src, enum format format, struct output *out, struct error *e);
bool test_members(struct source *src, const char *name, enum format format, struct output *out,
	struct error *e);
bool print_member(struct source *src, const char *member, struct output *out, struct error *e);
bool extract_members(struct source *src, const char *dir, struct error *e);

#endif
