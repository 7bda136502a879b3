/* The replay engine of snap-replay for other programs: open a snapshot once, run a cycle on all of
 * it or on some of its objects, as often as wanted. The engine is the archive build/libengine.a,
 * made of cmd/snap-replay/; this header is all that programs see of it.
 *
 * Nothing is printed, nothing is read but the text, and what is wrong is an error. Running out of
 * memory ends the program, as everywhere (common/mem.h). */
#ifndef SNAP_ENGINE_H
#define SNAP_ENGINE_H
#include "common/capture_info.h"
#include "common/kinds.h"
#include "common/msg.h"

struct engine; /* owned by the caller until engine_close */

/* What a run tells, ored. */
enum engine_events {
	ENGINE_START = 1,
	ENGINE_QUEUES = 2,
	ENGINE_DECISIONS = 4,
	ENGINE_PENDING = 8,
	ENGINE_NET = 16,
	ENGINE_SUMMARY = 32,
	ENGINE_UNPLACED = 64,
	ENGINE_PODS = 128
};

struct engine_options {
	/* Of the snapshot; NULL: not known. Read while the engine is opened. */
	const struct capture_info *capture;
	struct instant now;  /* the cycle's clock; TIME_ZERO: as snap-replay without --now */
	const char *follows; /* as --follows; NULL: the default */
	int threads;         /* that search; 0: one */
	bool like_tool;      /* as --like-snapshot-tool */
};

/* json: a snapshot, followed by JSON_PADDING readable bytes; not needed afterwards. NULL: *e is
 * set. */
struct engine *engine_open(struct str json, const struct engine_options *options, struct error *e);
void engine_close(struct engine *g);

/* The objects that the engine has read: without those of a namespace and name that was there
 * before. They are numbered from 0 by kind, in the order of the snapshot. */
int engine_count(const struct engine *g, enum kind kind);
void engine_name(const struct engine *g, enum kind kind, int i, struct str *ns, struct str *name);
/* The clock of the runs: also of those without the object that it is from. */
struct instant engine_now(const struct engine *g);

/* By kind, a byte for each object: 0 leaves it out. NULL: all are there. */
struct engine_mask {
	const unsigned char *keep[KIND_COUNT];
};

struct engine_result {
	/* As snap-replay writes them (snap-replay(1), Events), in lines of JSON, without timings;
	 * JSON_PADDING readable bytes follow. Warnings are always there. */
	struct strbuf events;
	bool whole; /* everything was replayed, and the scheduler does not panic or hang */
};

/* Runs the cycle. mask NULL: on all objects. The same objects give the same events. *result is {0}
 * before; engine_result_free releases it, also after a failure. False: *e is set; the engine can
 * run again. */
bool engine_run(struct engine *g, const struct engine_mask *mask, unsigned events,
	struct engine_result *result, struct error *e);
void engine_result_free(struct engine_result *result);

#endif
