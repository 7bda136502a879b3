/* What a scheduler was doing when its log ended. */
#ifndef SNAP_COMPARE_DOING_H
#define SNAP_COMPARE_DOING_H
#include "common/str.h"

/* Appends "; in reclaim, last job tried: ml/a" to why, from the end of a log without colours;
 * nothing where the log does not tell. */
void doing_add(struct strbuf *why, const char *log_path);

#endif
