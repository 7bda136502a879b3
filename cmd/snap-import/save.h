/* What snap-import writes: to standard output (path NULL) or to a file, whole or not at all. */
#ifndef IMPORT_SAVE_H
#define IMPORT_SAVE_H
#include "common/import/import.h"

/* A snapshot: as JSON, or as a ZIP archive if the path ends in .zip. False: *e is set. */
bool import_save(const struct import *im, const char *path, struct error *e);

#endif
