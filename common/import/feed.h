/* The bytes of an input, unpacked, and what they are. */
#ifndef IMPORT_FEED_H
#define IMPORT_FEED_H
#include "common/input.h"
#include "common/json.h"
#include "common/progress.h"
#include "common/raw.h"
#include "common/unpack.h"

/* The formats that are read: words of --from and of source.format. */
#define FORMATS(X) \
	X(AUTOSCALER, "cluster-autoscaler") X(LIST, "kubectl-list") X(DUMP, "kube-scheduler-dump")

#define SOURCE_MEMBER(NAME, name) SOURCE_##NAME,
enum source_format { FORMATS(SOURCE_MEMBER) SOURCE_FORMATS, SOURCE_UNKNOWN = SOURCE_FORMATS };
#undef SOURCE_MEMBER
extern const char *const source_names[SOURCE_FORMATS];

struct feed {
	struct raw *raw;
	struct input *in;      /* of a ZIP or bare JSON; owns raw */
	struct unpack *unpack; /* of gzip, xz, zstd */
	struct strbuf head;    /* the first bytes */
	bool head_given, ended;
	uint64_t total;
	struct progress progress;
};

/* path as of raw_open. False: *e is set. feed_close in either case. */
bool feed_open(struct feed *f, const char *path, struct error *e);
/* The first bytes, some thousand if there are as many. */
struct str feed_head(const struct feed *f);
/* A json_fill: the next block, valid until the next call. */
int feed_next(void *feed, struct str *block, struct error *e);
void feed_close(struct feed *f);

/* By the first bytes. SOURCE_UNKNOWN: *e says what else they are. */
enum source_format feed_format(const struct feed *f, struct error *e);

#endif
