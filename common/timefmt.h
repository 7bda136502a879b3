/* RFC 3339 times and Go durations as the Kubernetes API machinery reads and writes them. */
#ifndef SNAP_TIMEFMT_H
#define SNAP_TIMEFMT_H
#include "str.h"

/* Seconds since 1970-01-01T00:00:00Z and nanoseconds of that second. An absent time is TIME_ZERO,
 * older than all others. */
struct instant {
	int64_t sec;
	int32_t nsec;
};
#define TIME_ZERO ((struct instant){-62135596800, 0}) /* 0001-01-01T00:00:00Z, Go's zero time */

static inline bool instant_is_zero(struct instant t)
{
	return t.sec == -62135596800 && t.nsec == 0;
}
static inline int instant_cmp(struct instant a, struct instant b)
{
	return a.sec != b.sec ? (a.sec < b.sec ? -1 : 1) : (a.nsec > b.nsec) - (a.nsec < b.nsec);
}
bool rfc3339_parse(struct str text, struct instant *t);
void rfc3339_format(struct strbuf *out, struct instant t); /* UTC, fraction only when not zero */
struct instant instant_add(struct instant t, int64_t ns);
int64_t instant_diff(struct instant a, struct instant b); /* a - b in nanoseconds, saturating */

bool duration_parse(struct str text, int64_t *ns); /* Go: "1h2m3.5s", "-1.5ms", "0" */
bool duration_parse_days(
	struct str text, int64_t *ns); /* the same plus units d (24 h) and w (168 h) */
void duration_format(struct strbuf *out, int64_t ns); /* as Go prints a time.Duration */
bool size_parse(struct str text, uint64_t *bytes);    /* "512MiB", "8GiB", "10MB", "4096" */
void size_format(struct strbuf *out, uint64_t bytes); /* "512.0MiB", for people */

#endif
