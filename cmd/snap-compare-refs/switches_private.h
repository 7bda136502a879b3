/* The search for the switches that decide: what its files share. */
#ifndef SNAP_COMPARE_SWITCHES_PRIVATE_H
#define SNAP_COMPARE_SWITCHES_PRIVATE_H
#include <stdatomic.h>
#include "common/follows.h"
#include "replay.h"

/* A switch in which two versions differ, and what it changes alone. */
struct turned {
	char setting[64];      /* "topology_alias=on", as the row's version has it */
	bool known;            /* the replay with it passed */
	bool same;             /* decided as the row */
	bool inert;            /* decided as the base */
	struct strbuf changes; /* from the base, as outcome_changes */
	bool together;         /* one of those that decide together */
};

/* A row that differs, and the row whose version is taken as it is but for switches: its base. */
struct versus {
	struct row *row;
	const struct row *base;
	const char *snapshot; /* path */
	struct follows from;  /* of the base */
	struct turned *all;
	size_t n;
	uint64_t bytes; /* memory that a replay needs */
};

struct switch_search {
	const struct replays *r;
	struct versus *all;
	size_t n;
	struct strbuf folder; /* of the replays' files */
	atomic_size_t runs;   /* so far */
};

/* What a replay with some switches turned decided. */
struct attempt {
	bool known, same, inert; /* as in struct turned */
	struct strbuf *changes;  /* NULL: not wanted */
};

/* Replays as the base's version, with those switches of v turned for which on[i] is true. False: *e
 * is set, the system failed. A replay that fails is told of, and leaves known false. */
bool switches_try(struct switch_search *s, const struct versus *v, const bool *on,
	struct attempt *attempt, struct error *e);
/* Finds out what each switch changes, and which decide. False: *e is set, or a signal asks to stop
 * (common/stop.h); threads may still be at work, and *s must stay. */
bool switches_turn(struct switch_search *s, struct error *e);
/* The rows that there is something to find for, into s->all. */
void switches_gather(struct switch_search *s);
/* Sets the row's switches from what was found. */
void switches_settle(const struct versus *v);
/* Writes DIR/switches.tsv, or removes that of an earlier run. False: *e is set. */
bool switches_write(const struct switch_search *s, struct error *e);

#endif
