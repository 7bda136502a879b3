#include <stdlib.h>
#include "common/grow.h"
#include "patch.h"
#include "patch_plan.h"

/* ---- one operation ---- */

struct operation {
	struct plan *p;
	const struct value *v; /* as the patch has it */
	struct error *e;
	bool *blame;
	long line;
};

static bool is_wrong(const struct operation *op, const char *why)
{
	error_set(op->e, SNAP_INPUT, "not a patch", "line %ld: %s", op->line, why);
	error_hint(op->e, "snap-diff --format patch A B writes one");
	*op->blame = true;
	return false;
}

static struct str text_of(const struct operation *op, struct str key)
{
	struct str text = value_str(value_get(op->v, key));

	return text;
}

static int cut(struct str text)
{
	return (int)(text.n < 80 ? text.n : 80);
}

static bool does_not_fit(const struct operation *op)
{
	struct str kind = text_of(op, STR("kind")), ns = text_of(op, STR("namespace")),
		   name = text_of(op, STR("name")), path = {"", 0};
	const struct value *steps = value_get(op->v, STR("path"));
	struct strbuf text = {0};

	if (steps) {
		value_write(&text, steps);
		path = strbuf_str(&text);
	}
	error_set(op->e, SNAP_INPUT, "the patch does not fit",
		"line %ld: %.*s %.*s%s%.*s %.*s is not as where it was made", op->line, cut(kind),
		kind.p, cut(ns), ns.p, ns.n ? "/" : "", cut(name), name.p,
		(int)(path.n < 200 ? path.n : 200), path.p);
	error_hint(op->e, "it is for the snapshot A of which it was made");
	strbuf_free(&text);
	return false;
}

/* A whole number. False: it is none. */
static bool number_of(const struct value *v, size_t *n)
{
	*n = 0;
	if (!v || v->type != JSON_NUMBER || v->text.n > 10)
		return false;
	for (size_t i = 0; i < v->text.n; i++) {
		if (!is_digit(v->text.p[i]))
			return false;
		*n = *n * 10 + (size_t)(v->text.p[i] - '0');
	}
	return true;
}

/* What is there must be what the patch says was there: its "from", or nothing. */
static bool fits(const struct operation *op, const struct value *here)
{
	const struct value *from = value_get(op->v, STR("from"));

	return from && here ? value_equal(from, here) : !from && !here;
}

/* Sets *v, NULL for none, to what the rest of the steps makes of it. */
static bool change(
	const struct operation *op, struct value **v, const struct value *steps, size_t i)
{
	struct value *here = *v, *inside;
	const struct value *step;
	size_t place;

	if (i == steps->count) {
		*v = value_get(op->v, STR("to"));
		return fits(op, here) || does_not_fit(op);
	}
	step = steps->members[i].value;
	if (here && here->type == JSON_OBJECT && step->type == JSON_STRING) {
		inside = value_get(here, step->text);
		if (!change(op, &inside, steps, i + 1))
			return false;
		if (inside)
			value_insert(&op->p->arena, here, step->text, inside);
		else
			value_remove(here, step->text);
		return true;
	}
	if (!here || here->type != JSON_ARRAY || !number_of(step, &place) || place >= here->count)
		return does_not_fit(op);
	return change(op, &here->members[place].value, steps, i + 1) &&
		(here->members[place].value ||
			is_wrong(op, "an element of a list cannot be unset"));
}

static bool change_edit(
	const struct operation *op, struct edit *edit, const struct value *steps, size_t from)
{
	edit_value(op->p, edit);
	return change(op, &edit->v, steps, from);
}

/* ---- operations by what they are about ---- */

static bool in_document(const struct operation *op, const struct value *steps)
{
	struct plan *p = op->p;
	const struct value *step = steps->count ? steps->members[0].value : NULL;

	if (!step || step->type != JSON_STRING)
		return is_wrong(op, "no path into the document");
	if (!p->side->raw_objects.n || p->without_lists ||
		!str_eq(step->text, p->side->raw_objects))
		return change_edit(op, &plan_part(p, step->text)->edit, steps, 1);
	if (steps->count == 1) {
		p->without_lists = true;
		return !value_get(op->v, STR("to")) || is_wrong(op, "the lists cannot be set");
	}
	step = steps->members[1].value;
	if (step->type != JSON_STRING)
		return is_wrong(op, "no path into the lists");
	return change_edit(op, &plan_list(p, step->text)->whole, steps, 2);
}

