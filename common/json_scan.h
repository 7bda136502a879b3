/* Private to the JSON reader: the first stage, which finds the structural bytes ("places") in a
 * window of text. A place is
 * - a quote that opens or closes a string;
 * - an operator, one of {}[]:, outside strings, unless it follows a closing quote of the same
 * window: whoever consumes the string also looks at the byte behind it, which saves every third
 * place;
 * - the first byte of any other run of bytes outside strings that is not white space (a number, a
 *   literal, garbage);
 * - a backslash that begins an escape in a string.
 *
 * The control characters 0x0c and 0x1a count as operators, since the SIMD look-up cannot tell them
 * apart; the second stage refuses them. All implementations find the same places. */
#ifndef SNAP_JSON_SCAN_H
#define SNAP_JSON_SCAN_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define JSON_BLOCK 64 /* a window is a multiple of this, except the last one of the input */

/* State carried from one window to the next. Start with {0}. */
struct json_scan {
	uint64_t in_string; /* all ones inside a string, else 0 */
	uint64_t escaped;   /* 1: the next byte is escaped */
	uint64_t run;       /* 1: the previous byte belongs to a run of other bytes */
	uint8_t tail[32];   /* previous bytes, for UTF-8 validation */
	/* Results: number of newlines in the window, and offset of the last one. */
	uint32_t newlines;
	uint32_t last_newline;
	/* Result: the window may contain invalid UTF-8 or a control character in a string, so
	 * strings need a check of each byte. */
	bool suspect;
};

/* Writes the offsets of all places in text[0..n) to places, an array of n + JSON_BLOCK elements.
 * Returns their number. */
typedef size_t json_scan_fn(struct json_scan *s, const char *text, size_t n, uint32_t *places);

struct json_scanner {
	const char *name; /* "avx512", "avx2", "scalar" */
	json_scan_fn *scan;
};

/* The fastest scanner for this CPU, or the one called name if name is not NULL. NULL: this CPU
 * cannot run it. */
const struct json_scanner *json_scanner_pick(const char *name);
size_t json_scan_scalar(struct json_scan *s, const char *text, size_t n, uint32_t *places);
#if defined(__x86_64__)
#define JSON_HAS_SIMD 1
size_t json_scan_avx2(struct json_scan *s, const char *text, size_t n, uint32_t *places);
size_t json_scan_avx512(struct json_scan *s, const char *text, size_t n, uint32_t *places);
#endif

/* For tests, before the first read: sets the scanner and the window size, a multiple of JSON_BLOCK.
 * False: no such scanner. */
struct json;
bool json_tune(struct json *r, const char *scanner, size_t window);

#endif
