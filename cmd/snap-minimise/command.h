/* --test: a command that looks at a snapshot. */
#ifndef SNAP_MINIMISE_COMMAND_H
#define SNAP_MINIMISE_COMMAND_H
#include <stdbool.h>

#include "common/str.h"

/* In a copy of the program (common/twin.h), with which the command ends: runs it by the shell, text
 * on its standard input, its output thrown away. True: its status is 0. */
bool command_accepts(const char *command, struct str text);

#endif
