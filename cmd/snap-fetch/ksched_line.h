/* Lines of kube-scheduler's log: text as klog writes it, or JSON. */
#ifndef SNAP_FETCH_KSCHED_LINE_H
#define SNAP_FETCH_KSCHED_LINE_H
#include "common/str.h"

/* The first bytes of a line that ksched_line looks at. */
enum { KSCHED_LINE_HEAD = 4096 };

enum ksched_kind {
	KSCHED_MORE,     /* goes on with the record before */
	KSCHED_MORE_END, /* the last line of a value that has several */
	KSCHED_NODES,    /* begins the record of the nodes */
	KSCHED_NODE,     /* old releases: that of one node */
	KSCHED_QUEUE,    /* that of the queue */
	KSCHED_COMPARER, /* one of the comparer, which runs before a dump */
	KSCHED_OTHER     /* any other one */
};

struct ksched_line {
	enum ksched_kind kind;
	bool json;
	bool plain; /* text without quotes around the message: no mark ends its values */
};

/* head: the line's first bytes, or all of it; without the line feed. */
struct ksched_line ksched_line(struct str head);

#endif
