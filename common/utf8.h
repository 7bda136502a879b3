/* UTF-8 by single characters, and the characters that must be escaped. */
#ifndef SNAP_UTF8_H
#define SNAP_UTF8_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Length of the UTF-8 sequence at p (RFC 3629; Unicode, table 3-7), of which n bytes are readable.
 * 0: it is invalid. */
static inline size_t utf8_length(const unsigned char *p, size_t n)
{
	unsigned char c = p[0];

	if (c < 0x80)
		return 1;
	size_t len = c >= 0xc2 && c <= 0xdf ? 2
		: (c & 0xf0) == 0xe0        ? 3
		: c >= 0xf0 && c <= 0xf4    ? 4
					    : 0;
	if (len == 0 || len > n)
		return 0;
	unsigned char low = c == 0xe0 ? 0xa0
		: c == 0xf0           ? 0x90
				      : 0x80,
		      high = c == 0xed ? 0x9f
		: c == 0xf4            ? 0x8f
				       : 0xbf;
	if (p[1] < low || p[1] > high)
		return 0;
	for (size_t i = 2; i < len; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	return len;
}

/* The character at p, whose sequence has len bytes. */
static inline uint32_t utf8_char(const unsigned char *p, size_t len)
{
	uint32_t c = len == 1 ? p[0] : p[0] & (0x7fu >> len);

	for (size_t i = 1; i < len; i++)
		c = c << 6 | (p[i] & 0x3fu);
	return c;
}

/* True for characters that control a terminal, break or turn a line, or are invisible, so that two
 * names could look alike: C0 and C1 controls, DEL, line and paragraph separators, and Unicode's
 * default ignorable code points (marks of direction, joiners, zero widths, the byte order mark,
 * fillers, variation selectors, tags). */
bool utf8_unseen(uint32_t c);
/* Number of bytes at p, up to n, that are printable ASCII, blanks included: all of seven texts in
 * eight. */
size_t utf8_plain_run(const unsigned char *p, size_t n);
/* True if no byte is 0x7f or more. Faster than utf8_plain_run for long texts. */
bool utf8_all_low(const unsigned char *p, size_t n);

#endif
