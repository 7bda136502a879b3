/* UTF-8, one character at a time, and which characters are never shown as they are. */
#ifndef SNAP_UTF8_H
#define SNAP_UTF8_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The length of the UTF-8 sequence at p (RFC 3629, table 3-7 of Unicode), or 0. */
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

/* Characters that steer a terminal, break or turn a line, or show nothing, so that two names look
 * alike: C0 and C1 controls, DEL, line and paragraph separators, and what Unicode calls default
 * ignorable (marks of direction, joiners, zero widths, the byte order mark, fillers, variation
 * selectors, tags). */
bool utf8_unseen(uint32_t c);
/* How many bytes from p on are ASCII characters that can be seen, blanks among them: seven of eight
 * texts are nothing else. */
size_t utf8_plain_run(const unsigned char *p, size_t n);
/* No byte of 0x7f or more. Faster than the above, for long texts that nearly always have none. */
bool utf8_all_low(const unsigned char *p, size_t n);

#endif
