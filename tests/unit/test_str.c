#include "common/str.h"
#include "tap.h"

static void views(void)
{
	ok(str_eq(STR("abc"), str_of("abc")), "equal texts");
	ok(!str_eq(STR("abc"), STR("abd")) && !str_eq(STR("abc"), STR("ab")), "different texts");
	ok(str_eq((struct str){0}, STR("")), "no text equals the empty text");
	struct str b = {"a\0b", 3}, c = {"a\0c", 3};
	ok(str_eq(b, b) && !str_eq(b, c), "NUL is a byte like others");
	ok(str_starts(STR("nvidia.com/gpu"), STR("nvidia.com/")) &&
			!str_starts(STR("n"), STR("nv")),
		"starts");
	ok(str_ends(STR("nvidia.com/gpu"), STR("gpu")) && !str_ends(STR("pu"), STR("gpu")), "ends");
	ok(str_cmp(STR("a"), STR("b")) < 0 && str_cmp(STR("b"), STR("a")) > 0 &&
			str_cmp(STR("a"), STR("a")) == 0,
		"order");
	ok(str_cmp(STR("a"), STR("aa")) < 0 && str_cmp(STR(""), STR("a")) < 0,
		"a prefix comes first");
	ok(str_cmp(STR("\xc3\xa9"), STR("z")) > 0, "bytes are compared unsigned, as Go does");
}

static void buffer(void)
{
	struct strbuf b = {0};

	ok(strbuf_str(&b).n == 0, "an unused buffer is an empty text");
	strbuf_addz(&b, "one");
	strbuf_addc(&b, ' ');
	strbuf_addstr(&b, STR("two"));
	strbuf_addf(&b, " %d %s", 3, "four");
	ok(str_eq(strbuf_str(&b), STR("one two 3 four")) && b.s[b.len] == 0,
		"pieces make a whole, NUL behind it: %s", b.s);
	strbuf_clear(&b);
	ok(b.len == 0 && b.s[0] == 0 && b.cap > 0, "cleared, the memory kept");
	for (int i = 0; i < 100000; i++)
		strbuf_addc(&b, (char)('a' + i % 26));
	ok(b.len == 100000 && b.s[26] == 'a' && b.s[99999] == 'a' + 99999 % 26 && !b.s[100000],
		"grows");
	strbuf_addf(&b, "%s", "");
	strbuf_add(&b, NULL, 0);
	ok(b.len == 100000, "nothing added is nothing");
	char *end = strbuf_reserve(&b, 10);
	ok(end == b.s + b.len && b.cap > b.len + 10, "room at the end");
	strbuf_clear(&b);
	strbuf_add_words(&b, (const char *const[]){"a", "b", "c"}, 3, " or ");
	strbuf_add_words(&b, (const char *const[]){"d"}, 1, " or ");
	ok(str_eq(strbuf_str(&b), STR("a, b or cd")), "words in a list: %s", b.s);
	strbuf_free(&b);
	ok(!b.s && !b.len && !b.cap, "freed, usable again");
}

int main(void)
{
	views();
	buffer();
	return tap_end();
}
