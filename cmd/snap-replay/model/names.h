/* Whether a text is a legal label key or value (k8s.io/apimachinery's validation), and Go's words
 * for truth. */
#ifndef MODEL_NAMES_H
#define MODEL_NAMES_H
#include "common/str.h"

bool is_qualified_name(struct str s); /* [subdomain/]name */
bool is_label_value(struct str s);
bool parse_bool(struct str s, bool *v); /* strconv.ParseBool */

#endif
