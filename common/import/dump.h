/* A dump of kube-scheduler's cache in a log: read out of the lines, then made into a cluster. */
#ifndef IMPORT_DUMP_H
#define IMPORT_DUMP_H
#include "common/import/feed.h"
#include "common/import/import.h"

struct dump_pod {
	struct str ns, name, uid, phase;
	long node; /* index of its node; -1: it is pending */
};

/* Sums of the scheduler: whole units but for the CPU. */
struct dump_amounts {
	int64_t milli_cpu, memory, ephemeral, pods;
	struct str scalars; /* "nvidia.com/gpu:8 hugepages-2Mi:0" */
	bool given;
};

struct dump_node {
	struct str name;
	struct dump_amounts requested, allocatable;
	bool deleted;
	bool cut;         /* lines of it are missing */
	long wanted, got; /* pods; wanted -1: not told */
};

struct dump {
	struct arena arena;
	struct instant time; /* TIME_ZERO: not known */
	struct dump_node *nodes;
	size_t n_nodes, cap_nodes;
	struct dump_pod *pods;
	size_t n_pods, cap_pods;
	bool headless;      /* it starts before the log */
	bool tailless;      /* it ends early */
	bool queue;         /* the queue's record came */
	bool logged;        /* the input has lines of such a log, with a dump or without one */
	struct str summary; /* "activeQ:0; backoffQ:0; unschedulablePods:2"; 1.26 and later */
};

/* Takes the first of a's scalars off *rest, which begins as a->scalars. False: there are no more.
 */
bool dump_scalar(struct str *rest, struct str *name, struct str *value);

/* allocatable.c: whether the scheduler keeps account of the resource; and whether a node of a list,
 * its JSON, has just the allocatable amounts that the dump tells. */
bool dump_counts(struct str resource);
bool dump_same_allocatable(const struct dump_node *node, struct str object);

/* What a log has is called once it is read; false with *e set ends the reading. */
typedef bool dump_found(void *ctx, const struct dump *d, long number, struct error *e);

/* The dump of that number in the log, from 1; 0: the last one. found, which may be NULL, gets each.
 * False: *e is set. */
bool dump_read(
	struct feed *f, long number, dump_found *found, void *ctx, struct dump *d, struct error *e);
void dump_free(struct dump *d);
/* A line of JSON for each dump in the log, written to path (NULL: standard output). False: *e is
 * set. */
bool dump_list(struct feed *f, const char *path, struct error *e);

/* Makes the dump a cluster: of the objects of im, where there are any, else of what it says. */
bool dump_convert(struct import *im, const struct dump *d, bool objects, struct error *e);

#endif
