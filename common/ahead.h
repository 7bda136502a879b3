/* Reading ahead: a thread decompresses and checks the input while the caller parses what came
 * before. */
#ifndef SNAP_AHEAD_H
#define SNAP_AHEAD_H
#include "input.h"

struct ahead; /* owned by the caller until ahead_close */

/* in stays the caller's and must not be used before ahead_close, but for its name. NULL when no
 * thread can be had: read in yourself then. */
struct ahead *ahead_open(struct input *in);
int ahead_read(struct ahead *a, struct str *block, struct error *e); /* as input_read */
/* Ends the thread, which may first have to finish reading a block: for files, where that does not
 * wait for anybody. */
void ahead_close(struct ahead *a);

#endif
