#include "common/utf8.h"
#include <string.h>

/* Sorted. Unicode 16: Cc, Zl, Zp, Default_Ignorable_Code_Point, and the annotation marks. */
static const struct {
	uint32_t first, last;
} unseen[] = {
	{0x0000, 0x001f},
	{0x007f, 0x009f},
	{0x00ad, 0x00ad},
	{0x034f, 0x034f},
	{0x061c, 0x061c},
	{0x115f, 0x1160},
	{0x17b4, 0x17b5},
	{0x180b, 0x180f},
	{0x200b, 0x200f},
	{0x2028, 0x202e},
	{0x2060, 0x206f},
	{0x3164, 0x3164},
	{0xfe00, 0xfe0f},
	{0xfeff, 0xfeff},
	{0xffa0, 0xffa0},
	{0xfff0, 0xfffb},
	{0x1bca0, 0x1bca3},
	{0x1d173, 0x1d17a},
	{0xe0000, 0xe0fff},
};

bool utf8_unseen(uint32_t c)
{
	for (size_t i = 0; i < sizeof unseen / sizeof *unseen && c >= unseen[i].first; i++)
		if (c <= unseen[i].last)
			return true;
	return false;
}

size_t utf8_plain_run(const unsigned char *p, size_t n)
{
	const uint64_t every = UINT64_C(0x0101010101010101);
	size_t i = 0;

	for (uint64_t x; n - i >= sizeof x; i += sizeof x) {
		memcpy(&x, p + i, sizeof x);
		/* sets the high bit of each byte >= 0x80, < 0x20 or 0x7f; only such bytes cause a
		 * borrow or carry */
		if ((x | (x - every * 0x20) | (x + every)) & every * 0x80)
			break;
	}
	while (i < n && p[i] >= 0x20 && p[i] < 0x7f)
		i++;
	return i;
}

bool utf8_all_low(const unsigned char *p, size_t n)
{
	const uint64_t every = UINT64_C(0x0101010101010101);
	uint64_t x[4], seen = 0;
	size_t i = 0;

	for (; n - i >= sizeof x; i += sizeof x) {
		memcpy(x, p + i, sizeof x);
		/* only 0xff causes a carry, and its own high bit is set */
		seen |= x[0] | (x[0] + every) | x[1] | (x[1] + every) | x[2] | (x[2] + every) |
			x[3] | (x[3] + every);
	}
	for (; i < n; i++)
		seen |= p[i] | (p[i] + 1u);
	return (seen & every * 0x80) == 0;
}
