/* What becomes of the original when it closes the session. */
#ifndef SNAP_CLOSING_H
#define SNAP_CLOSING_H

struct session;

/* Warns if the original panics there. Call it behind the last action. */
void closing_warn(struct session *s);

#endif
