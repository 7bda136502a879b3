/* The command line of snap-fetch. */
#ifndef SNAP_FETCH_ARGUMENTS_H
#define SNAP_FETCH_ARGUMENTS_H
#include "settings.h"

/* Sets all of *s, whose deadline counts from now. Ends the program for --help and --version, and
 * with a message and the status of a usage error. Texts are those of argv, or live as long as the
 * program. */
void arguments_parse(struct settings *s, int argc, char **argv);

#endif
