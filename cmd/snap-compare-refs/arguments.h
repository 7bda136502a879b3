/* The command line of snap-compare-refs. */
#ifndef SNAP_COMPARE_ARGUMENTS_H
#define SNAP_COMPARE_ARGUMENTS_H
#include "settings.h"

/* Log level that a tool must have to tell all decisions. */
enum { FULL_VERBOSITY = 4 };

/* Sets all of *s. Ends the program for --help and --version, and with a message and the status of a
 * usage error. Texts are those of argv, or live as long as the program. */
void arguments_parse(struct settings *s, int argc, char **argv);

#endif
