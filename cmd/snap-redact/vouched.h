/* Texts that tell nobody anything: new names, names that stay, words that every snapshot has,
 * figures. */
#ifndef REDACT_VOUCHED_H
#define REDACT_VOUCHED_H
#include "book.h"
#include "finder.h"

struct vouched; /* owned by the caller until vouched_free */

struct vouched *vouched_make(const struct book *b);
void vouched_free(struct vouched *v);
bool is_vouched(const struct vouched *v, struct str s);
/* The bytes of names around the place, letters, digits and "-._"; empty: there are none. */
struct str vouched_word(struct str s, size_t at);
/* FOUND if what stands there is no part of such a text (finder_accept). */
enum finding vouched_not(const void *vouched, struct str in, size_t from, size_t to);

#endif
