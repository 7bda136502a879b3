/* Private to the scanners for x86: what those with AVX2 and with AVX-512 share. */
#ifndef SNAP_JSON_SCAN_X86_H
#define SNAP_JSON_SCAN_X86_H
#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>
#include "common/json_scan.h"

#define AVX2 __attribute__((target("avx2,bmi,popcnt,pclmul")))
#define INLINE AVX2 static inline __attribute__((always_inline))

/* The masks of a block of 64 bytes, bit i for byte i, and what is carried to the next block. */
struct masks {
	uint64_t backslashes, quotes, operators, spaces;
};
struct carry {
	uint64_t in_string, escaped, run, closed, faults;
	__m256i utf8;
	uint32_t newlines, last_newline;
};

/* Bytes behind an odd run of backslashes. */
INLINE uint64_t escaped_mask(uint64_t backslashes, uint64_t *carry)
{
	const uint64_t odd_bits = UINT64_C(0xaaaaaaaaaaaaaaaa);

	if (backslashes == 0) {
		uint64_t escaped = *carry;

		*carry = 0;
		return escaped;
	}
	uint64_t starts = backslashes & ~*carry;
	uint64_t follows = starts << 1;
	uint64_t flipped = ((follows | odd_bits) - starts) ^ odd_bits;
	uint64_t escaped = flipped ^ (backslashes | *carry);
	*carry = (flipped & backslashes) >> 63;
	return escaped;
}

/* Bit i is the parity of bits 0..i. */
INLINE uint64_t prefix_xor(uint64_t bits)
{
	return (uint64_t)_mm_cvtsi128_si64(
		_mm_clmulepi64_si128(_mm_set_epi64x(0, (long long)bits), _mm_set1_epi8(-1), 0));
}

/* Bytes in strings: from the opening quote, with it, to the closing one, without it. Takes the
 * escaped quotes out of *m. */
INLINE uint64_t string_mask(struct carry *s, struct masks *m, uint64_t *escaped)
{
	*escaped = escaped_mask(m->backslashes, &s->escaped);
	m->quotes &= ~*escaped;
	uint64_t in_string = prefix_xor(m->quotes) ^ s->in_string;
	s->in_string = (uint64_t)((int64_t)in_string >> 63);
	return in_string;
}

/* The places (json_scan.h) of a block. */
INLINE uint64_t place_mask(
	struct carry *s, const struct masks *m, uint64_t in_string, uint64_t escaped)
{
	uint64_t others = ~(m->operators | m->spaces | m->quotes);
	uint64_t runs = others & ~in_string & ~(others << 1 | s->run);
	s->run = others >> 63 & ~(in_string >> 63);
	uint64_t closing = m->quotes & ~in_string;
	uint64_t operators = m->operators & ~(in_string | closing << 1 | s->closed);
	s->closed = closing >> 63;
	return m->quotes | operators | runs | (m->backslashes & ~escaped & in_string);
}

/* Separate, since text without line breaks has no control characters. */
INLINE void look_at_controls(
	struct carry *s, uint64_t controls, uint64_t newlines, uint64_t in_string, uint32_t base)
{
	s->faults |= controls & in_string;
	if (newlines) {
		s->newlines += (uint32_t)__builtin_popcountll(newlines);
		s->last_newline = base + 63 - (uint32_t)__builtin_clzll(newlines);
	}
}

INLINE __m256i before(__m256i v, __m256i prev, int n)
{
	__m256i carried = _mm256_permute2x128_si256(prev, v, 0x21);

	return n == 1    ? _mm256_alignr_epi8(v, carried, 15)
		: n == 2 ? _mm256_alignr_epi8(v, carried, 14)
			 : _mm256_alignr_epi8(v, carried, 13);
}

INLINE __m256i nibbles(__m256i v)
{
	return _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(0x0f));
}

enum {
	TOO_SHORT = 1 << 0,
	TOO_LONG = 1 << 1,
	OVERLONG_3 = 1 << 2,
	TOO_LARGE = 1 << 3,
	SURROGATE = 1 << 4,
	OVERLONG_2 = 1 << 5,
	TOO_LARGE_1000 = 1 << 6,
	OVERLONG_4 = 1 << 6,
	TWO_CONTS = 1 << 7,
	CARRY = TOO_SHORT | TOO_LONG | TWO_CONTS
};

