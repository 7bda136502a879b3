#include "common/arena.h"
#include "common/map.h"
#include "tap.h"

enum { MANY = 200000 };

static struct str key_of(struct arena *a, int i)
{
	struct strbuf b = {0};

	strbuf_addf(&b, "namespace-%d/pod-%d", i % 7, i);
	struct str s = arena_str(a, strbuf_str(&b));
	strbuf_free(&b);
	return s;
}

static void few(void)
{
	struct map m = {0};
	bool fresh;
	int one = 1, two = 2;

	ok(!map_get(&m, STR("a")), "nothing in an empty map");
	map_put(&m, STR("a"), &fresh)->value = &one;
	ok(fresh && map_get(&m, STR("a")) == &one, "put and found");
	map_put(&m, STR("a"), &fresh)->value = &two;
	ok(!fresh && map_get(&m, STR("a")) == &two && m.count == 1, "put again: replaced");
	ok(!map_put(&m, STR(""), NULL)->value && m.count == 2,
		"the empty text is a key, without a value at first");
	ok(!map_get(&m, STR("A")) && !map_get(&m, STR("aa")) &&
			!map_get(&m, (struct str){"a\0", 2}),
		"others are not found");
	map_free(&m);
	ok(!m.count && !map_get(&m, STR("a")), "freed, usable again");
}

static void many(void)
{
	struct map m = {0};
	struct arena a = {0};
	static int values[MANY];

	for (int i = 0; i < MANY; i++)
		map_put(&m, key_of(&a, i), NULL)->value = &values[i];
	bool found = true, order = true;
	for (int i = 0; i < MANY; i++) {
		found &= map_get(&m, key_of(&a, i)) == &values[i];
		order &= m.entries[i].value == &values[i];
	}
	ok(m.count == MANY && found, "many are found");
	ok(order, "entries are in the order of insertion");
	ok(!map_get(&m, STR("namespace-0/pod-200000")), "a missing one is not");
	map_free(&m);
	arena_free(&a);
}

static void hashes(void)
{
	char text[64] = {0};
	struct map seen = {0};
	struct arena a = {0};
	bool differ = true;

	/* Every length, and every single bit of it. */
	for (size_t n = 0; n <= sizeof text; n++)
		for (size_t bit = 0; bit < n * 8; bit++) {
			text[bit / 8] = (char)(1 << bit % 8);
			struct strbuf h = {0};
			bool fresh;
			strbuf_addf(
				&h, "%llx", (unsigned long long)str_hash((struct str){text, n}));
			map_put(&seen, arena_str(&a, strbuf_str(&h)), &fresh);
			differ &= fresh;
			strbuf_free(&h);
			text[bit / 8] = 0;
		}
	ok(differ && seen.count == 16640,
		"texts that differ in one bit have different hashes (%zu)", seen.count);
	ok(str_hash(STR("abc")) == str_hash(str_of("abc")), "equal texts have equal hashes");
	map_free(&seen);
	arena_free(&a);
}

int main(void)
{
	few();
	many();
	hashes();
	return tap_end();
}
