/* Command lines for sh. */
#ifndef SNAP_COMPARE_SHELL_H
#define SNAP_COMPARE_SHELL_H
#include "common/str.h"

/* Appends a word, quoted where sh would not take it as it is; a blank before it unless it is the
 * first one. */
void shell_add(struct strbuf *line, const char *word);
/* Makes of the words one line that a terminal shows as it is: where there is a newline or another
 * character that controls or is not seen, sh makes the words with printf. */
void shell_one_line(struct strbuf *line);

#endif
