/* The program that replays, for those that run it as a child. */
#ifndef SNAP_BESIDE_H
#define SNAP_BESIDE_H
#include "common/str.h"

/* Appends the path of the snap-replay in the folder of this program, else its name, to be searched
 * in PATH. */
void beside_replay(struct strbuf *path);

#endif
