/* What the real scheduler decided in one recorded case, beside what a replay program says. */
#ifndef SCORE_SCORING_H
#define SCORE_SCORING_H
#include "common/arena.h"
#include "common/json.h"
#include "common/map.h"

enum { SCORE_GROUPS = 64, SCORE_ENDS = 16 };
extern const char *const score_slots[3];

struct count { /* of one decision */
	int real, here;
};
struct shares { /* of one queue */
	double real[3], here[3];
	bool recorded, has_share;
};
struct end { /* of one pod: "status node" */
	struct str final, outcomes[SCORE_ENDS], here;
	int n_outcomes;
	/* The numbers of its NUMA zones, "0 1". Here they are the ends of the zones' names. */
	struct str zones, zones_here;
};
struct reason {
	struct str reason, message;
	bool any; /* recorded without its message, which differed from run to run */
};
struct reason_list {
	struct reason *items;
	int n, cap;
};
struct reasons { /* of one pod group */
	struct reason_list real, here;
};
struct pod_error { /* of one pod */
	struct str real, here;
	bool recorded, any; /* any: the text differed from run to run */
};
/* A bind or pipeline event. Its group names are known after all events are read. */
struct placed {
	struct str what, groups[SCORE_GROUPS];
	int n_groups;
};
/* Start with {0}; scoring_free releases it. All texts live in the arena. */
struct scoring {
	struct arena arena;
	struct str now;
	bool stable;
	/* The recording has outcomes of the original tool, and its runs agree. */
	bool tool, tool_stable;
	struct map decisions;  /* "action: kind pod on node GPU group and group" -> struct count */
	struct map queues;     /* -> struct shares */
	struct map pods;       /* -> struct end */
	struct map pod_groups; /* -> struct reasons */
	struct map pod_errors; /* -> struct pod_error */
	struct map groups;     /* GPU group -> map of the pods that were ever put into it */
	struct placed *placed; /* from malloc */
	size_t n_placed, cap_placed;
	struct str unsupported; /* a feature that the program says it does not replay */
};

void scoring_free(struct scoring *s);
/* CASE.decisions.json. With `tool` only the part of the original snapshot-tool is taken, over what
 * was read before. */
void read_recording(struct scoring *s, struct json *r, bool tool);
/* One event line of the program; after the last one, read_events_end gives the decisions with GPU
 * groups their names. */
void read_event(struct scoring *s, struct json *r);
void read_events_end(struct scoring *s);

/* Helpers of both readers. */
void *score_entry(struct scoring *s, struct map *m, struct str key, size_t size);
/* The value of a key, made of zeroed bytes when it is new. */
#define ENTRY(s, m, key, type) ((type *)score_entry((s), (m), (key), sizeof(type)))
struct str score_text(struct scoring *s, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
struct str score_string(struct scoring *s, struct json *r); /* null: "" */
int score_strings(struct scoring *s, struct json *r, struct str list[SCORE_GROUPS]);
void score_triple(struct json *r, double out[3]);
void score_reasons(struct scoring *s, struct json *r, struct reason_list *list);
/* what, followed by the groups in the order of their names, which it sorts */
struct str score_placed(struct scoring *s, struct str what, struct str *groups, int n);

#endif
