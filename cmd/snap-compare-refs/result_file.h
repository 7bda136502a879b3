/* The files that a record names. */
#ifndef SNAP_COMPARE_RESULT_FILE_H
#define SNAP_COMPARE_RESULT_FILE_H
#include "result.h"

enum { RESULT_FORMAT = 1 };
/* Bytes of events or decisions, which are read into memory; more are refused. */
#define HASHED_MAX ((uint64_t)1 << 30)

/* Whether the content of a file counts: row_ends[i]. A log is for people, and may be very long: its
 * size tells whether it was cut. */
static inline bool result_hashed(int i)
{
	return i > 0;
}
/* Looks at a file. False: it is missing, no regular file or cannot be read; errno is set. */
bool result_mark(const char *path, bool hashed, struct mark *mark);

#endif
