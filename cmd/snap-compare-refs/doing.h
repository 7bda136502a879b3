/* What a scheduler was doing when its log ended. */
#ifndef SNAP_COMPARE_DOING_H
#define SNAP_COMPARE_DOING_H
#include "common/str.h"

/* Bytes at the end of a log: what an action tries stands in lines that are rarely further apart. */
enum { DOING_TAIL = 4 << 20 };

/* Appends "; in reclaim, the last pod group tried: ml/a" to why, from the last bytes of a log
 * without colours; nothing where those do not tell. */
void doing_add(struct strbuf *why, const char *log_path, size_t bytes);

#endif
