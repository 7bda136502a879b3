/* The objects of two snapshots side by side: by kind, namespace and name. */
#ifndef SNAP_DIFF_MATCH_H
#define SNAP_DIFF_MATCH_H
#include "side.h"

/* What became of an object. A line is X(NAME, name): NAME is what code writes behind CHANGE_. */
#define CHANGES(X) \
	X(NEW, added) \
	X(GONE, gone) \
	X(RECREATED, recreated) /* of the same name, with another UID */ \
	X(CHANGED, changed) \
	X(NOISE, noise) /* differs in nothing that counts */ \
	X(SAME, same)

#define CHANGE_MEMBER(NAME, name) CHANGE_##NAME,
enum change { CHANGES(CHANGE_MEMBER) CHANGE_COUNT };
#undef CHANGE_MEMBER
extern const char *const change_names[CHANGE_COUNT]; /* "gone" */

struct pair {
	const struct object *a, *b; /* NULL: there is none on that side */
	enum change change;
};

/* A list of both sides. */
struct match {
	struct str key;
	enum kind kind;
	const struct list *a, *b; /* NULL: missing */
	struct pair *pairs;       /* by namespace and name; of equal names in their order */
	size_t n;
	size_t n_a, n_b;
	size_t counts[CHANGE_COUNT];
	bool differs; /* one is neither an array nor null, and the other is not the same */
};

/* A member of the document. */
struct part_match {
	struct str key;
	struct str a, b; /* as written; empty: missing */
	bool differs;
};

struct comparison {
	const struct side *sides; /* two */
	struct match *lists;      /* known kinds in their order, then others by key */
	size_t n_lists;
	struct part_match *parts;
	size_t n_parts;
	bool equal; /* but for noise */
};

/* Start with {0}; comparison_free releases it. The sides must live longer. noise: it counts. */
void comparison_make(struct comparison *c, const struct side sides[2], bool noise);
void comparison_free(struct comparison *c);
/* Whether a pair counts as a difference. */
static inline bool change_counts(enum change c)
{
	return c < CHANGE_NOISE;
}

#endif
