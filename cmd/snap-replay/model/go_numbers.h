/* Arithmetic whose result C leaves undefined and a snapshot's numbers can reach. The results are
 * those of Go on amd64, because decisions depend on them (rules/11 3). */
#ifndef SNAP_GO_NUMBERS_H
#define SNAP_GO_NUMBERS_H
#include <stdbool.h>
#include <stdint.h>

/* Sums, differences and products wrap around. */
static inline int64_t go_add(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a + (uint64_t)b);
}
static inline int64_t go_sub(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a - (uint64_t)b);
}
static inline int64_t go_mul(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a * (uint64_t)b);
}

/* int64(x): rounds towards zero; INT64_MIN for NaN and for what does not fit. */
static inline int64_t go_int64(double x)
{
	/* cppcheck-suppress floatConversionOverflow ; it does not see that ?: excludes those */
	return x >= -9223372036854775808.0 && x < 9223372036854775808.0 ? (int64_t)x : INT64_MIN;
}

/* cmp.Compare: NaN equals itself, and is less than every number. */
static inline int go_compare(double a, double b)
{
	bool a_is_nan = a != a, b_is_nan = b != b;

	if (a_is_nan || b_is_nan)
		return b_is_nan - a_is_nan;
	return (a > b) - (a < b);
}

/* a / b. Division by zero is meant: it gives an infinity, or NaN for 0 / 0. */
__attribute__((no_sanitize("float-divide-by-zero"))) static inline double go_div(double a, double b)
{
	return a / b;
}

#endif
