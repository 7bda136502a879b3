/* The search for the first bad ref: whatever is skipped, it ends with that ref, or with those that
 * it can be, and needs few tries. */
#include <stdint.h>
#include <stdlib.h>
#include "cmd/snap-compare-refs/search.h"
#include "tests/unit/tap.h"

enum { N = 40 };

static uint64_t seed = 1;

static unsigned chance(unsigned n)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(seed >> 33) % n;
}

/* Searches a line whose first bad ref is `first`. Returns the tries. */
static size_t find(struct search *s, size_t first, const bool *skipped)
{
	size_t tries = 0;

	search_set(s, 0, VERDICT_GOOD);
	search_set(s, s->n - 1, VERDICT_BAD);
	for (size_t next; (next = search_next(s)) != SIZE_MAX; tries++) {
		if (next <= s->good || next >= s->bad || s->verdicts[next] != VERDICT_NONE)
			return SIZE_MAX;
		search_set(s, next,
			skipped && skipped[next] ? VERDICT_SKIPPED
				: next < first   ? VERDICT_GOOD
						 : VERDICT_BAD);
	}
	return tries;
}

static bool is_right(const struct search *s, size_t first, const bool *skipped)
{
	bool right = s->good < first && first <= s->bad &&
		search_in_doubt(s) == (s->bad - s->good > 1) && search_left(s) == 0;

	for (size_t i = s->good + 1; i < s->bad; i++)
		right = right && skipped[i];
	return right;
}

static void test_halves(void)
{
	for (size_t n = 2; n <= N; n++) {
		bool right = true;
		size_t most = 0, expected = 0;

		for (size_t first = 1; first < n; first++) {
			struct search s;

			search_init(&s, n);
			expected = search_steps(&s);
			size_t tries = find(&s, first, NULL);
			most = tries > most ? tries : most;
			right = right && s.bad == first && s.good + 1 == first;
			search_free(&s);
		}
		ok(right && most == expected,
			"%zu refs: each first one is found, in at most %zu of %zu tries", n, most,
			expected);
	}
}

static void test_skips(void)
{
	bool right = true;

	for (int k = 0; k < 20000; k++) {
		bool skipped[N] = {0};
		size_t n = 2 + chance(N - 1), first = 1 + chance((unsigned)n - 1);
		unsigned most = 1 + chance(4);
		struct search s;

		for (size_t i = 1; i + 1 < n; i++)
			skipped[i] = chance(16) < most * most;
		search_init(&s, n);
		right = find(&s, first, skipped) < n && is_right(&s, first, skipped) && right;
		search_free(&s);
	}
	ok(right,
		"with refs that are skipped the first one is found, or it is among those that are left");
}

/* A stretch that does not build costs little where the first bad ref is beside it. */
static void test_stretch(void)
{
	enum { LONG = 1000 };
	static bool skipped[LONG];
	size_t most = 0;

	for (size_t i = 480; i < 560; i++)
		skipped[i] = true;
	for (size_t first = 1; first < LONG; first++)
		if (first < 470 || first > 570) {
			struct search s;

			search_init(&s, LONG);
			size_t tries = find(&s, first, skipped);
			most = tries > most ? tries : most;
			search_free(&s);
		}
	ok(most <= 22, "80 broken refs in the middle of 1000: at most %zu tries", most);
}

int main(void)
{
	test_halves();
	test_skips();
	test_stretch();
	return tap_end();
}
