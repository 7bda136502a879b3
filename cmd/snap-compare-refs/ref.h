/* The refs of --refs: their kinds, and how each gets its tool. */
#ifndef SNAP_COMPARE_REF_H
#define SNAP_COMPARE_REF_H
#include "common/refbuild.h"

/* One of --refs. */
struct ref {
	const char *name; /* as given */
	enum { REF_GIT, REF_NATIVE, REF_NATIVE_LIVE, REF_TOOL } kind;
	/* REF_NATIVE beside a real tool: --like-snapshot-tool, where evicted pods go at once. */
	bool like_tool;
	const char *follows;         /* of native@VERSION, for --follows; NULL: the default */
	const char *const *switches; /* "NAME=on" of a native, ended by NULL; NULL: none */
	const char *pinned;          /* REF_GIT: the commit that it stands for; NULL: git says */
	char commit[COMMIT_SIZE];    /* REF_GIT, if git resolves it */
	struct strbuf tool;          /* path of the tool */
	struct strbuf build_log;
	struct error error; /* why it cannot run */
	/* Of --bisect: the first line of the commit's message, which is foreign text; and what came
	 * out for it, NULL: not tried. */
	struct strbuf subject;
	const char *verdict;
};

struct refs {
	struct ref *all;
	size_t n;
};

/* Adds those of an argument of --refs, which is split at its commas, in place, and must live as
 * long as they do. msg_usage for what is no ref. */
void refs_add(struct refs *refs, char *list);
/* Adds one, whose name may have commas. */
void refs_add_one(struct refs *refs, const char *name);
/* Whether our engine decides, not a tool. */
bool ref_is_native(const struct ref *r);
/* Once all are added: native decides as the refs beside it; tools: as if there were one. */
void refs_like_with_like(struct refs *refs, bool tools);
void refs_free(struct refs *refs);

/* Finds the commit or the path of the tool, and sets r->error if there is none. */
void ref_resolve(const struct refbuild *b, struct ref *r);
/* Whether its tool must be built, or looked up in the cache. */
bool ref_needs_build(const struct ref *r);
/* Builds it. Sets r->error if that fails. */
void ref_build(const struct refbuild *b, struct ref *r);
/* Takes over what came of the build of the same commit, if it is the same. */
void ref_share(struct ref *r, const struct ref *built);

#endif
