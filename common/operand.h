/* A file as a command line names it: none and "-" mean standard input or output. */
#ifndef SNAP_OPERAND_H
#define SNAP_OPERAND_H
#include <stdbool.h>

/* path may be NULL. */
bool operand_is_standard(const char *path);
/* For messages: "<stdin>", or path itself. */
const char *operand_input(const char *path);

#endif
