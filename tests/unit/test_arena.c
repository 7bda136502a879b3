#include "common/arena.h"
#include "tap.h"
#if ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>

struct wide {
	char bytes[200];
};

static bool all_poisoned(const char *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!__asan_address_is_poisoned(p + i))
			return false;
	return true;
}

/* What an index of -1 or of the number of elements reads. */
static void test_red_zones(struct arena *a)
{
	struct wide *array = ARENA_ARRAY(a, 3, struct wide);
	struct str text = arena_str(a, STR("text of 18 letters"));

	ok(all_poisoned((char *)(array - 1), sizeof *array), "the element before an array");
	ok(all_poisoned((char *)(array + 3), sizeof *array), "the element behind an array");
	ok(!__asan_region_is_poisoned(array, 3 * sizeof *array), "not the array");
	ok(all_poisoned(text.p + text.n + 1, 8) && !text.p[text.n], "behind the NUL of a text");
}
#else
static void test_red_zones(struct arena *a)
{
	(void)a;
}
#endif

static struct str textf(struct arena *a, const char *fmt, ...)
{
	va_list ap;
	struct str text;

	va_start(ap, fmt);
	text = arena_vtextf(a, fmt, ap);
	va_end(ap);
	return text;
}

int main(void)
{
	struct arena a = {0};
	bool aligned = true, apart = true;
	unsigned char *before = NULL;

	for (size_t i = 1; i < 3000; i++) {
		unsigned char *p = arena_alloc(&a, i);

		aligned &= ((uintptr_t)p & 15) == 0;
		memset(p, (int)(i & 0xff), i);
		apart &= !before ||
			(before[0] == ((i - 1) & 0xff) && before[i - 2] == ((i - 1) & 0xff));
		before = p;
	}
	ok(aligned, "aligned for any type");
	ok(apart, "one does not run into the next");
	ok(a.total >= 3000 * 2999 / 2, "total counts what was asked for");

	char *small = arena_alloc(&a, 8), *rest = a.next;
	char *big = arena_alloc(&a, 64 << 20);
	big[0] = big[(64 << 20) - 1] = 'x';
	ok(a.next == rest, "a big one leaves the current block in use");
	memset(small, 'y', 8);
	ok(big[0] == 'x', "and is apart from it");

	const int *zeros = ARENA_ARRAY(&a, 1000, int);
	bool all = true;
	for (int i = 0; i < 1000; i++)
		all &= zeros[i] == 0;
	ok(all, "arrays are cleared");

	struct str s = arena_str(&a, STR("text")), empty = arena_str(&a, (struct str){0});
	ok(str_eq(s, STR("text")) && s.p[4] == 0, "a text is copied, NUL behind it");
	ok(empty.n == 0 && empty.p && empty.p[0] == 0, "so is an empty one");
	s = textf(&a, "%d %s", 12, "pods");
	ok(str_eq(s, STR("12 pods")) && s.p[s.n] == 0, "a formatted text, NUL behind it");
	struct arena other = {0};
	ok(str_eq(arena_str(&other, STR("first")), STR("first")), "a text may come first");
	ok(((uintptr_t)arena_alloc(&other, 1) & 15) == 0, "what follows a text is aligned");
	struct strbuf longer = {0};
	for (int i = 0; i < 100000; i++)
		strbuf_addc(&longer, 'z');
	s = arena_str(&other, strbuf_str(&longer));
	ok(str_eq(s, strbuf_str(&longer)) && s.p[s.n] == 0, "a text larger than a block");
	strbuf_free(&longer);
	test_red_zones(&a);
	arena_free(&a);
	arena_free(&other);
	ok(!a.blocks && !a.total && arena_alloc(&a, 1), "freed, usable again");
	arena_free(&a);
	return tap_end();
}
