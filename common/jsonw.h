/* JSON writer into a strbuf: places commas, escapes texts, ignores the locale, and writes doubles
 * in the shortest form that reads back equal. */
#ifndef SNAP_JSONW_H
#define SNAP_JSONW_H
#include <stdint.h>
#include "str.h"

/* Start with {.out = &buf}. A member is jsonw_key, then a value; an element is a value. */
struct jsonw {
	struct strbuf *out;
	bool comma; /* the next value or key needs a comma in front */
};

void jsonw_begin(struct jsonw *w, char bracket); /* '{' or '[' */
void jsonw_end(struct jsonw *w, char bracket);   /* '}' or ']' */
void jsonw_key(struct jsonw *w, const char *key);
void jsonw_keys(struct jsonw *w, struct str key);
/* Invalid UTF-8 becomes U+FFFD. Characters that control a terminal or are invisible (utf8_unseen)
 * are written as \uNNNN: equal for JSON readers, and harmless on a terminal. */
void jsonw_str(struct jsonw *w, struct str s);
void jsonw_strz(struct jsonw *w, const char *s);
void jsonw_int(struct jsonw *w, int64_t v);
/* Integers without a decimal point; NaN and infinities as null. */
void jsonw_double(struct jsonw *w, double v);
void jsonw_bool(struct jsonw *w, bool v);
void jsonw_null(struct jsonw *w);
void jsonw_raw(struct jsonw *w, struct str json);
/* A member: its key, then its value. */
void jsonw_member_str(struct jsonw *w, const char *key, struct str s);
void jsonw_member_int(struct jsonw *w, const char *key, int64_t v);
void jsonw_member_size(struct jsonw *w, const char *key, size_t n);
/* Appends JSON text with its strings escaped as by jsonw_str. */
void jsonw_safe(struct strbuf *out, struct str json);
/* Ends a line of NDJSON. */
void jsonw_newline(struct jsonw *w);
/* Writes v to buf, of at least 32 bytes, as jsonw_double does. Returns the length. */
size_t jsonw_format_double(char *buf, double v);
size_t jsonw_format_int(char *buf, int64_t v);

#endif
