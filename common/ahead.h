/* Read-ahead: a thread decompresses and verifies the input while the caller parses earlier blocks.
 */
#ifndef SNAP_AHEAD_H
#define SNAP_AHEAD_H
#include "input.h"

struct ahead; /* owned by the caller until ahead_close */

/* Starts the thread. The caller keeps owning in and uses nothing of it but input_name until
 * ahead_close. NULL: the system gives no thread, and the caller reads in directly. */
struct ahead *ahead_open(struct input *in);
/* As input_read. */
int ahead_read(struct ahead *a, struct str *block, struct error *e);
/* input_taken, up to the end of the last block that is decompressed. */
uint64_t ahead_taken(struct ahead *a);
/* Ends the thread. Waits until the block that the thread reads is complete, so in must be a file:
 * a pipe could make that wait endless. */
void ahead_close(struct ahead *a);

#endif
