/* Text for people: reports, tables, logs. A snapshot, an archive, kubectl and a tool's log come
 * from strangers, so nothing they say is written as it is. That is not left to each place that
 * prints something: this buffer has a type of its own, into which strings get only through
 * functions that make them harmless. What is ours (formats, literals, colours) goes in as it is.
 *
 * Harmless: a character that steers the terminal or shows nothing (utf8_unseen), and a byte that is
 * no UTF-8, becomes \xNN, \uNNNN or \UNNNNNNNN. A line's end in a name is one of them. A backslash
 * stays, so harmless text stays as it is. */
#ifndef SNAP_TEXT_H
#define SNAP_TEXT_H
#include <stdarg.h>
#include "common/str.h"

/* Start with {0}; text_free releases it. made is for the functions here and for whoever sends it.
 */
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

/* printf, in which every string is made harmless: %s (NULL is empty), and %.*s with STR_ARG, NULs
 * and all. A width counts characters as they are shown. The format itself is ours. No %n, no L, no
 * positions. */
void text_addf(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void text_vaddf(struct text *t, const char *fmt, va_list args)
	__attribute__((format(printf, 2, 0)));
static inline void text_add(struct text *t, struct str foreign)
{
	strbuf_add_safe(&t->made, foreign);
}
/* As it is: a literal, a colour, a line's end. */
static inline void text_ours(struct text *t, const char *literal)
{
	strbuf_addz(&t->made, literal);
}
/* Several lines, each behind an indent (ours) and with a line's end; they end in mark. Empty ones
 * are left out. */
void text_add_lines(struct text *t, const char *indent, struct str foreign, char mark);
/* What was written elsewhere as lines of a log: newlines and tabs stay, all else as above. */
void text_add_log(struct text *t, struct str foreign);
void text_pad(struct text *t, size_t n); /* blanks */
void text_cut(struct text *t, size_t n); /* down to its first n characters */
/* For the writers of numbers, sizes and times, which add nothing foreign. */
static inline struct strbuf *text_numbers(struct text *t)
{
	return &t->made;
}

/* Columns that it takes: its characters. */
size_t text_width(struct str shown);
/* The same of a foreign text once it is harmless. */
size_t text_width_safe(struct str foreign);

#endif
