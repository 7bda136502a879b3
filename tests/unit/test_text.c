#include "common/text.h"
#include "common/utf8.h"
#include "tap.h"

static bool is_safe(struct str from, const char *to)
{
	struct strbuf b = {0};

	strbuf_add_safe(&b, from);
	bool same = str_eq(strbuf_str(&b), str_of(to));
	if (!same)
		printf("# is: %s\n", b.s);
	strbuf_free(&b);
	return same;
}

static void harmless(void)
{
	ok(is_safe(STR("team-a \"x\" \\ \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"),
		   "team-a \"x\" \\ \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"),
		"plain text stays");
	ok(is_safe(STR("\033[31m\r\n\t\a\x7f"), "\\x1b[31m\\x0d\\x0a\\x09\\x07\\x7f"),
		"control characters are shown");
	ok(is_safe(STR("a\0b"), "a\\x00b"), "NUL among them");
	ok(is_safe(STR("a\xc2\x9b"
		       "b"),
		   "a\\x9bb"),
		"so are those above ASCII");
	ok(is_safe(STR("\xe2\x80\xae"
		       "exe\xe2\x81\xa6\xd8\x9c\xe2\x80\x8f"),
		   "\\u202eexe\\u2066\\u061c\\u200f"),
		"and marks that turn the direction of writing");
	ok(is_safe(STR("a\xe2\x80\xa8"
		       "b\xe2\x80\xa9"),
		   "a\\u2028b\\u2029"),
		"and separators of lines and paragraphs");
	ok(is_safe(STR("a\xe2\x80\x8b\xef\xbb\xbf"
		       "b"),
		   "a\\u200b\\ufeffb"),
		"and what takes no room");
	ok(is_safe(STR("\xf3\xa0\x81\x81x"), "\\U000e0041x"), "and tags, far beyond");
	ok(is_safe(STR("\x9b\xff\xe2\x80"), "\\x9b\\xff\\xe2\\x80"), "and what is no UTF-8");
	ok(is_safe((struct str){0}, ""), "nothing is nothing");
}

static bool run_ends_right(const unsigned char *text, size_t n, size_t at)
{
	const unsigned char c = text[at];

	return utf8_plain_run(text, n) == (c >= 0x20 && c < 0x7f ? n : at);
}

static bool lowness_is_right(const unsigned char *text, size_t n, size_t at)
{
	return utf8_all_low(text, n) == (text[at] < 0x7f);
}

enum { LENGTHS = 70 };
/* Calls right for texts of up to `most` bytes with each byte at each place `at`, the others '~'.
 * Returns how often the result was false. */
static int count_wrong(size_t most, bool (*right)(const unsigned char *text, size_t n, size_t at))
{
	int wrong = 0;

	for (size_t n = 0; n <= most; n++)
		for (size_t at = 0; at < n; at++)
			for (unsigned c = 0; c < 256; c++) {
				unsigned char text[LENGTHS];

				memset(text, '~', sizeof text);
				text[at] = (unsigned char)c;
				wrong += !right(text, n, at);
			}
	return wrong;
}

static void runs(void)
{
	/* Lengths around one machine word, and around one vector. */
	int wrong = count_wrong(19, run_ends_right) + count_wrong(LENGTHS - 1, lowness_is_right);

	ok(wrong == 0, "a plain run ends at the first byte that is not plain, wherever it is");
	wrong = 0;
	for (uint32_t c = 0; c < 0x110000; c++) {
		bool control = c < 0x20 || (c >= 0x7f && c < 0xa0) ||
			(c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);

		wrong += control && !utf8_unseen(c);
		wrong += (c >= 0x20 && c < 0x7f) && utf8_unseen(c);
	}
	ok(wrong == 0 && !utf8_unseen(0x4e00) && !utf8_unseen(0x1f600),
		"controls are never shown, ASCII, CJK and emoji are");
}

static bool gives(struct text *t, const char *to)
{
	bool same = str_eq(text_str(t), str_of(to));

	if (!same)
		printf("# is: %s\n", t->made.s);
	text_clear(t);
	return same;
}

static void formats(void)
{
	struct text t = {0};
	struct str evil = STR("a\033\nb"), nul = STR("x\0y");

	text_addf(&t, "\033[1m%s\033[0m|%s\n", "a\033b", "c\n");
	ok(gives(&t, "\033[1ma\\x1bb\033[0m|c\\x0a\n"),
		"strings are made harmless, the format stays");
	text_addf(&t, STR_FMT "|" STR_FMT "|%.3s", STR_ARG(evil), STR_ARG(nul), "abc\033");
	ok(gives(&t, "a\\x1b\\x0ab|x\\x00y|abc"), "so are views; a limit limits");
	text_addf(&t, "[%8s][%-8s][%*s][%-*.*s][%2s]", "a\x07", "\xc3\xa9", 3, "x", 6, (int)evil.n,
		evil.p, "long");
	ok(gives(&t, "[   a\\x07][\xc3\xa9       ][  x][a\\x1b\\x0ab][long]"),
		"widths count characters as shown");
	const char *volatile none = NULL; /* which the compiler would warn of */
	text_addf(&t, "%s%.*s%c", none, 0, "x", '\033');
	ok(gives(&t, "\\x1b"), "no string is an empty one; a character is one, too");
	text_addf(&t, "%d %5d|%-5d|%05d %u %x %ld %lld %llu %zu %jd %hhd %%", -1, 42, 42, 42, 7u,
		255u, 1L << 40, -(1LL << 60), ~0ULL, (size_t)9, (intmax_t)-8, (signed char)3);
	ok(gives(&t,
		   "-1    42|42   |00042 7 ff 1099511627776 -1152921504606846976 18446744073709551615 9 -8 3 %"),
		"whole numbers");
	text_addf(&t, "%.6g|%10g|%8.2f|%-8.1f|%+.1e|%*.*f", 1.5, 2.5, 3.14159, 2.0, 1000.0, 6, 1,
		0.25);
	ok(gives(&t, "1.5|       2.5|    3.14|2.0     |+1.0e+03|   0.2"), "floating point");
	text_add_lines(&t, "  ", STR("one\033|two\n|"), '|');
	ok(gives(&t, "  one\\x1b\n  two\\x0a\n"),
		"lines end in the mark, not in a newline that came along");
	text_add_log(&t, STR("a\033\tb\n\r\n"));
	ok(gives(&t, "a\\x1b\tb\n\\x0d\n"), "a log keeps its lines and tabs");
	text_add(&t, STR("\xc3\xa9t\xc3\xa9\n"));
	text_cut(&t, 4);
	ok(text_width(text_str(&t)) == 4 && gives(&t, "\xc3\xa9t\xc3\xa9\\"), "cut to characters");
	ok(text_width_safe(STR("\xc3\xa9\n")) == 5 && text_width_safe(STR("abc")) == 3,
		"a width before it is written");
	text_pad(&t, 3);
	ok(gives(&t, "   "), "blanks");
	text_free(&t);
}

static void layout(void)
{
	struct text t = {0};

	text_add_count(&t, 1, "node");
	text_ours(&t, ", ");
	text_add_count(&t, 0, "node");
	text_ours(&t, ", ");
	text_add_count(&t, 999, "pod group");
	text_ours(&t, ", ");
	text_add_number(&t, -1234567);
	text_ours(&t, ", ");
	text_add_number(&t, -100);
	ok(gives(&t, "1 node, 0 nodes, 999 pod groups, -1,234,567, -100"),
		"numbers and their nouns");
	text_free(&t);
}

int main(void)
{
	harmless();
	runs();
	formats();
	layout();
	return tap_end();
}
