/* Device selectors: the part of CEL (Common Expression Language) that selectors of device classes
 * and claims use, with the scheduler's functions (rules/07 C11). An expression is compiled once and
 * evaluated for each device. */
#ifndef SNAP_CEL_H
#define SNAP_CEL_H
#include "common/arena.h"

enum cel_result { CEL_FALSE, CEL_TRUE, CEL_ERROR, CEL_UNKNOWN };

enum cel_attribute_kind {
	CEL_ATTRIBUTE_NONE, /* without a value, which is an error for any expression */
	CEL_ATTRIBUTE_INT,
	CEL_ATTRIBUTE_BOOL,
	CEL_ATTRIBUTE_STRING,
	CEL_ATTRIBUTE_VERSION
};

/* A name without a slash belongs to the domain that is the driver's name. */
struct cel_attribute {
	struct str name;
	enum cel_attribute_kind kind;
	int64_t number;  /* of _INT */
	bool truth;      /* of _BOOL */
	struct str text; /* of _STRING and _VERSION */
};
struct cel_capacity {
	struct str name;
	struct str quantity; /* as text */
};
/* Of several attributes, or capacities, with one name in one domain the qualified one counts, of
 * equal names the last. */
struct cel_device {
	struct str driver;
	const struct cel_attribute *attributes;
	int n_attributes;
	const struct cel_capacity *capacities;
	int n_capacities;
};

struct cel_program;

/* The program lives in the arena and refers to the bytes of expression. NULL: the expression is
 * outside the subset, or none that the API server would take; then *why says what, in the arena. */
struct cel_program *cel_compile(struct arena *a, struct str expression, struct str *why);

/* *error is set for CEL_ERROR, as the original words it, and for CEL_UNKNOWN, to what is outside
 * the subset. It lives in scratch or in the program. Only expressions that build lists or texts,
 * and errors, take memory from scratch. */
enum cel_result cel_evaluate(const struct cel_program *p, const struct cel_device *d,
	struct arena *scratch, struct str *error);

#endif
