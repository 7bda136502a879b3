/* The first stage of the JSON reader with AVX2, 64 bytes at a time, after "Parsing Gigabytes of
 * JSON per Second" (Langdale, Lemire, 2019) and "Validating UTF-8 In Less Than One Instruction Per
 * Byte" (Keiser, Lemire, 2020). */
#include "common/json_scan.h"

#if JSON_HAS_AVX2
#include <immintrin.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2,bmi,popcnt,pclmul")))
#define INLINE AVX2 static inline __attribute__((always_inline))

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

/* The state of a scan in registers. */
struct carry {
	uint64_t in_string, escaped, run, closed, faults;
	__m256i tail, utf8;
	uint32_t newlines, last_newline;
};

/* Separate, since text without line breaks has no control characters. */
INLINE void look_at_controls(struct carry *s, struct block b, uint64_t in_string, uint32_t base)
{
	uint64_t newlines = equal(b, '\n');

	s->faults |= control_mask(b) & in_string;
	if (newlines) {
		s->newlines += (uint32_t)__builtin_popcountll(newlines);
		s->last_newline = base + 63 - (uint32_t)__builtin_clzll(newlines);
	}
}

INLINE uint64_t scan_block(struct carry *s, const char *text, uint32_t base)
{
	struct block b = {_mm256_loadu_si256((const __m256i *)(const void *)text),
		_mm256_loadu_si256((const __m256i *)(const void *)(text + 32))};

	/* The previous block may end within a character, so its tail is checked, too. */
	__m256i bytes = _mm256_or_si256(_mm256_or_si256(b.low, b.high), s->tail);
	if (__builtin_expect(_mm256_movemask_epi8(bytes) != 0, 0)) {
		s->utf8 = _mm256_or_si256(s->utf8, utf8_errors(b.low, s->tail));
		s->utf8 = _mm256_or_si256(s->utf8, utf8_errors(b.high, b.low));
	}
	s->tail = b.high;
	uint64_t backslashes = equal(b, '\\');
	uint64_t escaped = escaped_mask(backslashes, &s->escaped);
	uint64_t quotes = equal(b, '"') & ~escaped;
	uint64_t in_string = prefix_xor(quotes) ^ s->in_string;
	s->in_string = (uint64_t)((int64_t)in_string >> 63);
	if (has_control(b))
		look_at_controls(s, b, in_string, base);
	uint64_t operators = operator_mask(b);
	uint64_t others = ~(operators | space_mask(b) | quotes);
	uint64_t runs = others & ~in_string & ~(others << 1 | s->run);
	s->run = others >> 63 & ~(in_string >> 63);
	uint64_t closing = quotes & ~in_string;
	operators &= ~(in_string | closing << 1 | s->closed);
	s->closed = closing >> 63;
	return quotes | operators | runs | (backslashes & ~escaped & in_string);
}

AVX2 size_t json_scan_avx2(struct json_scan *state, const char *text, size_t n, uint32_t *places)
{
	struct carry s = {state->in_string, state->escaped, state->run, 0, 0,
		_mm256_loadu_si256((const __m256i *)(const void *)state->tail),
		_mm256_setzero_si256(), 0, 0};
	uint32_t *out = places;
	size_t i = 0;

	for (; i + JSON_BLOCK <= n; i += JSON_BLOCK) {
		uint64_t bits = scan_block(&s, text + i, (uint32_t)i);

		if (bits)
			out = put_places(out, bits, (uint32_t)i);
	}
	if (i < n) {
		char last[JSON_BLOCK];

		memset(last, ' ', sizeof last);
		memcpy(last, text + i, n - i);
		uint64_t bits = scan_block(&s, last, (uint32_t)i);
		if (bits)
			out = put_places(out, bits, (uint32_t)i);
	}
	state->in_string = s.in_string;
	state->escaped = s.escaped;
	state->run = s.run;
	_mm256_storeu_si256((__m256i *)(void *)state->tail, s.tail);
	state->suspect = s.faults != 0 || !_mm256_testz_si256(s.utf8, s.utf8);
	state->newlines = s.newlines;
	state->last_newline = s.last_newline;
	return (size_t)(out - places);
}

#else
typedef int json_scan_avx2_unused; /* ISO C wants something in every file */
#endif
