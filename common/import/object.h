/* Reads one object and compacts it, as the scheduler's plugin compacts pods: without managed fields
 * and the last applied configuration, and of containers without images, commands and values of the
 * environment. */
#ifndef IMPORT_OBJECT_H
#define IMPORT_OBJECT_H
#include "common/jsonw.h"
#include "common/import/import.h"

/* A copy of a template gets names of its own. */
struct copy {
	struct str suffix; /* of names and uids */
	struct str node;   /* name of the node that the copy is, or that it is on */
};

/* Start with {.im, .r}; reader_free releases it. */
struct reader {
	struct import *im;
	struct json *r;
	const struct copy *copy; /* NULL: the object is no copy */
	/* The object being read. */
	struct object *o;
	struct pod_notes *pod; /* of a pod; else NULL */
	bool placeholder;      /* a node that a running scale-up is expected to bring */
	bool invented;         /* a node that only the autoscaler says is not ready */
	bool unready;          /* condition Ready is there and not true */
	bool needs_claim;      /* the volume being read needs a claim */
	/* Members of the parts of its text. */
	struct strbuf meta, notes, refs, no_refs, spec, rest;
	struct strbuf lead; /* members that were read before the kind was known */
	struct strbuf volume, text;
};

/* The next value of x->r as an object of this kind, owned by the arena. NULL: null, or an error,
 * which sticks in x->r. */
struct object *object_read(struct reader *x, enum kind kind);
/* The same for an object that was entered, and of which `key` is the member that comes next. */
struct object *object_read_on(struct reader *x, enum kind kind, struct str key);
void reader_free(struct reader *x);

/* ---- for the parts of the reader ---- */

/* Reads one member of an object: writes its key and value, or skips the value. */
typedef void member_fn(struct reader *x, struct jsonw *w, struct str key);
/* The next value, an object or null, member by member into w. */
void copy_object(struct reader *x, struct jsonw *w, member_fn *member);
/* The next value, an array or null: each element by element. */
void copy_list(struct reader *x, struct jsonw *w, void (*element)(struct reader *, struct jsonw *));
/* The next value as it is, without blanks between its tokens. */
void copy_value(struct reader *x, struct jsonw *w);
/* key and the next value as it is. */
void copy_member(struct reader *x, struct jsonw *w, struct str key);
/* The next value, a text, into the arena and into w. Null leaves *text. */
void note_text(struct reader *x, struct jsonw *w, struct str *text);
void note_bool(struct reader *x, bool *value);

/* meta.c: one member of the metadata, into x->o, x->meta and x->notes. */
void meta_member(struct reader *x, struct jsonw *w, struct str key);
/* pod_spec.c: one member of a pod's spec, into x->spec, x->refs and x->no_refs. */
void pod_spec_member(struct reader *x, struct jsonw *w, struct str key);
/* node_status.c: one member of a node's status. */
void node_status_member(struct reader *x, struct jsonw *w, struct str key);

#endif
