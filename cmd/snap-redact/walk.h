/* The walk over a document by the table. The first one gathers the names, the second one writes the
 * redacted document; both read each value by the same function, so that what is written has been
 * gathered. */
#ifndef REDACT_WALK_H
#define REDACT_WALK_H
#include "book.h"
#include "common/json.h"
#include "sink.h"
#include "rounding.h"
#include "schema.h"
#include "shift.h"

/* Where a value is. */
struct place {
	const struct place *above;
	struct str key; /* empty: an item of a list */
};

/* What a first walk finds out of schedulerParams and source. */
struct params {
	bool known;   /* the document has a member of snapshots */
	bool objects; /* there have been objects */
	bool settled; /* these are known, but for source */
	bool late;    /* what was found came behind objects, which must be read again */
	bool full_hierarchy;
	struct instant captured; /* of source */
};

struct walk {
	struct book *book;
	struct schemas *schemas;
	const struct settings *settings;
	struct json *r;
	bool writing;
	struct strbuf *out; /* of a walk that writes */
	struct sink *sink;  /* out is its text; NULL: no */
	struct str head;    /* members that are put behind the first bracket */
	const struct place *place;

	struct strbuf text;
	/* The key of the label, taint or requirement that is being read; NULL: none yet. */
	struct name *label;
	enum names owner;    /* the names of the kind of owner that is being read */
	struct str pod;      /* name of the object that is being read */
	struct map *unknown; /* path to a count of fields that the table does not have */
	bool quiet;          /* these are not counted now */
	struct derived *derived;
	struct params *params;     /* NULL: they are known */
	struct shift shift;        /* {0}: times stay */
	struct rounding *rounding; /* NULL: capacities stay */
	struct str resource;       /* whose capacity is read: its new name */
};

/* Reads the next value by s, as far as it goes, and writes what becomes of it. */
void walk_value(struct walk *w, const struct schema *s);
/* What a value of that kind becomes; of names, take_name. */
typedef void take_fn(struct walk *w);
#define TAKE_FUNCTION(NAME, take) take_fn take;
VALUE_KINDS(TAKE_FUNCTION)
#undef TAKE_FUNCTION
void take_name(struct walk *w, enum names kind);
void take(struct walk *w, enum what what);
/* Reads a value that has not the type that it should have, and writes one that has it neither. */
void take_other(struct walk *w);

/* Begins the next value, an object or an array: writes its bracket. False: it is of another type,
 * and taken already. */
bool walk_enter(struct walk *w, enum json_type t);
/* The next string; false: it is none, and taken already. */
bool walk_string(struct walk *w, struct str *s);
/* Writes the new name of old; the first walk notes old, and returns it, else NULL. */
struct name *walk_name(struct walk *w, enum names kind, struct str old);
/* The new name; itself if it is unknown. */
struct str walk_new_name(struct walk *w, enum names kind, struct str old);
/* A string that is kept as it is, since its form is checked. */
void walk_keep(struct walk *w, struct str s);

/* An argument of a plugin: a number, a word, or a list of resources. */
void take_argument(struct walk *w);
/* Takes an amount of that resource, which may be rounded. */
void take_capacity_of(struct walk *w, struct str resource);

void put(struct walk *w, struct str s);
void put_text(struct walk *w, struct str s); /* as a JSON string */
/* Begins a member or an item; a comma where one is needed. */
void put_key(struct walk *w, struct str key);
void put_member(struct walk *w, const struct schema_member *m);
void put_comma(struct walk *w);

/* The list of objects that the place is in: "nodes". */
struct str walk_collection(const struct walk *w);
/* The place of the next member, as --keep and the list of unknown fields name it. */
bool walk_listed(const struct walk *w, struct str key, char *const *list, int n);
/* A member that the table does not have: dropped and counted, unless --keep brings it back. open:
 * without a count. */
void walk_unknown(struct walk *w, struct str key, bool open);

#endif
