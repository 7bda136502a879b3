#include "values.h"

#include "common/quantity.h"
#include "names.h"

enum { DIGITS_MAX = 40 }; /* of an amount that is rounded */

/* An amount as it is written: digits, of which so many are whole, and a unit. */
struct amount {
	char digits[DIGITS_MAX + 2]; /* 0 .. 9, one place in front for a carry */
	int n, whole;
	struct str unit;
};

static bool read_amount(struct str s, struct amount *a)
{
	bool point = false;
	size_t i = 0;

	*a = (struct amount){.n = 1, .whole = 1};
	for (; i < s.n && (is_digit(s.p[i]) || (s.p[i] == '.' && !point)); i++) {
		if (a->n > DIGITS_MAX)
			return false;
		point = point || s.p[i] == '.';
		if (s.p[i] == '.')
			continue;
		a->digits[a->n++] = (char)(s.p[i] - '0');
		a->whole += !point;
	}
	a->unit = (struct str){s.p + i, s.n - i};
	for (; i < s.n; i++)
		if (is_digit(s.p[i])) /* an exponent */
			return false;
	return a->n > 1;
}

static int first_digit(const struct amount *a)
{
	int i = 0;

	while (i < a->n && !a->digits[i])
		i++;
	return i;
}

/* False: it has no more digits. */
static bool round_digits(struct amount *a, const struct rounding *r)
{
	int end = first_digit(a) + r->digits;
	bool rest = false;

	for (int i = end; i < a->n; i++) {
		rest = rest || a->digits[i];
		a->digits[i] = 0;
	}
	if (rest && r->up) {
		int i = end - 1;

		for (; a->digits[i] == 9; i--)
			a->digits[i] = 0;
		a->digits[i]++;
	}
	return rest;
}

/* Thousands as a larger unit. */
static struct str next_unit(struct str unit)
{
	static const struct str units[] = {STR_INIT("n"), STR_INIT("u"), STR_INIT("m"),
		STR_INIT(""), STR_INIT("k"), STR_INIT("M"), STR_INIT("G"), STR_INIT("T"),
		STR_INIT("P"), STR_INIT("E")};

	for (size_t i = 0; i + 1 < sizeof units / sizeof *units; i++)
		if (str_eq(unit, units[i]))
			return units[i + 1];
	return (struct str){0};
}

static void write_amount(struct amount *a, bool with_unit, struct strbuf *out)
{
	int from = first_digit(a), end = a->n;

	while (end > a->whole && !a->digits[end - 1])
		end--;
	for (int i = from < a->whole - 1 ? from : a->whole - 1; i < end; i++) {
		if (i == a->whole)
			strbuf_addc(out, '.');
		strbuf_addc(out, (char)('0' + a->digits[i]));
	}
	while (with_unit && end == a->whole && str_ends(strbuf_str(out), STR("000")) &&
		next_unit(a->unit).p) {
		a->unit = next_unit(a->unit);
		strbuf_cut(out, out->len - 3);
	}
	strbuf_addstr(out, a->unit);
}

/* False: it is no amount above 0, or as plain already. */
static bool plainer(const struct value *v, const struct rounding *r, struct strbuf *out)
{
	struct quantity q;
	struct amount a;

	strbuf_clear(out);
	if ((v->type != JSON_STRING && v->type != JSON_NUMBER) || !quantity_parse(v->text, &q) ||
		q.nano <= 0 || str_eq(v->text, STR("1")))
		return false;
	if (!r->digits) {
		strbuf_addc(out, '1');
		return true;
	}
	if (!read_amount(v->text, &a) || !round_digits(&a, r))
		return false;
	write_amount(&a, v->type == JSON_STRING, out);
	return true;
}

static void walk(struct edits *e, const struct rounding *r, struct value *v, struct strbuf *text)
{
	for (size_t i = 0; i < v->count; i++) {
		struct value *member = v->members[i].value, *to;

		if (is_name_key(v->members[i].key))
			continue;
		if (plainer(member, r, text)) {
			to = value_text(&e->arena, strbuf_str(text));
			to->type = member->type;
			edits_group(e);
			edits_add(e, v, i, to);
		} else {
			walk(e, r, member, text);
		}
	}
}

void collect_amounts(struct edits *e, void *ctx)
{
	struct value *lists = value_field(e->document, STR("rawObjects"));
	struct strbuf text = {0};

	if (lists)
		walk(e, ctx, lists, &text);
	strbuf_free(&text);
}
