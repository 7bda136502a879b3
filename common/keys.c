#include "common/keys.h"

#define KEY_TEXT(name, key) STR_INIT(key),
const struct str label_keys[] = {LABEL_KEYS(KEY_TEXT)};
const struct str pod_annotation_keys[] = {POD_ANNOTATION_KEYS(KEY_TEXT)};
const struct str annotation_keys[] = {ANNOTATION_KEYS(KEY_TEXT)};
