/* Two replays side by side, by their events (snap-replay(1), Events). */
#ifndef SNAP_DIFF_RUNS_H
#define SNAP_DIFF_RUNS_H
#include "common/map.h"
#include "common/outcome_pods.h"

/* An event as written, by what it is about. */
struct told {
	struct str name, queue; /* of a queue: its name; of what is pending: pod group and queue */
	struct str raw;
};

struct run {
	const char *name; /* for messages */
	struct outcome outcome;
	struct told *queues, *pending; /* by name; of equal names the last */
	size_t n_queues, cap_queues, n_pending, cap_pending;
	struct arena arena;
};

/* Start with {.name = ...}; run_free releases it. text: lines of JSON, which must live longer and
 * be followed by JSON_PADDING readable bytes. False: *e is set. */
bool run_read(struct run *r, struct str text, struct error *e);
void run_free(struct run *r);

/* What became of a pod's place. X(NAME, name): NAME is what code writes behind PLACE_. */
#define PLACES(X) X(GOT, got) X(LOST, lost) X(CHANGED, changed)
#define PLACE_MEMBER(NAME, name) PLACE_##NAME,
enum place { PLACES(PLACE_MEMBER) PLACE_COUNT };
#undef PLACE_MEMBER
extern const char *const place_names[PLACE_COUNT]; /* "got" */

enum place place_of(const struct pod_row *row);

/* What both tell of a queue, or of a pod group that is pending; empty: that run tells nothing. */
struct told_pair {
	struct str name, queue, a, b;
};

struct run_comparison {
	const struct run *runs;
	struct pods pods; /* with decisions that are not the same, in the sequence of the runs */
	size_t places[PLACE_COUNT];
	struct told_pair *queues, *pending; /* that differ */
	size_t n_queues, n_pending;
	size_t came, went; /* pod groups that are pending in b alone, in a alone */
	bool equal;
};

/* Start with {0}; run_comparison_free releases it. The two runs must live longer. */
void runs_compare(struct run_comparison *c, const struct run runs[2]);
void run_comparison_free(struct run_comparison *c);

#endif
