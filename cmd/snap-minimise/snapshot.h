/* A snapshot as text in which each object is known: what is left of it is the same text without the
 * objects that went. */
#ifndef SNAP_MINIMISE_SNAPSHOT_H
#define SNAP_MINIMISE_SNAPSHOT_H
#include "common/arena.h"
#include "common/engine.h"

struct object {
	size_t begin, end; /* in the text */
	struct str ns, name;
	/* Whose it is: of a pod its pod group, of a pod group its queue, of a queue the one above,
	 * of a bind request its pod, of a NodeResourceTopology or a slice of devices its node. */
	struct str of; /* its name; empty: nobody's */
	int owner;     /* the object; -1: there is none */
	struct str on; /* of a pod: the name of the node that it has; empty: none */
	int node;      /* that node; -1: there is none */
};

/* Where the text has a list of objects, or what is replaced. In the order of the text. */
struct part {
	size_t begin, end;
	enum kind kind; /* KIND_NONE: the value of the member source */
	bool counts;    /* false: a later list of the same kind stands for it */
};

struct snapshot {
	struct str text;
	/* Numbered as the engine does, one kind after the other: those of a kind begin at
	 * first[kind] and end before first[kind + 1]. */
	struct object *objects;
	int first[KIND_COUNT + 1], n;
	struct part *parts;
	int n_parts;
	size_t top;           /* behind the document's first brace */
	struct strbuf source; /* the member source of what is left; empty: as it is */
	struct arena arena;
};

/* Start with {0}; snapshot_free releases it, also after a failure. text, followed by JSON_PADDING
 * readable bytes, and g, which was opened with it, must live as long. False: *e is set. */
bool snapshot_read(struct snapshot *s, struct str text, const struct engine *g, struct error *e);
void snapshot_free(struct snapshot *s);
/* The kind of object i. */
enum kind snapshot_kind(const struct snapshot *s, int i);
/* The object; -1: there is none. */
int snapshot_find(const struct snapshot *s, enum kind kind, struct str ns, struct str name);
/* The mask for the engine; keep has a byte for each object, and lives as long. */
struct engine_mask snapshot_mask(const struct snapshot *s, const unsigned char *keep);
/* Appends what is left, and a newline. now, if not NULL, has a value for each object that is
 * written in its place, or NULL. */
struct value;
void snapshot_write(const struct snapshot *s, const unsigned char *keep, struct value *const *now,
	struct strbuf *out);

#endif
