/* The scheduler's versions that the engine can follow, and what each decides otherwise than v0.17.0
 * (rules/08 5). A switch is a behaviour: code asks for it by its name, in one place, and never
 * compares versions. */
#ifndef SNAP_FOLLOWS_H
#define SNAP_FOLLOWS_H
#include <stdbool.h>

#include "common/doubts.h"

/* X(switch): off in v0.17.0. */
#define FOLLOWS_SWITCHES(X) \
	X(zero_min_member) /* a pod group's minMember of 0 is no minimum, not 1 */ \
	X(succeeded_stubs) /* a finished pod is known by its names, job and sub-group alone */ \
	X(shared_dra_once) /* a node books a GPU that pods share through a claim once */

/* X(version, switches that are on), oldest first; the first is the default. */
#define FOLLOWED_VERSIONS(X) \
	X(REPLAYED_VERSION, ) \
	X("v0.17.1", .zero_min_member = true, .succeeded_stubs = true, .shared_dra_once = true)

#define FOLLOWS_MEMBER(name) bool name;
struct follows {
	const char *version; /* the tag; static */
	FOLLOWS_SWITCHES(FOLLOWS_MEMBER)
};
#undef FOLLOWS_MEMBER

#define FOLLOWS_ONE_MORE(...) +1
enum { FOLLOWS_COUNT = 0 FOLLOWED_VERSIONS(FOLLOWS_ONE_MORE) };
#undef FOLLOWS_ONE_MORE

extern const struct follows followed_versions[FOLLOWS_COUNT];
#define FOLLOWS_DEFAULT (&followed_versions[0])
const struct follows *follows_find(const char *version); /* NULL: none */

#endif
