/* One expression and one device. */
#include "functions.h"

/* All attributes must be good, whatever the expression uses. */
static bool attributes_good(const struct cel_device *d, struct arena *scratch, struct str *error)
{
	for (int i = 0; i < d->n_attributes; i++) {
		const struct cel_attribute *a = &d->attributes[i];
		const char *wrong = "unsupported attribute value", *colon = "";
		struct version version;
		struct str why = {NULL, 0};

		if (a->kind == CEL_ATTRIBUTE_VERSION) {
			if (version_parse(a->text, &version, scratch, &why))
				continue;
			wrong = "parse semantic version";
			colon = ": ";
		} else if (a->kind != CEL_ATTRIBUTE_NONE) {
			continue;
		}
		*error = value_errorf(scratch, "attribute " STR_FMT ": %s%s" STR_FMT,
			STR_ARG(a->name), wrong, colon, STR_ARG(why))
				 .text;
		return false;
	}
	return true;
}

/* A result that is neither true nor false. */
static struct str no_truth(const struct value *v, struct arena *scratch)
{
	const char *why = "type conversion error from 'Semver' to 'bool'";

	if (v->kind == VALUE_INT)
		why = "unsupported type conversion from 'int' to bool";
	if (v->kind == VALUE_STRING)
		why = "unsupported native conversion from string to 'bool'";
	return value_errorf(scratch, "CEL result of type %s could not be converted to bool: %s",
		value_kind_name(v->kind), why)
		.text;
}

enum cel_result cel_evaluate(const struct cel_program *p, const struct cel_device *d,
	struct arena *scratch, struct str *error)
{
	struct value slots[MOST_SLOTS], v;
	const struct node *unbound[MOST_SLOTS];
	struct run r = {.device = d, .scratch = scratch, .slots = slots, .unbound = unbound};

	*error = (struct str){NULL, 0};
	if (!attributes_good(d, scratch, error))
		return CEL_ERROR;
	v = evaluate(&r, p->root);
	if (r.abort.n && !r.doubt) {
		*error = r.abort;
		return CEL_ERROR;
	}
	if (r.cost > MOST_COST)
		v = value_unknown(STR("more work than the original may allow"));
	if (r.abort.n)
		v = value_unknown(r.abort);
	if (v.kind == VALUE_BOOL)
		return v.truth ? CEL_TRUE : CEL_FALSE;
	*error = value_failed(&v) ? v.text : no_truth(&v, scratch);
	return v.kind == VALUE_UNKNOWN ? CEL_UNKNOWN : CEL_ERROR;
}