#define TABLE(...) _mm256_setr_m128i(_mm_setr_epi8(__VA_ARGS__), _mm_setr_epi8(__VA_ARGS__))
#define B(x) ((char)(x))

/* Errors that show in two neighbouring bytes, and (as TWO_CONTS) which bytes continue a second one.
 */
INLINE __m256i utf8_pairs(__m256i v, __m256i prev1)
{
	const __m256i by_high = TABLE(B(TOO_LONG), B(TOO_LONG), B(TOO_LONG), B(TOO_LONG),
		B(TOO_LONG), B(TOO_LONG), B(TOO_LONG), B(TOO_LONG), B(TWO_CONTS), B(TWO_CONTS),
		B(TWO_CONTS), B(TWO_CONTS), B(TOO_SHORT | OVERLONG_2), B(TOO_SHORT),
		B(TOO_SHORT | OVERLONG_3 | SURROGATE),
		B(TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4));
	const __m256i by_low = TABLE(B(CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4),
		B(CARRY | OVERLONG_2), B(CARRY), B(CARRY), B(CARRY | TOO_LARGE),
		B(CARRY | TOO_LARGE | TOO_LARGE_1000), B(CARRY | TOO_LARGE | TOO_LARGE_1000),
		B(CARRY | TOO_LARGE | TOO_LARGE_1000), B(CARRY | TOO_LARGE | TOO_LARGE_1000),
		B(CARRY | TOO_LARGE | TOO_LARGE_1000), B(CARRY | TOO_LARGE | TOO_LARGE_1000),
		B(CARRY | TOO_LARGE | TOO_LARGE_1000), B(CARRY | TOO_LARGE | TOO_LARGE_1000),
		B(CARRY | TOO_LARGE | TOO_LARGE_1000 | SURROGATE),
		B(CARRY | TOO_LARGE | TOO_LARGE_1000), B(CARRY | TOO_LARGE | TOO_LARGE_1000));
	const __m256i by_next = TABLE(B(TOO_SHORT), B(TOO_SHORT), B(TOO_SHORT), B(TOO_SHORT),
		B(TOO_SHORT), B(TOO_SHORT), B(TOO_SHORT), B(TOO_SHORT),
		B(TOO_LONG | OVERLONG_2 | TWO_CONTS | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4),
		B(TOO_LONG | OVERLONG_2 | TWO_CONTS | OVERLONG_3 | TOO_LARGE),
		B(TOO_LONG | OVERLONG_2 | TWO_CONTS | SURROGATE | TOO_LARGE),
		B(TOO_LONG | OVERLONG_2 | TWO_CONTS | SURROGATE | TOO_LARGE), B(TOO_SHORT),
		B(TOO_SHORT), B(TOO_SHORT), B(TOO_SHORT));
	__m256i high = _mm256_shuffle_epi8(by_high, nibbles(prev1));
	__m256i low = _mm256_shuffle_epi8(by_low, _mm256_and_si256(prev1, _mm256_set1_epi8(0x0f)));

	return _mm256_and_si256(
		_mm256_and_si256(high, low), _mm256_shuffle_epi8(by_next, nibbles(v)));
}

INLINE __m256i utf8_errors(__m256i v, __m256i prev)
{
	__m256i pairs = utf8_pairs(v, before(v, prev, 1));
	__m256i third = _mm256_subs_epu8(before(v, prev, 2), _mm256_set1_epi8(B(0xe0 - 0x80)));
	__m256i fourth = _mm256_subs_epu8(before(v, prev, 3), _mm256_set1_epi8(B(0xf0 - 0x80)));
	__m256i must_continue =
		_mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8(B(0x80)));

	return _mm256_xor_si256(must_continue, pairs);
}

#undef B
#undef TABLE

INLINE struct carry carry_of(const struct json_scan *state)
{
	return (struct carry){.in_string = state->in_string,
		.escaped = state->escaped,
		.run = state->run,
		.utf8 = _mm256_setzero_si256()};
}

/* All but the tail. */
INLINE void carry_back(struct json_scan *state, const struct carry *s)
{
	state->in_string = s->in_string;
	state->escaped = s->escaped;
	state->run = s->run;
	state->suspect = s->faults != 0 || !_mm256_testz_si256(s->utf8, s->utf8);
	state->newlines = s->newlines;
	state->last_newline = s->last_newline;
}

#endif
