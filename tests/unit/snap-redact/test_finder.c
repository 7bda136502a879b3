/* The search for many texts: as a naive one finds them. */
#include <stdlib.h>

#include "cmd/snap-redact/finder.h"
#include "tests/unit/tap.h"

static const char *const texts[] = {"he", "she", "hers", "his", "e", "abcab", "cabd", "bc"};
enum { N = sizeof texts / sizeof *texts };

/* The first from `at` on, the longest of those. */
static bool naive(struct str in, size_t at, struct found *f)
{
	for (size_t from = at; from < in.n; from++) {
		f->what = NULL;
		for (int i = 0; i < N; i++) {
			struct str t = str_of(texts[i]);

			if (from + t.n <= in.n && memcmp(in.p + from, t.p, t.n) == 0 &&
				(!f->what || from + t.n > f->to))
				*f = (struct found){from, from + t.n, texts[i]};
		}
		if (f->what)
			return true;
	}
	return false;
}

static enum finding odd(const void *ctx, struct str in, size_t from, size_t to)
{
	(void)ctx;
	(void)in;
	return (to - from) % 2 ? FOUND : FOUND_NOT;
}

int main(void)
{
	struct finder *s = finder_new();
	struct found f, g;
	bool good = true;
	unsigned seed = 3;
	size_t at;

	for (int i = 0; i < N; i++)
		finder_add(s, str_of(texts[i]), texts[i]);
	for (int round = 0; round < 2000 && good; round++) {
		char text[24];
		struct str in = {text, sizeof text};

		for (size_t i = 0; i < sizeof text; i++) {
			seed = seed * 1103515245 + 12345;
			text[i] = "abcdehirs"[(seed >> 16) % 9];
		}
		at = 0;
		for (size_t next = 0; good && naive(in, next, &g); next = g.to)
			good = finder_next(s, in, &at, NULL, NULL, &f) && f.from == g.from &&
				f.to == g.to && f.what == g.what;
		good = good && !finder_next(s, in, &at, NULL, NULL, &f);
	}
	ok(good, "what a naive search finds, in its order");
	at = 0;
	ok(finder_next(s, STR("ushers"), &at, odd, NULL, &f) &&
			str_eq((struct str){&"ushers"[f.from], f.to - f.from}, STR("she")),
		"what is refused does not hide another");
	finder_free(s);
	return tap_end();
}
