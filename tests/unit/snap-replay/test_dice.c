/* Orders by chance: as Go walks its maps (rules/09 1). */
#include "cmd/snap-replay/model/dice.h"
#include "tests/unit/tap.h"

enum { MANY = 20 };

/* The digits of 0 .. n - 1, shuffled. */
static void shuffled(const struct dice *d, uint64_t key, int n, char *out)
{
	static const char letters[] = "abcdefghijklmnopqrst";
	const char *items[MANY];

	for (int i = 0; i < n; i++)
		items[i] = &letters[i];
	dice_shuffle(d, key, items, n);
	for (int i = 0; i < n; i++)
		out[i] = *items[i];
	out[n] = '\0';
}

static void without_a_seed(void)
{
	const struct dice none = {0};
	char out[MANY + 1];

	shuffled(&none, 1, MANY, out);
	ok(!strcmp(out, "abcdefghijklmnopqrst"), "without a seed nothing moves");
	ok(dice_start(&none, 5, 3) == 0, "and a walk begins at the first");
}

/* Few entries are rotated, and mostly not even that. */
static void few(void)
{
	int first = 0, rotated = 0;
	char out[MANY + 1];

	for (uint64_t seed = 0; seed < 800; seed++) {
		struct dice d = {true, seed};

		shuffled(&d, 7, 3, out);
		first += !strcmp(out, "abc");
		rotated += !strcmp(out, "bca") || !strcmp(out, "cab");
	}
	ok(first + rotated == 800, "three entries are rotated, never swapped");
	ok(first > 550 && first < 650, "six times of eight they stay (%d of 800)", first);
}

static void starts(void)
{
	int wrong = 0, last = 0;

	for (int n = 1; n <= MANY; n++)
		for (uint64_t seed = 0; seed < 400; seed++) {
			int start = dice_start(&(struct dice){true, seed}, 7, n);

			wrong += start < 0 || start >= n;
			last += n > 1 && start == n - 1;
		}
	ok(dice_start(&(struct dice){true, 1}, 7, 0) == 0, "at 0 if there is none");
	ok(wrong == 0 && last > 0, "a walk begins at one of its entries, the last one too");
}

static void many(void)
{
	struct dice one = {true, 1}, other = {true, 2};
	char a[MANY + 1], b[MANY + 1];
	bool seen[256] = {false};
	int n = 0;

	shuffled(&one, 7, MANY, a);
	shuffled(&one, 7, MANY, b);
	ok(!strcmp(a, b), "the same seed gives the same order");
	shuffled(&other, 7, MANY, b);
	ok(strcmp(a, b) != 0, "another seed another one");
	shuffled(&one, 8, MANY, b);
	ok(strcmp(a, b) != 0, "another key too");
	for (int i = 0; i < MANY; i++) {
		n += !seen[(unsigned char)a[i]];
		seen[(unsigned char)a[i]] = true;
	}
	ok(n == MANY, "nothing is lost");
}

/* Walks that turn without a seed, too: as often as by chance, the first one not. */
static void turns(void)
{
	const struct dice none = {0};
	const char *letters = "abcdefghij";
	int begins[3] = {0}, same = 0;

	for (uint64_t number = 0; number < 80; number++) {
		const char *items[] = {letters, letters + 1, letters + 2};

		dice_turn(&none, number, items, 3);
		begins[items[0] - letters]++;
		if (number == 0)
			ok(items[0] == letters && items[2] == letters + 2, "walk 0 does not turn");
	}
	ok(begins[0] == 60, "six times of eight they stay (%d of 80)", begins[0]);
	ok(begins[1] == 10 && begins[2] == 10,
		"the other places come as often as each other (%d, %d)", begins[1], begins[2]);
	for (uint64_t seed = 1; seed <= 8; seed++) {
		const struct dice d = {true, seed};
		const char *l[10], *r[10];

		for (int i = 0; i < 10; i++)
			l[i] = r[i] = letters + i;
		dice_turn(&d, 3, l, 10);
		dice_turn(&none, 3, r, 10);
		same += !memcmp(l, r, sizeof l);
	}
	ok(same == 0, "a seed gives other orders");
}

/* The published figures of both functions: an order is the same on every machine. */
static void figures(void)
{
	const struct dice none = {0}, one = {true, 0};

	ok(dice_mix(0, 1) == UINT64_C(0xe220a8397b1dcdaf) &&
			dice_mix(0, 2) == UINT64_C(0x6e789e6aa1b965f4),
		"splitmix64 from 0");
	ok(dice_rank(&none, STR("foobar")) == UINT64_C(0x85944171f73967e8), "FNV-1a");
	ok(dice_rank(&one, STR("foobar")) == dice_mix(UINT64_C(0x85944171f73967e8), 1),
		"with a seed the hash is mixed");
}

/* Every item of a list of many comes to the end with some seed. */
static void test_ends(void)
{
	enum { N = 12 };
	bool last[N] = {false};
	int n = 0;

	for (uint64_t seed = 1; seed <= 300; seed++) {
		int numbers[N];
		void *items[N];

		for (int i = 0; i < N; i++) {
			numbers[i] = i;
			items[i] = &numbers[i];
		}
		dice_shuffle(&(struct dice){true, seed}, 1, items, N);
		last[*(int *)items[N - 1]] = true;
	}
	for (int i = 0; i < N; i++)
		n += last[i];
	ok(n == N, "%d of %d items come to the end", n, N);
	dice_shuffle(&(struct dice){true, 1}, 1, NULL, 0);
	dice_turn(&(struct dice){true, 1}, 1, NULL, 0);
	ok(true, "an empty list");

	int one, two;
	void *pair[] = {&one, &two};

	for (uint64_t turn = 0; turn < 8; turn++)
		if (pair[0] == &one)
			dice_turn(&(struct dice){false, 0}, turn, pair, 2);
	ok(pair[0] == &two && pair[1] == &one, "a list of two turns");
}

int main(void)
{
	test_ends();
	figures();
	without_a_seed();
	few();
	starts();
	many();
	turns();
	return tap_end();
}
