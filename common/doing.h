/* What a scheduler is doing, in words, and as the end of its log tells it. */
#ifndef SNAP_DOING_H
#define SNAP_DOING_H
#include "common/text.h"

/* Empty parts are not known. */
struct doing {
	struct str action, job; /* "reclaim"; the pod group that it tried last, "ns/big" */
	int attempts;           /* pod groups that it has tried; 0: unknown */
};

/* Appends "reclaim, the last pod group tried: ns/big (number 12)". */
void doing_add(struct text *out, const struct doing *d);
/* Appends the same from the last bytes of a log without colours; nothing where those do not
 * tell. */
void doing_add_of_log(struct text *out, const char *path, size_t bytes);

#endif
