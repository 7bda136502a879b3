/* Text for people: reports, tables, logs. Texts from snapshots, archives, kubectl and tools are
 * untrusted, so none is printed unescaped. struct text enforces that: untrusted strings enter it
 * only through functions that escape them. The program's own texts (formats, literals, colours)
 * enter it unchanged.
 *
 * Escaping: a character that controls the terminal or is invisible (utf8_unseen), and a byte that
 * is not UTF-8, becomes \xNN, \uNNNN or \UNNNNNNNN; a newline in a name, too. A backslash stays, so
 * most text is unchanged. */
#ifndef SNAP_TEXT_H
#define SNAP_TEXT_H
#include <stdarg.h>
#include "common/str.h"

/* Start with {0}; text_free releases it. Only functions here and those that write the text out use
 * made. */
struct text {
	struct strbuf made;
};

static inline void text_free(struct text *t)
{
	strbuf_free(&t->made);
}
static inline void text_clear(struct text *t)
{
	strbuf_clear(&t->made);
}
static inline struct str text_str(const struct text *t)
{
	return strbuf_str(&t->made);
}

/* As printf, with every string escaped: %s (NULL is empty), and %.*s with STR_ARG, which may
 * contain NULs. A width counts characters after escaping. The format itself is trusted. %n, L and
 * positions are not supported. */
void text_addf(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void text_vaddf(struct text *t, const char *fmt, va_list args)
	__attribute__((format(printf, 2, 0)));
static inline void text_add(struct text *t, struct str foreign)
{
	strbuf_add_safe(&t->made, foreign);
}
/* Appends trusted text unchanged: a literal, a colour, a newline. */
static inline void text_ours(struct text *t, const char *literal)
{
	strbuf_addz(&t->made, literal);
}
/* Appends a part of what text_str gave of a text. */
static inline void text_add_made(struct text *t, struct str made)
{
	strbuf_addstr(&t->made, made);
}
/* Appends the lines of foreign, which end in mark, each behind indent (trusted) and with a newline.
 * Empty lines are left out. */
void text_add_lines(struct text *t, const char *indent, struct str foreign, char mark);
/* Appends lines of a foreign log: newlines and tabs stay, all else is escaped. */
void text_add_log(struct text *t, struct str foreign);
/* Appends n blanks. */
void text_pad(struct text *t, size_t n);
/* Keeps the first n characters. */
void text_cut(struct text *t, size_t n);
/* As strbuf_add_number and strbuf_add_count. The noun is trusted. */
static inline void text_add_number(struct text *t, long long n)
{
	strbuf_add_number(&t->made, n);
}
static inline void text_add_count(struct text *t, long long n, const char *noun)
{
	strbuf_add_count(&t->made, n, noun);
}
/* For functions that append numbers, sizes and times, never untrusted text. */
static inline struct strbuf *text_numbers(struct text *t)
{
	return &t->made;
}

/* Width in columns: the number of characters. */
size_t text_width(struct str shown);
/* Width of an untrusted text after escaping. */
size_t text_width_safe(struct str foreign);

#endif
