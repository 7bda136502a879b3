/* A JSON value in memory, for small documents such as configurations: an arena owns all of it. */
#ifndef SNAP_VALUE_H
#define SNAP_VALUE_H
#include "common/arena.h"
#include "common/json.h"
#include "common/jsonw.h"

struct value {
	enum json_type type;
	struct str text; /* of a string, decoded; of a number, as JSON writes it */
	/* Of an object, sorted by key, each key once; of an array, with empty keys. */
	struct value_member *members;
	size_t count;
	size_t room; /* for members, of which value_insert has made more than count; 0: count */
};
struct value_member {
	struct str key;
	struct value *value;
};

struct value *value_new(struct arena *a, enum json_type type);
struct value *value_text(struct arena *a, struct str text);
/* Members being collected. Start with {0}; both functions below free the list. */
struct value_list {
	struct value_member *items;
	size_t count, cap;
};
void value_add(struct value_list *l, struct str key, struct value *v);
/* Of members with the same key the last one stays, as in Go. */
struct value *value_object(struct arena *a, struct value_list *l);
struct value *value_array(struct arena *a, struct value_list *l);

/* The next value of r, an object or whatever there is. NULL: r has failed. */
struct value *value_read(struct arena *a, struct json *r);
/* The member of an object. NULL: there is none, or v is NULL or no object. */
struct value *value_get(const struct value *v, struct str key);
/* The same; else the member whose key has other case, as Go finds the fields of a struct. */
struct value *value_field(const struct value *v, struct str key);
/* v with this member, in place of one that value_field finds. v, an object, stays as it is. */
struct value *value_with(
	struct arena *a, const struct value *v, struct str key, struct value *member);
/* Sets the member of an object, or adds it, in place. */
void value_insert(struct arena *a, struct value *v, struct str key, struct value *member);
/* Removes the member of an object, in place. False: there is none. */
bool value_remove(struct value *v, struct str key);
/* The text of a string. Empty: v is NULL or no string. */
struct str value_str(const struct value *v);
bool value_equal(const struct value *a, const struct value *b);
/* Appends v as JSON in one line, without a newline. */
void value_write(struct strbuf *out, const struct value *v);
/* The same as a member of an object. v NULL: nothing. */
void value_write_member(struct jsonw *w, const char *key, const struct value *v);

#endif
