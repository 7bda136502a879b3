/* Private to the JSON reader: the first stage, which finds the places that matter in a window of
 * text.
 *
 * A place is the byte of: a quote that opens or closes a string; one of {}[]:, outside of strings,
 * unless it is right behind a closing quote of the same window (who takes the string looks at the
 * byte behind it; that saves every third place); the first byte of any other run of bytes outside
 * of strings that is not white space (a number, a literal, rubbish); a backslash that begins an
 * escape in a string. The control characters 0x0c and 0x1a count as if they were one of {}[]:,
 * because that is what the SIMD look-up gives; the second stage refuses them. All implementations
 * give exactly the same places. */
#ifndef SNAP_JSON_SCAN_H
#define SNAP_JSON_SCAN_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define JSON_BLOCK 64 /* windows are whole blocks, but for the last one of the input */

/* What is carried from one window to the next. Start with {0}. */
struct json_scan {
	uint64_t in_string; /* all ones while inside of a string, else 0 */
	uint64_t escaped;   /* 1: the next byte is escaped */
	uint64_t run;       /* 1: the byte before belongs to a run of other bytes */
	uint8_t tail[32];   /* the bytes before, as far as UTF-8 validation needs them */
	uint32_t newlines;  /* out: how many there are in the window, and the offset of the last one
			     */
	uint32_t last_newline;
	bool suspect; /* out: the window may hold invalid UTF-8 or a control character in a string:
			 look at strings again */
};

/* Writes the offsets of all places in text[0..n) to places, which has room for n + JSON_BLOCK of
 * them; returns their number. */
typedef size_t json_scan_fn(struct json_scan *s, const char *text, size_t n, uint32_t *places);

struct json_scanner {
	const char *name; /* "avx2", "scalar" */
	json_scan_fn *scan;
};

/* The best one of this CPU; name not NULL: that one, or NULL when there is no such one here. */
const struct json_scanner *json_scanner_pick(const char *name);
size_t json_scan_scalar(struct json_scan *s, const char *text, size_t n, uint32_t *places);
#if defined(__x86_64__)
#define JSON_HAS_AVX2 1
size_t json_scan_avx2(struct json_scan *s, const char *text, size_t n, uint32_t *places);
#endif

/* For tests: another scanner or window size (whole blocks) than the usual ones; before the first
 * read. False: no such scanner. */
struct json;
bool json_tune(struct json *r, const char *scanner, size_t window);

#endif
