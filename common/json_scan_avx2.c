/* The first stage of the JSON reader with AVX2, 64 bytes at a time, after "Parsing Gigabytes of
 * JSON per Second" (Langdale, Lemire, 2019) and "Validating UTF-8 In Less Than One Instruction Per
 * Byte" (Keiser, Lemire, 2020). */
#include "common/json_scan.h"

#if JSON_HAS_SIMD
#include <string.h>
#include "common/json_scan_x86.h"

struct block {
	__m256i low, high;
};

INLINE uint64_t mask_of(__m256i low, __m256i high)
{
	return (uint64_t)(uint32_t)_mm256_movemask_epi8(low) |
		(uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

INLINE uint64_t equal(struct block b, char c)
{
	__m256i all = _mm256_set1_epi8(c);

	return mask_of(_mm256_cmpeq_epi8(b.low, all), _mm256_cmpeq_epi8(b.high, all));
}

/* A byte is in the set when looking up its low four bits gives the byte itself. */
INLINE __m256i look_up(__m256i table, __m256i v)
{
	return _mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, v), v);
}

INLINE uint64_t space_mask(struct block b)
{
	/* clang-format off */
	const __m256i table = _mm256_setr_epi8(' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0,
		' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0);

	/* clang-format on */

	return mask_of(look_up(table, b.low), look_up(table, b.high));
}

/* Setting bit 5 folds [ ] onto { }. It also folds 0x0c and 0x1a onto , and : (see json_scan.h). */
INLINE uint64_t operator_mask(struct block b)
{
	/* clang-format off */
	const __m256i table = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0,
		0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0);
	/* clang-format on */
	const __m256i bit = _mm256_set1_epi8(0x20);

	return mask_of(look_up(table, _mm256_or_si256(b.low, bit)),
		look_up(table, _mm256_or_si256(b.high, bit)));
}

INLINE bool has_control(struct block b)
{
	const __m256i last = _mm256_set1_epi8(0x1f);
	__m256i least = _mm256_min_epu8(b.low, b.high);

	return _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_min_epu8(least, last), least)) != 0;
}

INLINE uint64_t control_mask(struct block b)
{
	const __m256i last = _mm256_set1_epi8(0x1f);

	return mask_of(_mm256_cmpeq_epi8(_mm256_min_epu8(b.low, last), b.low),
		_mm256_cmpeq_epi8(_mm256_min_epu8(b.high, last), b.high));
}

INLINE uint32_t *put_places(uint32_t *out, uint64_t bits, uint32_t base)
{
	uint32_t *end = out + __builtin_popcountll(bits);

	/* Always eight at once: a branch per bit would cost more than the stores. */
#define PUT(i) (out[i] = base + (uint32_t)_tzcnt_u64(bits), bits = _blsr_u64(bits))
	do {
		PUT(0), PUT(1), PUT(2), PUT(3), PUT(4), PUT(5), PUT(6), PUT(7);
		out += 8;
	} while (bits);
#undef PUT
	return end;
}

INLINE uint64_t scan_block(struct carry *s, __m256i *tail, const char *text, uint32_t base)
{
	struct block b = {_mm256_loadu_si256((const __m256i *)(const void *)text),
		_mm256_loadu_si256((const __m256i *)(const void *)(text + 32))};

	/* The previous block may end within a character, so its tail is checked, too. */
	__m256i bytes = _mm256_or_si256(_mm256_or_si256(b.low, b.high), *tail);
	if (__builtin_expect(_mm256_movemask_epi8(bytes) != 0, 0)) {
		s->utf8 = _mm256_or_si256(s->utf8, utf8_errors(b.low, *tail));
		s->utf8 = _mm256_or_si256(s->utf8, utf8_errors(b.high, b.low));
	}
	*tail = b.high;
	struct masks m = {equal(b, '\\'), equal(b, '"'), operator_mask(b), space_mask(b)};
	uint64_t escaped, in_string = string_mask(s, &m, &escaped);
	if (has_control(b))
		look_at_controls(s, control_mask(b), equal(b, '\n'), in_string, base);
	return place_mask(s, &m, in_string, escaped);
}

AVX2 size_t json_scan_avx2(struct json_scan *state, const char *text, size_t n, uint32_t *places)
{
	struct carry s = carry_of(state);
	__m256i tail = _mm256_loadu_si256((const __m256i *)(const void *)state->tail);
	uint32_t *out = places;
	size_t i = 0;

	for (; i + JSON_BLOCK <= n; i += JSON_BLOCK) {
		uint64_t bits = scan_block(&s, &tail, text + i, (uint32_t)i);

		if (bits)
			out = put_places(out, bits, (uint32_t)i);
	}
	if (i < n) {
		char last[JSON_BLOCK];

		memset(last, ' ', sizeof last);
		memcpy(last, text + i, n - i);
		uint64_t bits = scan_block(&s, &tail, last, (uint32_t)i);
		if (bits)
			out = put_places(out, bits, (uint32_t)i);
	}
	carry_back(state, &s);
	_mm256_storeu_si256((__m256i *)(void *)state->tail, tail);
	return (size_t)(out - places);
}

#else
typedef int json_scan_avx2_unused; /* ISO C wants something in every file */
#endif
