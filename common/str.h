/* Text with a length (a view, owned by somebody else) and a growing buffer (owned by its struct).
 */
#ifndef SNAP_STR_H
#define SNAP_STR_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A view of n bytes; not NUL-terminated; p may be NULL when n is 0. */
struct str {
	const char *p;
	size_t n;
};

#define STR(lit) ((struct str){(lit), sizeof(lit) - 1})
/* As STR, in the initializer of a static object, where C17 wants constants. */
/* clang-format off */
#define STR_INIT(lit) {(lit), sizeof(lit) - 1}
/* clang-format on */
/* The same as an initialiser, for static tables. */
#define STR_LIT(lit) \
	{ \
		(lit), sizeof(lit) - 1 \
	}
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
/* An empty part is nowhere. */
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
/* Takes the last line that is not empty off the end of a text. */
struct str str_take_last_line(struct str *text);
/* Byte order as Go compares strings: negative, 0 or positive. */
int str_cmp(struct str a, struct str b);

/* A growing text. Start with {0}; strbuf_free releases it. s is NUL-terminated whenever it is not
 * NULL. */
struct strbuf {
	char *s;
	size_t len, cap;
};

void strbuf_free(struct strbuf *b);
void strbuf_clear(struct strbuf *b); /* keeps the memory */
/* Keeps the first len bytes, len <= b->len. */
void strbuf_cut(struct strbuf *b, size_t len);
char *strbuf_reserve(
	struct strbuf *b, size_t more); /* room for more bytes at the end; returns the end */
void strbuf_add(struct strbuf *b, const void *bytes, size_t n);
void strbuf_addstr(struct strbuf *b, struct str s);
void strbuf_addz(struct strbuf *b, const char *cstr);
void strbuf_addc(struct strbuf *b, char c);
/* "a, b or c" with " or " as last. */
void strbuf_add_words(struct strbuf *b, const char *const *words, int n, const char *last);
/* What came from outside, harmless on a terminal (common/text.h says how; reports and logs go
 * through that). */
void strbuf_add_safe(struct strbuf *b, struct str s);
void strbuf_addf(struct strbuf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static inline struct str strbuf_str(const struct strbuf *b)
{
	return (struct str){b->s, b->len};
}
/* Its bytes from begin up to end. */
static inline struct str strbuf_part(const struct strbuf *b, size_t begin, size_t end)
{
	return b->s ? (struct str){b->s + begin, end - begin} : (struct str){NULL, 0};
}

#endif
