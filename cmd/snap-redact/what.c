#include "what.h"

#define KIND_TEXT(NAME, kind, stem) kind,
#define STEM_TEXT(NAME, kind, stem) STR_INIT(stem),
const char *const name_kinds[NAMES_COUNT] = {NAME_KINDS(KIND_TEXT)};
const struct str name_stems[NAMES_COUNT] = {NAME_KINDS(STEM_TEXT)};
