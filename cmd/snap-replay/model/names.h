/* Legal label keys and values (validation of k8s.io/apimachinery), and Go's words for booleans. */
#ifndef MODEL_NAMES_H
#define MODEL_NAMES_H
#include "common/str.h"

bool is_qualified_name(struct str s); /* a label key: [subdomain/]name */
bool is_label_value(struct str s);
bool parse_bool(struct str s, bool *v); /* strconv.ParseBool; false: *v is untouched */

#endif
