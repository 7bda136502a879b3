/* Rivals of the JSON reader: each reads a whole document once. Weak: a rival that is not built in
 * is left out of the table. */
#ifndef SNAP_BENCH_JSON_H
#define SNAP_BENCH_JSON_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
/* text has 64 readable bytes behind it. Return the number of values seen, 0 on failure. */
size_t rival_simdjson_dom(const char *text, size_t len) __attribute__((weak));
size_t rival_yajl(const char *text, size_t len) __attribute__((weak));
#ifdef __cplusplus
}
#endif

#endif
