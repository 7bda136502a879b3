/* Text: a view with a length, and a growing buffer. */
#ifndef SNAP_STR_H
#define SNAP_STR_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A view of n bytes that something else owns; without a NUL. p may be NULL if n is 0. */
struct str {
	const char *p;
	size_t n;
};

#define STR(lit) ((struct str){(lit), sizeof(lit) - 1})
/* As STR, in the initializer of a static object, where C17 wants constants. */
/* clang-format off */
#define STR_INIT(lit) {(lit), sizeof(lit) - 1}
/* clang-format on */
#define STR_FMT "%.*s"
#define STR_ARG(s) (int)(s).n, (s).p ? (s).p : ""

static inline bool str_eq(struct str a, struct str b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}
static inline struct str str_of(const char *cstr)
{
	return (struct str){cstr, cstr ? strlen(cstr) : 0};
}
static inline bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}
static inline bool str_starts(struct str s, struct str prefix)
{
	return s.n >= prefix.n && str_eq((struct str){s.p, prefix.n}, prefix);
}
/* False for an empty part. */
static inline bool str_contains(struct str s, struct str part)
{
	for (size_t i = 0; part.n && i + part.n <= s.n; i++)
		if (memcmp(s.p + i, part.p, part.n) == 0)
			return true;
	return false;
}
static inline bool str_ends(struct str s, struct str suffix)
{
	return suffix.n == 0 ||
		(s.n >= suffix.n && memcmp(s.p + s.n - suffix.n, suffix.p, suffix.n) == 0);
}
/* The first c; NULL: there is none. An empty str may have no bytes, which memchr must not get. */
static inline const char *str_find(struct str s, char c)
{
	return s.n ? memchr(s.p, (unsigned char)c, s.n) : NULL;
}
/* Removes the last non-empty line from the end of *text, and returns it. */
struct str str_take_last_line(struct str *text);
/* What follows a noun behind this number: "pod" and plural_s(n). */
static inline const char *plural_s(long long n)
{
	return n == 1 ? "" : "s";
}
struct strbuf;
/* "1,842"; "1,842 nodes" and "1 node". The noun's plural ends in s. */
void strbuf_add_number(struct strbuf *b, long long n);
void strbuf_add_count(struct strbuf *b, long long n, const char *noun);
/* Compares bytes, as Go compares strings: negative, 0 or positive. */
int str_cmp(struct str a, struct str b);

/* A growing buffer, which owns its text. Start with {0}; strbuf_free releases it. s is NULL or has
 * a NUL behind its len bytes. */
struct strbuf {
	char *s;
	size_t len, cap;
};

void strbuf_free(struct strbuf *b);
void strbuf_clear(struct strbuf *b); /* keeps the memory */
/* Keeps the first len bytes, len <= b->len. */
void strbuf_cut(struct strbuf *b, size_t len);
/* Makes room for `more` bytes at the end. Returns the end. */
char *strbuf_reserve(struct strbuf *b, size_t more);
void strbuf_add(struct strbuf *b, const void *bytes, size_t n);
void strbuf_addstr(struct strbuf *b, struct str s);
void strbuf_addz(struct strbuf *b, const char *cstr);
void strbuf_addc(struct strbuf *b, char c);
/* "a, b or c" with " or " as last. */
void strbuf_add_words(struct strbuf *b, const char *const *words, int n, const char *last);
/* Appends untrusted text, escaped for terminals as common/text.h describes. Reports and logs use
 * struct text instead. */
void strbuf_add_safe(struct strbuf *b, struct str s);
void strbuf_addf(struct strbuf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static inline struct str strbuf_str(const struct strbuf *b)
{
	return (struct str){b->s, b->len};
}
/* The bytes from begin up to end. */
static inline struct str strbuf_part(const struct strbuf *b, size_t begin, size_t end)
{
	return b->s ? (struct str){b->s + begin, end - begin} : (struct str){NULL, 0};
}

#endif
