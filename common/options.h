/* The command line: getopt_long, and the arguments of options that several programs share. What is
 * wrong ends the program (msg_usage) with the same words in all of them. */
#ifndef SNAP_OPTIONS_H
#define SNAP_OPTIONS_H
#include <getopt.h>
#include <stdint.h>
#include "common/timefmt.h"

/* As getopt_long, of which the letters begin with ':' or "-:". Never returns '?' or ':'. An
 * argument of an unknown option, which may hold a secret, is not shown. */
int options_next(int argc, char **argv, const char *letters, const struct option *table);

/* Of these, option is the name for messages: "--timeout". */

/* A whole number from least to most. */
uint64_t options_number(const char *option, const char *text, uint64_t least, uint64_t most);
/* Bytes, more than 0: "512MiB". */
uint64_t options_size(const char *option, const char *text);
/* Nanoseconds, more than 0: seconds ("90", "1.5"), or "1h2m3.5s" with the units up to d and w. */
int64_t options_duration(const char *option, const char *text);
/* As options_duration, in milliseconds: 1 to INT32_MAX. */
int64_t options_timeout(const char *option, const char *text);
/* RFC 3339, "2026-11-21" (its first moment, in UTC), "now", or "-10m" before the clock of the
 * machine and "+10m" behind it. */
struct instant options_time(const char *option, const char *text);

/* Seconds or a duration, with any sign. False: text is neither. */
bool options_parse_duration(struct str text, int64_t *ns);
/* As options_time, by a clock that shows now. False: text is no time. */
bool options_parse_time(struct str text, struct instant now, struct instant *t);
/* The next item of a list with commas, without the blanks around it; *list moves behind it. Call it
 * until *list is NULL. */
struct str options_item(const char **list);

/* The most that --jobs and --threads take. */
enum { OPTIONS_AT_ONCE = 64 };
/* The processors that this program may use, 1 to OPTIONS_AT_ONCE: --jobs and --threads where not
 * given. taskset(1), or the container that it runs in, may leave it some of the machine's only. */
int options_processors(void);

#endif
