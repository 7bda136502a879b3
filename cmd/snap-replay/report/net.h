/* The net result of a cycle: per pod the state before the first action and after the last one. A
 * pod may be decided on several times in between: pipelined by one action and evicted by the next,
 * or evicted and pipelined to another node. */
#ifndef SNAP_NET_H
#define SNAP_NET_H
#include "session/session.h"

/* X(NAME, word): the words of `net` events. */
#define NET_CHANGES(X) \
	X(NONE, none) \
	X(BOUND, bound)         /* waited, is placed on idle room */ \
	X(PIPELINED, pipelined) /* waited, is placed on room that is being freed */ \
	X(EVICTED, evicted)     /* had a place, ends without one */ \
	X(MOVED, moved)         /* had a place, ends with another */ \
	X(WITHDRAWN, withdrawn) /* waited, was pipelined, and lost that room in the same cycle */
#define NET_NAME(NAME, word) NET_##NAME,
enum net_change { NET_CHANGES(NET_NAME) NET_COUNT };
#undef NET_NAME
extern const char *const net_words[NET_COUNT];

struct net_pod {
	enum pod_status status; /* before the first action */
	struct str node;
	const struct job *cause; /* of the last eviction; NULL: none, or a stale gang */
};
struct net {
	struct net_pod *pods; /* by task.index; NULL: not begun */
	/* set by net_count: */
	int pods_by_change[NET_COUNT];
	int groups_by_change[NET_COUNT]; /* pod groups with such a pod */
};

/* Start with {0}. net_begin: before the first action. */
void net_begin(struct net *n, const struct cluster *c);
void net_free(struct net *n);
void net_evicted(struct net *n, const struct task *t, const struct job *preemptor);
/* The state before: waiting, so it has nothing to lose. */
bool net_waited(const struct net *n, const struct task *t);
enum net_change net_change_of(const struct net *n, const struct task *t);
struct events;
/* Counts the pods that the filter lets through; all: every pod. */
void net_count(struct events *ev, const struct cluster *c, bool all);

#endif
