/* The bytes of an input, unpacked, and what they are. */
#ifndef IMPORT_FEED_H
#define IMPORT_FEED_H
#include "common/input.h"
#include "common/json.h"
#include "common/progress.h"

/* The formats that are read: words of --from and of source.format. */
#define FORMATS(X) \
	X(AUTOSCALER, "cluster-autoscaler") X(LIST, "kubectl-list") X(DUMP, "kube-scheduler-dump")

#define SOURCE_MEMBER(NAME, name) SOURCE_##NAME,
enum source_format { FORMATS(SOURCE_MEMBER) SOURCE_FORMATS, SOURCE_UNKNOWN = SOURCE_FORMATS };
#undef SOURCE_MEMBER
extern const char *const source_names[SOURCE_FORMATS];

struct feed {
	struct input *in; /* NULL: the head is all there is */
	struct str head;  /* the first bytes, until the first block is read */
	uint64_t total;
	struct progress progress;
};

/* path as of input_open. False: *e is set. feed_close in either case. */
bool feed_open(struct feed *f, const char *path, struct error *e);
/* The same for an input of which nothing is read yet (input_limits.any). Takes it over. */
bool feed_open_input(struct feed *f, struct input *in, struct error *e);
/* A json_fill: the next block, valid until the next call. */
int feed_next(void *feed, struct str *block, struct error *e);
void feed_close(struct feed *f);
/* Sets *e: what is wrong with the file that an option names. Returns false. */
bool feed_blame(struct error *e, const char *option, const char *path, const struct error *why);

/* Bytes that tell the format. */
enum { FEED_HEAD = 4096 };
/* By the first bytes. SOURCE_UNKNOWN: *e says what else they are. */
enum source_format format_of(struct str head, struct error *e);

#endif