static bool add_object(const struct operation *op, struct plan_list *l)
{
	struct added one = {.v = value_get(op->v, STR("object"))};

	if (!one.v || !number_of(value_get(op->v, STR("at")), &one.at))
		return is_wrong(op, "no object, or no place for it");
	ARRAY_GROW(l->added, l->n_added, l->cap_added);
	l->added[l->n_added++] = one;
	plan_objects(op->p, l);
	return true;
}

static bool in_object(const struct operation *op, struct plan_list *l, bool remove)
{
	const struct value *nth = value_get(op->v, STR("nth")),
			   *steps = value_get(op->v, STR("path"));
	struct edit *edit;
	size_t number = 1;

	if (nth && !number_of(nth, &number))
		return is_wrong(op, "nth is no number");
	edit = plan_object(
		op->p, l, text_of(op, STR("namespace")), text_of(op, STR("name")), number);
	if (!edit || (edit->edited && !edit->v))
		return does_not_fit(op);
	if (!remove && (!steps || steps->type != JSON_ARRAY))
		return is_wrong(op, "no path");
	if (!remove)
		return change_edit(op, edit, steps, 0);
	*edit = (struct edit){.edited = true};
	return true;
}

static bool set_order(const struct operation *op, struct plan_list *l)
{
	const struct value *to = value_get(op->v, STR("to"));
	size_t n;

	if (!to || to->type != JSON_ARRAY || l->order)
		return is_wrong(op, "no order");
	for (size_t i = 0; i < to->count; i++)
		if (!number_of(to->members[i].value, &n))
			return is_wrong(op, "no order");
	l->order = to;
	plan_objects(op->p, l);
	return true;
}

static bool take(const struct operation *op)
{
	struct str word = text_of(op, STR("op"));
	const struct value *steps = value_get(op->v, STR("path"));
	bool set = str_eq(word, STR("set")), unset = str_eq(word, STR("unset")),
	     remove = str_eq(word, STR("remove"));

	if (set != (value_get(op->v, STR("to")) != NULL) && (set || unset))
		return is_wrong(op, "set needs a \"to\", unset has none");
	if ((set || unset) && (!steps || steps->type != JSON_ARRAY))
		return is_wrong(op, "no path");
	if ((set || unset) && !value_get(op->v, STR("kind")))
		return in_document(op, steps);
	struct plan_list *l = plan_list(op->p, text_of(op, STR("kind")));
	if (set || unset || remove)
		return in_object(op, l, remove);
	if (str_eq(word, STR("add")))
		return add_object(op, l);
	return str_eq(word, STR("order")) ? set_order(op, l)
					  : is_wrong(op, "no operation of a patch");
}

/* ---- all ---- */

static bool is_head(const struct value *v)
{
	size_t version;

	return str_eq(value_str(value_get(v, STR("patch"))), STR("snap-diff")) &&
		number_of(value_get(v, STR("version")), &version) && version == 1;
}

static bool take_line(struct operation *op, struct str line)
{
	struct json *r = json_over_memory(line.p, line.n);
	struct error why = {0};

	op->line++;
	op->v = value_read(&op->p->arena, r);
	json_finish(r);
	if (json_failed(r))
		json_error(r, &why);
	json_free(r);
	if (why.status)
		return is_wrong(op, why.why);
	if (op->line == 1)
		return is_head(op->v) || is_wrong(op, "it does not begin as a patch of version 1");
	return take(op);
}

bool patch_apply(
	struct output *out, struct str patch, const struct side *s, bool *blame, struct error *e)
{
	struct plan p = {.side = s};
	struct operation op = {.p = &p, .e = e, .blame = blame};
	bool good = true;

	plan_open(&p);
	*blame = false;
	while (good && patch.n) {
		const char *end = str_find(patch, '\n');
		struct str line = {patch.p, end ? (size_t)(end - patch.p) : patch.n};
		size_t used = line.n + (end != NULL);

		good = take_line(&op, line);
		patch = (struct str){patch.p + used, patch.n - used};
	}
	good = good && plan_write(&p, out, e);
	plan_free(&p);
	return good;
}
