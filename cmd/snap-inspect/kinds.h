/* Kinds as people name them. */
#ifndef INSPECT_KINDS_H
#define INSPECT_KINDS_H
#include "common/kinds.h"

/* The kind of an argument of --list: the key, its singular or kubectl's short name, in any case.
 * KIND_NONE: unknown. */
enum kind kind_of_user(const char *word);

#endif
