/* The scheduler's versions that the engine can follow, and what they decide otherwise (rules/08 5).
 * A switch is a behaviour: code asks for it by its name, in one place, and never compares
 * versions. */
#ifndef SNAP_FOLLOWS_H
#define SNAP_FOLLOWS_H
#include <stdbool.h>

#include "common/doubts.h"
#include "common/msg.h"
#include "common/str.h"

/* X(minor version, first and last patch that can be followed), oldest first. */
#define FOLLOWED_LINES(X) X(14, 1, 7) X(16, 0, 8) X(17, 0, 1)

#define NO 1000 /* a patch that no line has */
/* X(name, first patch of v0.14, v0.16 and v0.17 that behaves so, upstream commit, pull request).
 * The commit is that of the main branch; a line may have a backport of it. */
#define FOLLOWS_SWITCHES(X) \
	X(generators, NO, 0, 0, "a0c86010", 1745)         /* plugins bring scenario generators */ \
	X(stuck_in_releasing, NO, 0, 0, "99cf3021", 1578) /* long past deletion is no room */ \
	X(subgroup_tree, NO, 0, 0, "531cc8f8", 1416)    /* sub-groups have minimums of members */ \
	X(memory_in_quota, NO, 0, 0, "6aec88ad", 1668)  /* GPU memory counts to capacity */ \
	X(numa_plugin, NO, 0, 0, "dd8d28e4", 1674)      /* there is a plugin numa */ \
	X(quota_in_filters, NO, 0, 0, "91be47d8", 1238) /* filters of victims know MIG */ \
	X(claims_in_skips, NO, 0, 0, "91be47d8", 1238) /* easier jobs may be so by their claims */ \
	X(no_empty_scenario, 3, 0, 0, "6dd43106", 1601) /* victims are needed to try a scenario */ \
	X(picks_by_node, 3, 0, 0, "7b02faaf", 1537)     /* victims are proposed node by node */ \
	X(picks_double, 5, 0, 0, "dd6ef5d8", 1627)      /* by more and more nodes at once */ \
	X(victim_invariant, 5, 0, 0, "6986acb2", 1519)  /* what no eviction mends ends it early */ \
	X(sidecar_requests, 6, 0, 0, "67de77c2", 1556)  /* sidecars count besides containers */ \
	X(topology_alias, NO, NO, 0, "86e0aea6", 1788) /* a group may name a level by its alias */ \
	X(preemption_delay, NO, NO, 0, "52ae734e", 1886) /* preemptionDelay is read */ \
	X(stale_override, NO, NO, 0, "0213e667", 1942)   /* stalenessGracePeriod is read */ \
	X(dra_extended, NO, NO, 0, "8327f4bd", 1943)     /* extended resources by DRA */ \
	X(dra_saturates, NO, NO, 0, "d17b3fbe", 1874)   /* sums of claims' GPUs do not overflow */ \
	X(numa_devices, NO, NO, 0, "65ddffdc", 1946)    /* devices align pods of any QoS class */ \
	X(numa_scores, NO, NO, 0, "378e3468", 1965)     /* nodes with fewer zones score more */ \
	X(numa_whole_cpus, NO, NO, 0, "16d8f82c", 1982) /* fractions of CPUs are no zone's */ \
	X(numa_predicted, NO, 3, 0, "dc89a5ec", 1715)   /* bind requests say zones */ \
	X(memory_bounds, NO, 2, 0, "3cb1bab2", 1792)    /* GPU memory by the greatest GPU */ \
	X(victim_filter, NO, 3, 0, "573daf55", 1764)    /* reclaim leaves out hopeless victims */ \
	X(max_grows, NO, 5, 0, "b63badc9", 1852)        /* the pool's maximum has all resources */ \
	X(root_messages, NO, 5, 0, "5f5d3e92", 1866) /* reclaim from a root queue is survived */ \
	X(zero_min_member, NO, NO, 1, "62c594bf", \
		1989) /* a minMember of 0 is no minimum, not 1 */ \
	X(succeeded_stubs, NO, NO, 1, "57ec7ca8", 2012) /* finished pods keep names and job */ \
	X(shared_dra_once, NO, NO, 1, "c8968ae7", 1931) /* a node books a shared GPU once */

#define FOLLOWS_MEMBER(name, ...) bool name;
struct follows {
	char version[16]; /* the tag, "v0.17.0"; empty: none yet */
	FOLLOWS_SWITCHES(FOLLOWS_MEMBER)
};
#undef FOLLOWS_MEMBER

#define FOLLOWS_DEFAULT REPLAYED_VERSION
#define FOLLOWS_AUTO "auto" /* the version that the snapshot tells */
/* Finds a whole tag, "v0.16.3". False: that version cannot be followed. */
bool follows_find(struct str version, struct follows *f);
/* Sets *e, SNAP_USAGE, for a version that cannot be followed. option gave it; from: " (of
 * capture.json)" or "". The caller adds the hint. Returns false. */
bool follows_refuse(struct str version, const char *option, const char *from, struct error *e);

/* text, for --follows where "auto" is none; a version that cannot be followed ends the program
 * (msg_usage). */
const char *follows_option(const char *text);

/* The switches by number, 0 .. FOLLOWS_COUNT - 1. */
#define FOLLOWS_ONE_MORE(...) +1
enum { FOLLOWS_COUNT = 0 FOLLOWS_SWITCHES(FOLLOWS_ONE_MORE) };
#undef FOLLOWS_ONE_MORE
extern const char *const follows_names[FOLLOWS_COUNT];
bool *follows_switch(struct follows *f, int number);
/* The version and the switches that are set otherwise than it has them: "v0.17.0 with
 * topology_alias=off". */
void follows_text(struct strbuf *b, const struct follows *f);

#endif
