/* RFC 3339 times, Go durations and sizes, as the Kubernetes API machinery reads and writes them. */
#ifndef SNAP_TIMEFMT_H
#define SNAP_TIMEFMT_H
#include "str.h"

/* Seconds since 1970-01-01T00:00:00Z, and nanoseconds within that second. TIME_ZERO stands for an
 * absent time and precedes all others. */
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
/* In UTC; a zero fraction is left out. */
void rfc3339_format(struct strbuf *out, struct instant t);
struct instant instant_add(struct instant t, int64_t ns);
/* a - b in nanoseconds, saturating. */
int64_t instant_diff(struct instant a, struct instant b);

/* Go's syntax: "1h2m3.5s", "-1.5ms", "0". */
bool duration_parse(struct str text, int64_t *ns);
/* As duration_parse, with the units d (24 h) and w (168 h). */
bool duration_parse_days(struct str text, int64_t *ns);
/* Milliseconds of a duration, 0 or more, cut to three digits behind the point: "12.5". */
void duration_format_ms(struct strbuf *out, int64_t ns);
/* As Go prints a time.Duration. */
void duration_format(struct strbuf *out, int64_t ns);
/* "512MiB", "8GiB", "10MB", "4096". */
bool size_parse(struct str text, uint64_t *bytes);
/* "512.0MiB". */
void size_format(struct strbuf *out, uint64_t bytes);

#endif
