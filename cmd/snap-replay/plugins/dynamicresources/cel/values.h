/* What an expression, or a part of one, comes to. */
#ifndef SNAP_CEL_VALUES_H
#define SNAP_CEL_VALUES_H
#include "cel.h"
#include "common/quantity.h"

enum value_kind {
	VALUE_ERROR,   /* text says what is wrong */
	VALUE_UNKNOWN, /* text says what is outside the subset */
	VALUE_NULL,
	VALUE_BOOL,
	VALUE_INT,
	VALUE_UINT,
	VALUE_DOUBLE,
	VALUE_STRING,
	VALUE_LIST,
	VALUE_QUANTITY,
	VALUE_VERSION,
	VALUE_OPTIONAL,
	VALUE_DEVICE,
	VALUE_DOMAINS, /* device.attributes, device.capacity */
	VALUE_NAMES,   /* one domain of them */
};

/* A semantic version. Build metadata counts nowhere, so it is not kept. */
struct version {
	uint64_t major, minor, patch;
	struct str prerelease; /* valid parts with dots between them, or empty */
};

struct regex;

struct value {
	enum value_kind kind;
	union {
		bool truth;
		int64_t number;
		uint64_t natural;
		double real;
		struct {
			struct str text;             /* of strings, errors and unknowns */
			const struct regex *pattern; /* of a constant that serves as one */
		};
		struct {
			const struct value *items;
			size_t n;
			bool joined; /* by +, of two lists that are not empty */
		} list;
		struct {
			struct quantity quantity;
			bool computed; /* by add() or sub() */
		};
		struct version version;
		const struct value *present; /* of an optional; NULL: it has no value */
		struct {
			struct str domain; /* of VALUE_NAMES */
			bool capacity;     /* else attributes */
		} map;
	};
};

static inline struct value value_bool(bool truth)
{
	return (struct value){.kind = VALUE_BOOL, .truth = truth};
}
static inline struct value value_int(int64_t number)
{
	return (struct value){.kind = VALUE_INT, .number = number};
}
static inline struct value value_string(struct str text)
{
	return (struct value){.kind = VALUE_STRING, .text = text};
}
static inline struct value value_error(struct str text)
{
	return (struct value){.kind = VALUE_ERROR, .text = text};
}
static inline struct value value_unknown(struct str text)
{
	return (struct value){.kind = VALUE_UNKNOWN, .text = text};
}
/* What an operator or a function gives that takes no such operands. */
static inline struct value no_overload(void)
{
	return value_error(STR("no such overload"));
}
/* No value to go on with. */
static inline bool value_failed(const struct value *v)
{
	return v->kind <= VALUE_UNKNOWN;
}
/* One operand of && or ||, or what all or exists found of one item, joins the result so far, which
 * begins as !truth. True: it is `truth`, which decides. Else an error waits, and unknown goes
 * before errors (rules/07 C11.2). */
bool value_decides(const struct value *v, bool truth, struct value *result);
/* The text is made in scratch. */
struct value value_errorf(struct arena *scratch, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* As the original names the kind in errors: "int", "kubernetes.Semver". */
const char *value_kind_name(enum value_kind kind);

/* Truth, an error or unknown (rules/07 C11.2). */
struct value values_equal(const struct value *a, const struct value *b);
/* -1, 0 or 1 of numbers, strings and bools; anything else gives an error. */
struct value values_compare(const struct value *a, const struct value *b);

/* Quotes text as Go's %q does. */
struct str quote(struct arena *a, struct str text);
/* False: it is no version, and *why says so, in a. */
bool version_parse(struct str text, struct version *v, struct arena *a, struct str *why);
/* As version_parse, after leading zeroes and a v are removed and missing parts added ("v1.2"). */
bool version_parse_short(struct str text, struct version *v, struct arena *a, struct str *why);
/* Precedence: -1, 0 or 1. */
int version_compare(const struct version *a, const struct version *b);

#endif
