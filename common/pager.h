/* The pager for text that is longer than the terminal. */
#ifndef SNAP_PAGER_H
#define SNAP_PAGER_H
#include <stdbool.h>
#include "str.h"

/* Shows text of more than `lines` lines in $PAGER, by default less, as git does: by a shell, with
 * LESS=FRX if LESS is not set; returns when the pager has ended. False: the text is shorter, PAGER
 * is empty or cat, or no pager could be started; nothing was shown. */
bool pager_show(struct str text, size_t lines);

#endif
