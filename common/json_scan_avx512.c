/* The first stage of the JSON reader with AVX-512, as json_scan_avx2.c with masks that the CPU
 * makes by itself, and with the places of a block packed at once instead of one by one. */
#include "common/json_scan.h"

#if JSON_HAS_SIMD
#include <string.h>
#include "common/json_scan_x86.h"

#define AVX512 \
	__attribute__((target( \
		"avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi,popcnt,pclmul")))
#define INLINE512 AVX512 static inline __attribute__((always_inline))

INLINE512 uint64_t equal(__m512i b, char c)
{
	return _mm512_cmpeq_epi8_mask(b, _mm512_set1_epi8(c));
}

/* The bytes that looking up their low four bits gives. */
INLINE512 uint64_t look_up(__m128i table, __m512i b)
{
	return _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(_mm512_broadcast_i32x4(table), b), b);
}

INLINE512 struct masks masks_of(__m512i b)
{
	/* clang-format off */
	const __m128i spaces = _mm_setr_epi8(' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0);
	/* Setting bit 5 folds [ ] onto { }. It also folds 0x0c and 0x1a onto , and : (see json_scan.h). */
	const __m128i operators = _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0);
	/* clang-format on */
	__m512i folded = _mm512_or_si512(b, _mm512_set1_epi8(0x20));

	return (struct masks){
		equal(b, '\\'), equal(b, '"'), look_up(operators, folded), look_up(spaces, b)};
}

/* Sixteen at once; behind the last place is room for a block (json_scan_fn). */
INLINE512 uint32_t *put_places(uint32_t *out, uint64_t bits, uint32_t base)
{
	const __m512i all = _mm512_set_epi64(0x3f3e3d3c3b3a3938, 0x3736353433323130,
		0x2f2e2d2c2b2a2928, 0x2726252423222120, 0x1f1e1d1c1b1a1918, 0x1716151413121110,
		0x0f0e0d0c0b0a0908, 0x0706050403020100);
	__m512i found = _mm512_maskz_compress_epi8(bits, all),
		offset = _mm512_set1_epi32((int)base);
	int n = __builtin_popcountll(bits);

#define PUT(k) \
	_mm512_storeu_si512(out + 16 * (k), \
		_mm512_add_epi32( \
			_mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(found, k)), offset))
	PUT(0);
	if (n > 16)
		PUT(1);
	if (__builtin_expect(n > 32, 0)) {
		PUT(2);
		PUT(3);
	}
#undef PUT
	return out + n;
}

INLINE512 uint64_t scan_block(struct carry *s, __m512i *previous, const char *text, uint32_t base)
{
	__m512i b = _mm512_loadu_si512(text);

	/* The previous block may end within a character, so its tail is checked, too. */
	__m512i tail = _mm512_shuffle_i64x2(*previous, b, 0xee);
	if (__builtin_expect(_mm512_movepi8_mask(_mm512_or_si512(b, tail)) != 0, 0)) {
		__m256i low = _mm512_castsi512_si256(b), high = _mm512_extracti64x4_epi64(b, 1);

		s->utf8 = _mm256_or_si256(s->utf8, utf8_errors(low, _mm512_castsi512_si256(tail)));
		s->utf8 = _mm256_or_si256(s->utf8, utf8_errors(high, low));
	}
	*previous = b;
	struct masks m = masks_of(b);
	uint64_t escaped, in_string = string_mask(s, &m, &escaped);
	uint64_t controls = _mm512_cmplt_epu8_mask(b, _mm512_set1_epi8(0x20));
	if (controls)
		look_at_controls(s, controls, equal(b, '\n'), in_string, base);
	return place_mask(s, &m, in_string, escaped);
}

AVX512 size_t json_scan_avx512(
	struct json_scan *state, const char *text, size_t n, uint32_t *places)
{
	struct carry s = carry_of(state);
	__m512i previous = _mm512_inserti64x4(_mm512_setzero_si512(),
		_mm256_loadu_si256((const __m256i *)(const void *)state->tail), 1);
	uint32_t *out = places;
	size_t i = 0;

	for (; i + JSON_BLOCK <= n; i += JSON_BLOCK)
		out = put_places(
			out, scan_block(&s, &previous, text + i, (uint32_t)i), (uint32_t)i);
	if (i < n) {
		char last[JSON_BLOCK];

		memset(last, ' ', sizeof last);
		memcpy(last, text + i, n - i);
		out = put_places(out, scan_block(&s, &previous, last, (uint32_t)i), (uint32_t)i);
	}
	carry_back(state, &s);
	_mm256_storeu_si256((__m256i *)(void *)state->tail, _mm512_extracti64x4_epi64(previous, 1));
	return (size_t)(out - places);
}

#else
typedef int json_scan_avx512_unused; /* ISO C wants something in every file */
#endif
