/* JSON writer into a strbuf: commas by itself, escapes, no locale, shortest round-trip numbers. */
#ifndef SNAP_JSONW_H
#define SNAP_JSONW_H
#include <stdint.h>
#include "str.h"

/* Start with {.out = &buf}. Members: jsonw_key then a value; elements: values. */
struct jsonw {
	struct strbuf *out;
	bool comma; /* one is due before the next value or key */
};

void jsonw_begin(struct jsonw *w, char bracket); /* '{' or '[' */
void jsonw_end(struct jsonw *w, char bracket);   /* '}' or ']' */
void jsonw_key(struct jsonw *w, const char *key);
void jsonw_keys(struct jsonw *w, struct str key);
/* Invalid UTF-8 becomes U+FFFD. Characters that steer a terminal or show nothing (utf8_unseen) are
 * written as \uNNNN: the same to whoever reads JSON, and harmless to whoever looks at it. */
void jsonw_str(struct jsonw *w, struct str s);
void jsonw_strz(struct jsonw *w, const char *s);
void jsonw_int(struct jsonw *w, int64_t v);
void jsonw_double(struct jsonw *w, double v); /* shortest digits that read back equal; integers
						 without point; NaN, inf: null */
void jsonw_bool(struct jsonw *w, bool v);
void jsonw_null(struct jsonw *w);
void jsonw_raw(struct jsonw *w, struct str json);
void jsonw_safe(struct strbuf *out,
	struct str json); /* text that is JSON already, its strings made harmless in the same way */
void jsonw_newline(struct jsonw *w); /* ends an NDJSON line */
/* Shortest decimal of v into buf (at least 32 bytes), as jsonw_double writes it; returns its
 * length. */
size_t jsonw_format_double(char *buf, double v);
size_t jsonw_format_int(char *buf, int64_t v);

#endif
