/* One of the two inputs: where its parts and its objects lie in its JSON. */
#ifndef SNAP_DIFF_SIDE_H
#define SNAP_DIFF_SIDE_H
#include "common/arena.h"
#include "common/input.h"
#include "common/kinds.h"
#include "common/map.h"

/* An element of a list. Texts that JSON does not give, or gives with another type, are empty. */
struct object {
	struct str raw; /* as written */
	struct str ns, name, uid;
	/* Of a pod, the name of its pod group, in its namespace; of a pod group, its queue. */
	struct str owner;
};

/* A member of rawObjects. */
struct list {
	struct str key, raw;
	enum kind kind; /* KIND_NONE: unknown */
	bool is_array;
	struct object *all; /* in the order of the snapshot */
	size_t n, cap;
};

/* A member of the document; rawObjects only if it is no object. raw is empty if a later
 * member took its place. */
struct part {
	struct str key, raw;
};

struct side {
	const char *path; /* as given; NULL or "-": standard input */
	struct input *in;
	struct str text; /* owned by in */
	/* The events of a replay, or a patch: the rest is empty. */
	bool events, patch;
	struct list *lists;
	size_t n_lists, cap_lists;
	struct part *parts;
	size_t n_parts, cap_parts;
	/* From a key to its place in lists or parts, from 1. */
	struct map list_places, part_places;
	struct str raw_objects;  /* the key of lists, as written; empty: there is none */
	struct instant captured; /* TIME_ZERO: not known */
	struct arena arena;
	struct error error;
};

/* Start with {.path = ...}; side_close releases both. Reads both inputs, at the same time. False:
 * the error is that of the first side that has one. */
bool sides_read(struct side sides[2]);
/* Finds the parts of a snapshot in s->text. False: *e is set. */
bool side_index(struct side *s, struct error *e);
void side_close(struct side *s);
const char *side_name(const struct side *s); /* for messages */

#endif
