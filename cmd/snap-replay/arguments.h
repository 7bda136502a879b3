/* snap-replay's command line. */
#ifndef REPLAY_ARGUMENTS_H
#define REPLAY_ARGUMENTS_H
#include "replay.h"

/* Fills *o, which has what holds where an option is not given. Ends the program for --help,
 * --version and what is wrong; sets the limits of memory and time. o->explain is the caller's to
 * free. */
void arguments_parse(struct replay_options *o, int argc, char **argv);

#endif
