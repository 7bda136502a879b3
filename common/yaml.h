/* A document in YAML, through libyaml, as the JSON value that sigs.k8s.io/yaml makes of it: plain
 * scalars by YAML 1.1 (yes, on, 0x1f, 010, ~), quoted ones as text, timestamps as text, anchors,
 * merge keys (<<), keys as text; of equal keys the last one stays. That library reads the first
 * document of several; here they are an error. */
#ifndef SNAP_YAML_H
#define SNAP_YAML_H
#include "common/msg.h"
#include "common/value.h"

/* Bytes of a document, and of the text and values that it stands for once its aliases are replaced
 * by what they name. */
#define YAML_MAX_SIZE (8 << 20)
#define YAML_MAX_EXPANDED (16 << 20)

/* The document in text; an empty one is null. Parts that aliases name are shared. NULL: *e is set,
 * with line and column: SNAP_INPUT; SNAP_LIMIT if it is nested deeper than JSON_MAX_DEPTH or larger
 * than the limits above. */
struct value *yaml_read(struct arena *a, struct str text, struct error *e);
/* ---- for the parts of this module ---- */

/* A scalar that is plain or has a tag, in its long form; tag NULL: none. A number that JSON does
 * not have has the text ".nan", ".inf" or "-.inf". NULL: text is not what the tag says. */
struct value *yaml_scalar(struct arena *a, const char *tag, struct str text);
#define YAML_TAG "tag:yaml.org,2002:"

#endif
