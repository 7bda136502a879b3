/* Kinds as people name them. */
#ifndef INSPECT_KINDS_H
#define INSPECT_KINDS_H
#include "common/kinds.h"

/* The kind of an argument of --list: the key, its singular or kubectl's short name, in any case.
 * KIND_NONE: unknown. */
enum kind kind_of_user(const char *word);
/* "; it seems to be ..." if a top-level key belongs to another well-known kind of file; else "". */
const char *key_seems(struct str key);
#define NO_SNAPSHOT_HINT "a file that snap-fetch wrote, or what the scheduler's /get-snapshot gives"

#endif
