/* Private to the loader (read*.c): the state of one load, and readers of single values.
 *
 * Shapes are tables of struct field: a row says where in the C struct a member of the JSON object
 * goes and who reads it. Readers take the value that comes next. Errors stick in the JSON reader
 * (common/json.h), so nothing here returns them. Null leaves a value as it is, as Go's decoder does
 * (rules/01 1.7). */
#ifndef MODEL_READER_H
#define MODEL_READER_H
#include "model/read/read.h"

struct pod_cache;    /* read_pod_spec.c */
struct label_reader; /* read_labels.c */

enum { PLAIN_TIME = 20 }; /* bytes of "2026-01-02T03:04:05Z" */

struct reader {
	struct objects *o;
	struct json *r;
	struct warnings *w;
	struct strbuf scratch; /* lists under construction, one behind the other */
	struct strbuf text;    /* a number, a canonical text */
	struct {
		char text[PLAIN_TIME];
		struct instant t;
	} time; /* read last; the next is often the same */
	struct pod_cache *pods;
	struct label_reader *labels;
	bool has_params, has_discovery, has_raw_objects;
	struct version {
		int64_t major, minor;
		bool valid;
	} version;                                          /* of discovery */
	bool dra_group, nrt_group, bad_group, no_resources; /* group versions seen in discovery */
};

typedef void read_fn(struct reader *x, void *at);
struct field {
	struct str name;
	read_fn *read;
	size_t offset; /* at = the object's address + offset */
};
/* clang-format off */
#define FIELD(name, read, type, member) {STR_INIT(name), (read), offsetof(type, member)}
/* A part whose members go into the same struct. */
#define FIELD_SAME(name, read) {STR_INIT(name), (read), 0}
#define FIELDS_END {{0}, 0, 0}
/* clang-format on */

/* An object by its table, which ends in FIELDS_END; unknown keys are skipped, keys match exactly or
 * else regardless of case. */
void read_object(struct reader *x, void *at, const struct field *fields);
const struct field *field_find(
	const struct field *fields, struct str key); /* of a table; NULL: none */
/* Into the object or array that comes next; false for null (consumed) and on errors. */
bool read_enter(struct reader *x);

read_fn read_text;              /* struct str, interned */
read_fn read_bool;              /* bool */
read_fn read_int32, read_int64; /* int64_t */
read_fn read_double;
read_fn read_instant;  /* struct instant; also a candidate for objects.newest when read through
			  read_moment */
read_fn read_moment;   /* void: a time that only counts for objects.newest */
read_fn read_duration; /* int64_t ns */
read_fn read_quantity; /* struct quantity */
bool read_quantity_text(
	struct reader *x, struct quantity *q, struct str *text); /* text as written, not interned */
read_fn read_labels;         /* struct labels: any object of texts */
read_fn read_amounts;        /* struct amounts */
read_fn read_shared_amounts; /* the same for texts that many objects repeat: parsed once */
read_fn read_meta;           /* struct object_meta */
read_fn read_present;        /* bool: true unless null; the value is skipped */
void read_newest(struct reader *x, struct instant t);

/* Labels of pods and nodes and annotations of pods: only keys that are asked for. A key that a
 * selector or topology names is told by label_asked; labels_finish gives every object its labels
 * when all is read. */
void labels_start(struct reader *x), labels_finish(struct reader *x), labels_free(struct reader *x);
read_fn read_waiting_labels, read_asked_annotations; /* struct labels */
void label_asked(struct reader *x, struct str key);

/* Lists: items go to the scratch text and, when all are there, to the objects' arena. Lists nest.
 */
static inline size_t list_begin(const struct reader *x)
{
	return x->scratch.len;
}
static inline void list_add(struct reader *x, const void *item, size_t size)
{
	strbuf_add(&x->scratch, item, size);
}
void *list_end(struct reader *x, size_t begin, size_t size, int *n);
/* The array that comes next, each element read by read into a cleared item. NULL and *n = 0 when it
 * is null or empty. */
void *read_items(struct reader *x, size_t size, read_fn *read, int *n);
#define LIST_ITEM_MAX 256
#define read_list(x, type, read, n) \
	((type *)read_items((x), sizeof(type[sizeof(type) <= LIST_ITEM_MAX ? 1 : -1]), (read), (n)))
void read_text_list(struct reader *x, struct str **items, int *n);

/* The same for items that begin with a name: sorted, the last of equal ones kept. */
void *named_end(struct reader *x, size_t begin, size_t size, int *n);

/* Sorts items of size bytes that begin with a struct str by it, keeps the last of equal ones;
 * returns how many are left. */
size_t sort_by_name(void *items, size_t n, size_t size);

/* Selectors, read_selectors.c */
read_fn read_label_selector; /* struct label_selector *: NULL for null */
read_fn read_node_selector;  /* struct node_terms: core/v1 NodeSelector */
read_fn read_topology_terms; /* struct node_terms: []TopologySelectorTerm */
read_fn read_pod_affinity;   /* struct affinity_terms */
struct affinity_terms {
	struct pod_terms required, preferred;
};

/* The value that comes next as a text that is equal for equal values: members sorted, no blanks,
 * null, "" and [] left out. Appended to out; for signatures (rules/01 11). */
void read_canonical(struct reader *x, struct strbuf *out);
void canonical_text(struct strbuf *out,
	struct str s); /* a text with its length before it; absent is as empty */

#define ABSENT INT64_MIN /* a number that was not given, while reading */

/* Each reads one object of a kind. */
#define KIND_READ(NAME, type, list, reader) read_fn reader;
OBJECT_LISTS(KIND_READ)
#undef KIND_READ
read_fn read_resource_claim_meta;
read_fn read_config, read_params, read_discovery;
void config_default(struct reader *x);
void pod_cache_start(struct reader *x), pod_cache_free(struct reader *x);
read_fn read_pod_spec;             /* struct pod */
void read_gates(struct reader *x); /* decides objects.dra_gate and nrt_gate when all is read */

#endif
