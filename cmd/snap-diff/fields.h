/* Where two objects differ in what they mean: amounts and times by value, noise passed over. */
#ifndef SNAP_DIFF_FIELDS_H
#define SNAP_DIFF_FIELDS_H
#include "common/msg.h"
#include "common/value.h"

/* NULL for a or b: there is none on that side. False: stop. */
typedef bool field_differs(
	void *ctx, struct str path, const struct value *a, const struct value *b);

struct fields {
	bool noise; /* not passed over */
	field_differs *differs;
	void *ctx;
};

/* Both are JSON as written, which was read before and is followed by JSON_PADDING readable bytes;
 * empty: missing, as null. Differences come in the order of keys.
 * True: noise was passed over. */
bool fields_compare(const struct fields *f, struct str a, struct str b);

enum fields_verdict { FIELDS_SAME, FIELDS_NOISE, FIELDS_DIFFER };
enum fields_verdict fields_verdict(bool noise, struct str a, struct str b);

#endif
