/* Private to model/read/: the state of one load, and readers of single values.
 *
 * A table of struct field describes a JSON object: each row names a member, its reader and the
 * offset in the C struct. A reader takes the next value of x->r and stores it at `at`. Null leaves
 * that as it is, as Go's decoder does (rules/01 1.7). Errors stick in x->r (common/json.h): the
 * first one stays and later readers do nothing, so none of them returns an error. */
#ifndef MODEL_READER_H
#define MODEL_READER_H
#include "common/gates.h"
#include "model/read/read.h"

struct pod_cache;    /* read_pod_spec.c */
struct label_reader; /* read_labels.c */

enum { PLAIN_TIME = 20 }; /* bytes of "2026-01-02T03:04:05Z" */

struct reader {
	struct objects *o;
	struct json *r;
	struct warnings *w;
	struct strbuf scratch; /* lists being read, inner ones behind outer ones */
	struct strbuf text;    /* for texts that are not kept */
	/* The last time of that length; the next one is often the same. */
	struct {
		char text[PLAIN_TIME];
		struct instant t;
	} time;
	struct pod_cache *pods;
	struct label_reader *labels;
	bool has_params, has_discovery, has_raw_objects; /* the member is an object */
	struct gates gates;
	bool no_resources; /* discovery has no array of them */
	bool in_other;     /* r reads objects.other_config */
};

typedef void read_fn(struct reader *x, void *at);
struct field {
	struct str name;
	read_fn *read;
	size_t offset; /* where the member goes in the C struct */
};
/* clang-format off */
#define FIELD(name, read, type, member) {STR_INIT(name), (read), offsetof(type, member)}
/* The reader gets the struct itself: for an inner object whose members go into the same struct. */
#define FIELD_SAME(name, read) {STR_INIT(name), (read), 0}
#define FIELDS_END {{0}, 0, 0}
/* clang-format on */

/* Reads an object into *at by its table, which ends in FIELDS_END. Unknown keys are skipped. A key
 * that stands twice is read twice into the same member: the last scalar or list stays, an object's
 * members merge (rules/01 1.7). */
void read_object(struct reader *x, void *at, const struct field *fields);
/* The row whose name equals key, at most one, or else the first that does regardless of case. NULL:
 * none. */
const struct field *field_find(const struct field *fields, struct str key);
/* Enters the object or array that comes next. False: an error, or null, which is consumed. */
bool read_enter(struct reader *x);
/* The same for a map of *n items, to which the object adds. Null empties the map. */
bool read_enter_map(struct reader *x, int *n);

/* The comment is the type of *at. */
read_fn read_text;              /* struct str, interned */
read_fn read_bool;              /* bool */
read_fn read_int32, read_int64; /* int64_t */
read_fn read_double;            /* double */
read_fn read_instant;           /* struct instant; null: TIME_ZERO */
read_fn read_moment;            /* not used: the time only goes to read_newest */
read_fn read_duration;          /* int64_t, ns; null is an error */
read_fn read_quantity;          /* struct quantity */
/* *text: as written, valid until the next value is read. False: null, or an error. */
bool read_quantity_text(struct reader *x, struct quantity *q, struct str *text);
/* Maps: read_enter_map. A key that *at has already gets the new value. */
read_fn read_labels;         /* struct labels: any object of texts */
read_fn read_amounts;        /* struct amounts */
read_fn read_shared_amounts; /* the same, for texts that many objects repeat: each is parsed once */
read_fn read_meta;           /* struct object_meta; its creation goes to read_newest */
read_fn read_present;        /* bool: true unless null; the value is skipped */
/* The same as read_meta, and ownerReferences, which read_meta skips. */
void read_owned_meta(
	struct reader *x, struct object_meta *meta, struct owner **owners, int *n_owners);
read_fn read_owner; /* struct owner */
/* Sets objects.newest to t if t is later. */
void read_newest(struct reader *x, struct instant t);

/* Labels of pods and nodes, and annotations of pods: only wanted keys are kept (read_labels.c). */
void labels_start(struct reader *x), labels_finish(struct reader *x), labels_free(struct reader *x);
/* struct labels. That of read_waiting_labels is filled by labels_finish, when all is read. */
read_fn read_waiting_labels, read_wanted_annotations;
/* labels_drop: an object that was begun at labels_mark is left out. Its memory may be used again.
 */
size_t labels_mark(const struct reader *x);
void labels_drop(struct reader *x, size_t mark);
/* From now on the key, of a selector or a topology, is a wanted label. */
void label_mark_wanted(struct reader *x, struct str key);

/* A list: list_begin gives its offset in x->scratch, list_add appends an item of size bytes,
 * list_end moves all of them to the objects' arena. NULL and *n = 0: none. Lists nest. */
static inline size_t list_begin(const struct reader *x)
{
	return x->scratch.len;
}
static inline void list_add(struct reader *x, const void *item, size_t size)
{
	strbuf_add(&x->scratch, item, size);
}
/* list_begin for a list that goes on behind n items. */
static inline size_t list_resume(struct reader *x, const void *items, int n, size_t size)
{
	size_t begin = list_begin(x);

	if (n)
		list_add(x, items, (size_t)n * size);
	return begin;
}
void *list_end(struct reader *x, size_t begin, size_t size, int *n);
/* Reads an array: each element by read into a zeroed item of size bytes. NULL and *n = 0: null or
 * empty. read_list is the same with a type. */
void *read_items(struct reader *x, size_t size, read_fn *read, int *n);
#define LIST_ITEM_MAX 256
#define read_list(x, type, read, n) \
	((type *)read_items((x), sizeof(type[sizeof(type) <= LIST_ITEM_MAX ? 1 : -1]), (read), (n)))
void read_text_list(struct reader *x, struct str **items, int *n);

/* list_end, then sort_by_name. */
void *named_end(struct reader *x, size_t begin, size_t size, int *n);

/* Sorts n items of size bytes, at most 64, by the struct str with which each begins. Of equal names
 * only the last item stays. Returns how many stay. */
size_t sort_by_name(void *items, size_t n, size_t size);

/* Selectors, read_selectors.c */
read_fn read_label_selector; /* struct label_selector *; null: NULL */
read_fn read_node_selector;  /* struct node_terms: core/v1 NodeSelector */
read_fn read_topology_terms; /* struct node_terms: []TopologySelectorTerm */
read_fn read_pod_affinity;   /* struct affinity_terms */
struct affinity_terms {
	struct pod_terms required, preferred;
};

/* Appends the value that comes next as a canonical text, for signatures (rules/01 11): equal values
 * give equal texts. Members are sorted; blanks, null, "" and [] are left out. */
void read_canonical(struct reader *x, struct strbuf *out);
/* Appends a text behind its length; an absent one as an empty one. */
void canonical_text(struct strbuf *out, struct str s);

#define ABSENT INT64_MIN /* while reading: a number that is not given */

/* The reader of each kind; *at is its zeroed struct of objects.h. */
#define KIND_READ(NAME, type, list, reader) read_fn reader;
OBJECT_LISTS(KIND_READ)
#undef KIND_READ
read_fn read_config, read_params, read_discovery;
/* Reads objects.other_config, if there is one. False: *e is set. */
bool config_read_other(struct reader *x, struct error *e);
void config_default(struct reader *x);
void pod_cache_start(struct reader *x), pod_cache_free(struct reader *x);
read_fn read_pod_spec;             /* struct pod */
read_fn read_zone_record;          /* struct zone_record */
void read_gates(struct reader *x); /* sets objects.dra_gate and nrt_gate; call when all is read */

#endif
