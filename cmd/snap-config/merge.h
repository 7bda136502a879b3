/* How OpenShift's operators lay one sparse configuration over another. */
#ifndef CONFIG_MERGE_H
#define CONFIG_MERGE_H
#include "common/value.h"

/* Objects are merged member by member; all else of later, null too, replaces what earlier has.
 * Parts of both are shared with the result. NULL: *e is set, since the kinds differ. */
struct value *merge(struct arena *a, struct value *earlier, struct value *later, struct error *e);
/* Appends v as their encoder writes it: in one line with its newline, <, > and & escaped. */
void merge_write(struct strbuf *out, const struct value *v);

#endif
