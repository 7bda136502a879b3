/* Cuts parts off the front of a text. */
#ifndef IMPORT_CUT_H
#define IMPORT_CUT_H
#include "common/str.h"

/* The text without blanks and ends of lines in front. */
struct str cut_blanks(struct str s);
/* The same, and without ends of lines behind. */
struct str cut_line(struct str s);
/* Takes the prefix off. False: it does not begin so, and stays. */
bool cut_prefix(struct str *s, struct str prefix);
/* Takes what is before `end` into *taken, and `end` off, too. False: it is not there, and *s stays.
 */
bool cut_until(struct str *s, struct str end, struct str *taken);

#endif
