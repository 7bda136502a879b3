/* Foreign sources: what is kept of one, and how that becomes a snapshot.
 *
 *   feed.h: bytes and their format
 *     -> autoscaler.c: a document, list.c: a list, dump.c and convert.c: a dump in a log
 *     -> object.c: objects, compacted -> fill.c: what the source lacks
 *     -> write.c: the snapshot
 *
 * Memory: what is kept of the objects, in one arena. */
#ifndef IMPORT_H
#define IMPORT_H
#include "common/arena.h"
#include "common/json.h"
#include "common/jsonw.h"
#include "common/kinds.h"
#include "common/map.h"
#include "common/timefmt.h"

/* An object as it will be written: {"metadata":{|...,"annotations":{|...}},"spec":{|...},...}. At
 * each | something may be put in: the uid; an annotation; a pod's node and what its spec refers to.
 * All texts are owned by the arena of the import. */
struct object {
	struct str ns, name, uid;
	struct str text;
	size_t notes;          /* offset of the second | */
	size_t spec;           /* offset of the third |; 0: there is no spec */
	bool noted;            /* annotations follow behind the second | */
	bool spec_goes_on;     /* members follow behind the third | */
	struct str refs;       /* members for the third |: volumes and resource claims */
	struct str no_refs;    /* the same without what only storage and claims give */
	struct pod_notes *pod; /* of a pod; NULL: it is none */
};

/* What is looked at of a pod beside its text. */
struct pod_notes {
	struct str node, phase, group, queue, scheduler, priority_class;
	struct str owner_kind, owner; /* its controller */
	struct str *config_maps;      /* names of those that it refers to */
	size_t n_config_maps, cap_config_maps;
	int64_t priority;
	bool has_priority;
	bool asked;   /* whether it finds a place is the question */
	bool leaving; /* it has a deletion timestamp */
	bool adopt;   /* adopted_by is put in as its annotation */
	struct str adopted_by;
};

#define OBJECT_HEAD "{\"metadata\":{"

struct object_list {
	struct object **items;
	size_t n, cap; /* in the arena */
};

/* --adopt. ADOPT_ASKED, when it is not given: of the source's pending pods those whose placement is
 * the question, each by itself. */
enum adopt { ADOPT_ASKED, ADOPT_OWNER, ADOPT_POD, ADOPT_NONE };

/* --nodes GROUP=N */
struct growth {
	struct str group;
	uint64_t count;
	struct str found;    /* the group's whole name */
	struct str template; /* {"Node":...,"Pods":...}, with JSON_PADDING behind it; p NULL: none
			      */
};

/* --profile: a profile of OpenShift's kube-scheduler, as far as KAI Scheduler has its like. */
#define PROFILES(X) \
	X(LOW, "LowNodeUtilization") \
	X(HIGH, "HighNodeUtilization") \
	X(NO_SCORING, "NoScoring")
#define PROFILE_MEMBER(NAME, name) PROFILE_##NAME,
enum profile { PROFILES(PROFILE_MEMBER) PROFILE_COUNT, PROFILE_NONE = PROFILE_COUNT };
#undef PROFILE_MEMBER

struct import_options {
	enum adopt adopt;
	enum profile profile;
	bool with_dump; /* the list is beside a dump */
	bool placeholders, ready;
	struct growth *growths;
	size_t n_growths;
};

struct import {
	struct import_options options;
	struct arena arena;
	struct object_list kinds[KIND_COUNT];
	bool has_kind[KIND_COUNT]; /* the source gives objects of this kind: none is made up */
	const char *format;
	bool incomplete;         /* parts of the source are missing */
	struct instant captured; /* TIME_ZERO: not known */
	struct str *assumed;
	size_t n_assumed, cap_assumed;
	/* Counts for the assumptions. */
	long placeholders, unready, twice, no_claims, scheduler_kinds;
};

static inline struct object_list *list_of(struct import *im, enum kind kind)
{
	return &im->kinds[kind];
}
/* Appends the object to a list, whose array the arena owns. */
void import_keep(struct import *im, struct object_list *l, struct object *o);
/* The same for the list of its kind. */
void import_add(struct import *im, enum kind kind, struct object *o);
/* Adds a sentence to source.assumptions; it begins with a small letter and has no full stop. */
void import_assume(struct import *im, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Adds all objects of a whole document to im, with the assumptions. False: *e is set. */
bool autoscaler_read(struct import *im, struct json *r, struct error *e);
bool list_read(struct import *im, struct json *r, struct error *e);
/* The same without looking whether it is a cluster, and without assumptions. */
bool list_add(struct import *im, struct json *r, struct error *e);

/* Sorts the objects, and makes what the source lacks: pod groups, queues, priority classes, config
 * maps. */
void import_fill(struct import *im);

/* The parts of a snapshot, for a program that writes one piece by piece. */
void import_put_object(struct strbuf *out, const struct object *o);
/* The value of source; program is the one that writes, with its version. */
void import_put_source(struct jsonw *w, const struct import *im);

/* Writes the snapshot in pieces. False: *e is set. */
typedef bool import_sink(void *ctx, struct str piece, struct error *e);
bool import_write(const struct import *im, import_sink *sink, void *ctx, struct error *e);

void import_free(struct import *im);

#endif
