/* Strings by characters. A byte that is not UTF-8 counts as one. */
#ifndef SNAP_CEL_CHARS_H
#define SNAP_CEL_CHARS_H
#include "common/utf8.h"
#include "common/str.h"

/* Bytes of the character that begins at byte `at`, at < s.n. */
size_t char_length(struct str s, size_t at);
size_t count_chars(struct str s);

#endif
