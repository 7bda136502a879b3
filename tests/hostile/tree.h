/* A JSON document as a tree that keeps every text as it is written: a mutant may hold what no value
 * of a program can, such as a member twice or a number of a thousand digits. All memory is the
 * arena's. */
#ifndef HOSTILE_TREE_H
#define HOSTILE_TREE_H
#include "common/arena.h"
#include "common/json.h"

struct node {
	enum json_type type; /* JSON_OBJECT and JSON_ARRAY have kids; the others a text */
	struct str key;      /* of a member, as written, with its quotes */
	/* Strings with their quotes. In a node of a mutator: JSON of any kind. */
	struct str text;
	struct node *parent; /* NULL: the root */
	struct node **kids;
	int n_kids, cap_kids;
	int number; /* in the order of the document */
	/* Hash of the keys above, without indexes: equal for the same field of all objects. */
	uint64_t path;
};

struct tree {
	struct arena arena;
	struct node *root;
	struct node **all; /* those that were read, in the order of the document */
	int n_all, cap_all;
};

/* False: not JSON, with *e set. tree_free in both cases. */
bool tree_read(struct tree *t, struct str text, struct error *e);
void tree_free(struct tree *t);
void tree_write(const struct tree *t, struct strbuf *out);

struct node *tree_node(struct tree *t, enum json_type type, struct str text); /* new, nowhere yet */
struct node *tree_copy(
	struct tree *t, const struct node *from); /* of any tree's; nowhere yet; its key is kept */
/* kid becomes the one at place at of parent; key, as written, is for members. */
void tree_insert(struct tree *t, struct node *parent, int at, struct str key, struct node *kid);
/* A node that is no longer in its parent, and the root, stay where they are. */
void tree_remove(struct node *kid);
void tree_replace(struct node *old, struct node *kid); /* in its place, under its key */
int tree_place(const struct node *kid); /* which of its parent's kids; -1: no longer one */
struct node *tree_member(const struct node *object,
	const char *key); /* the first of this name; NULL: none, or no object */
struct str tree_quoted(struct tree *t, struct str text); /* as a JSON string */

#endif
