/* Private to common/yaml*.c: what the reader knows between two events of libyaml. */
#ifndef SNAP_YAML_READER_H
#define SNAP_YAML_READER_H
#include <yaml.h>

#include "common/map.h"
#include "common/yaml.h"

/* A value on its way into its parent. */
struct part {
	struct value *v;
	size_t weight;   /* bytes of its texts, and values; aliases replaced by what they name */
	unsigned height; /* levels of objects and arrays */
	bool alias;
	yaml_mark_t mark; /* where it begins */
};

/* What an anchor names. */
struct anchor {
	struct part part;
	bool open; /* its value is still being read */
};

struct reader {
	yaml_parser_t parser;
	yaml_event_t event; /* the next one, if has_event */
	bool has_event;
	bool over; /* the document has ended */
	struct str text;
	struct arena *a;
	struct map anchors;
	size_t weight; /* of all parts so far */
	unsigned depth;
	struct error *e;
};

/* False: the next event is another, or the parser has failed with *y->e set. */
bool yaml_next_is(struct reader *y, yaml_event_type_t type);
void yaml_drop(struct reader *y);
/* The key of a member whose value is merged into the object. */
bool yaml_next_is_merge(struct reader *y);

/* Opens an anchor; name NULL, and then a NULL: none. */
struct anchor *yaml_open_anchor(struct reader *y, const yaml_char_t *name);
void yaml_close_anchor(struct anchor *a, const struct part *p);
/* The next event, an alias or a scalar. */
bool yaml_read_alias(struct reader *y, struct part *p);
bool yaml_read_scalar(struct reader *y, struct part *p);
/* Counts weight for the limit, which ends anchors that explode. */
bool yaml_charge(struct reader *y, size_t weight);

/* Sets *y->e at this place. Returns false. */
bool yaml_fail(struct reader *y, yaml_mark_t at, const char *what, const char *why);
bool yaml_fail_second(struct reader *y, yaml_mark_t at); /* a second document begins there */
bool yaml_fail_limit(struct reader *y, yaml_mark_t at, const char *why);

#endif
