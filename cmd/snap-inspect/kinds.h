/* Kinds as people name them. */
#ifndef INSPECT_KINDS_H
#define INSPECT_KINDS_H
#include "common/kinds.h"

/* What a user types for --list: the key, its singular or kubectl's short name, in any case;
 * KIND_NONE when unknown. */
enum kind kind_of_user(const char *word);
/* What people take for a snapshot: "; it seems to be ..." by a key at the top of the document, or
 * "". */
const char *key_seems(struct str key);
#define NO_SNAPSHOT_HINT "a file that snap-fetch wrote, or what the scheduler's /get-snapshot gives"

#endif
