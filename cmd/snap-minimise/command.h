/* Commands that look at a snapshot, in a copy of the program (twin.h), with which they end.
 */
#ifndef SNAP_MINIMISE_COMMAND_H
#define SNAP_MINIMISE_COMMAND_H
#include <stdbool.h>

#include "common/str.h"

/* Runs a program, found as execvp does, with text on its standard input, and appends what it writes
 * to out and err; NULL: thrown away. Returns its status as from waitpid; -1: it could not be run.
 */
int command_run(const char *const argv[], struct str text, struct strbuf *out, struct strbuf *err);
/* --test: a command of the shell. True: its status is 0. */
bool command_accepts(const char *command, struct str text);

#endif
