#include "tests/mutants/changes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/grow.h"
#include "tests/mutants/harmless.h"

struct finder {
	struct tokens t;
	struct arena *arena;
	struct changes *out;
};

/* The text from token `first` to token `last`. */
static struct str between(const struct finder *f, int first, int last)
{
	const struct str *a = &f->t.items[first].text, *b = &f->t.items[last].text;

	return (struct str){a->p, (size_t)(b->p + b->n - a->p)};
}

static void add(struct finder *f, int first, int last, struct str made)
{
	struct changes *out = f->out;

	ARRAY_GROW(out->items, out->n, out->cap);
	out->items[out->n++] = (struct change){
		between(f, first, last), arena_str(f->arena, made), f->t.items[first].line};
}

static void add_text(struct finder *f, int first, int last, const char *made)
{
	add(f, first, last, str_of(made));
}

static void add_around(
	struct finder *f, int first, int last, const char *before, const char *behind)
{
	struct strbuf b = {0};

	strbuf_addz(&b, before);
	strbuf_addstr(&b, between(f, first, last));
	strbuf_addz(&b, behind);
	add(f, first, last, strbuf_str(&b));
	strbuf_free(&b);
}

/* One token for another. */
static void exchange(struct finder *f, int i)
{
	static const char *const pairs[][2] = {{"<", "<="}, {"<=", "<"}, {">", ">="}, {">=", ">"},
		{"==", "!="}, {"!=", "=="}, {"&&", "||"}, {"||", "&&"}, {"+=", "-="}, {"-=", "+="},
		{"|=", "&="}, {"true", "false"}, {"false", "true"}, {"fmin", "fmax"},
		{"fmax", "fmin"}};

	for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
		if (token_is(&f->t, i, pairs[k][0]) && !harmless_exchange(&f->t, i, pairs[k][1]))
			add_text(f, i, i, pairs[k][1]);
}

/* Is there an operand to the left, so that a sign between two is meant? */
static bool has_left_operand(const struct finder *f, int i)
{
	const struct token *before = &f->t.items[i - 1];

	return token_among(&f->t, i - 1, ") ]") || before->kind == TOKEN_NUMBER ||
		(before->kind == TOKEN_WORD && !token_is(&f->t, i - 1, "return"));
}

static void change_sign(struct finder *f, int i)
{
	if (!has_left_operand(f, i))
		return;
	if (token_is(&f->t, i, "+"))
		add_text(f, i, i, "-");
	else if (token_is(&f->t, i, "-"))
		add_text(f, i, i, "+");
}

/* Number of elements in `char text[64]`: a larger one is no mistake that shows. */
static bool is_declared_size(const struct finder *f, int i)
{
	int opener = f->t.items[i].opener;

	return token_is(&f->t, opener, "[") && f->t.items[opener - 1].kind == TOKEN_WORD &&
		f->t.items[opener - 2].kind == TOKEN_WORD &&
		!token_among(&f->t, opener - 2, "return else case sizeof");
}

static void change_number(struct finder *f, int i)
{
	const struct token *t = &f->t.items[i];
	char digits[16], made[32];

	if (t->kind != TOKEN_NUMBER || t->text.n > 9 || is_declared_size(f, i))
		return;
	memcpy(digits, t->text.p, t->text.n);
	digits[t->text.n] = '\0';
	if (strspn(digits, "0123456789") != t->text.n || (t->text.n > 1 && digits[0] == '0'))
		return;
	for (int by = -1; by <= 1; by += 2) {
		snprintf(made, sizeof made, "%d", atoi(digits) + by);
		if (!harmless_exchange(&f->t, i, made))
			add_text(f, i, i, made);
	}
}

#define ASSIGNMENTS "= += -= *= /= %= &= |= ^= <<= >>="

/* Does an operand of `sign` end here? && binds closer than ||, and both closer than the rest. */
static bool ends_operand(const struct finder *f, int i, const char *sign)
{
	return token_among(&f->t, i, "( [ { ) ] } ; , ? : return " ASSIGNMENTS) ||
		token_is(&f->t, i, sign) || (strcmp(sign, "&&") == 0 && token_is(&f->t, i, "||"));
}

/* First token of the operand to the left of token i. */
static int left_end(const struct finder *f, int i, const char *sign)
{
	int at = i - 1;

	while (at >= 0) {
		if (token_among(&f->t, at, ") ] }") && f->t.items[at].match >= 0 &&
			!(token_is(&f->t, at, "}") &&
				!token_is(&f->t, f->t.items[at].match - 1, ")")))
			at = f->t.items[at].match;
		else if (ends_operand(f, at, sign))
			break;
		at--;
	}
	return at + 1;
}

/* Last token of the operand to the right of token i. */
static int right_end(const struct finder *f, int i, const char *sign)
{
	int at = i + 1;

	while (at < f->t.n) {
		if (token_among(&f->t, at, "( [ {") && f->t.items[at].match >= 0)
			at = f->t.items[at].match;
		else if (ends_operand(f, at, sign))
			break;
		at++;
	}
	return at - 1;
}

static void drop_condition(struct finder *f, int i)
{
	const char *sign = token_is(&f->t, i, "&&") ? "&&" : "||";
	int first, last;

	if (!token_among(&f->t, i, "&& ||"))
		return;
	first = left_end(f, i, sign);
	last = right_end(f, i, sign);
	if (first >= i || last <= i)
		return;
	add(f, first, last, between(f, first, i - 1));
	add(f, first, last, between(f, i + 1, last));
}

static void negate_condition(struct finder *f, int i)
{
	if (token_among(&f->t, i, "if while") && token_is(&f->t, i + 1, "(")) {
		int last = f->t.items[i + 1].match - 1;

		if (last <= i + 1)
			return;
		add_around(f, i + 2, last, "!(", ")");
		if (token_is(&f->t, i, "if"))
			add_around(f, i + 2, last, "false && (", ")");
	} else if (token_is(&f->t, i, "?")) {
		int first = left_end(f, i, "?");

		if (first < i)
			add_around(f, first, i - 1, "!(", ")");
	}
}

/* What a word behind means that no expression starts here. */
#define NO_EXPRESSION \
	"return goto if else for while do switch case default struct union enum const static " \
	"unsigned signed int char long short double float bool void"

static bool starts_statement(const struct finder *f, int i)
{
	int before = i - 1;

	if (!token_is(&f->t, f->t.items[i].opener, "{"))
		return false;
	if (token_among(&f->t, before, "; { } else do"))
		return true;
	return token_is(&f->t, before, ")") && f->t.items[before].match > 0 &&
		token_among(&f->t, f->t.items[before].match - 1, "if for while switch");
}

static bool declares(const struct finder *f, int i)
{
	const struct token *t = f->t.items;

	if (t[i].kind != TOKEN_WORD || i + 2 >= f->t.n)
		return false;
	return t[i + 1].kind == TOKEN_WORD ||
		(token_is(&f->t, i + 1, "*") &&
			(t[i + 2].kind == TOKEN_WORD || token_is(&f->t, i + 2, "*")));
}

static void leave_out_statement(struct finder *f, int i)
{
	int last = i;

	if (!starts_statement(f, i) || token_among(&f->t, i, NO_EXPRESSION) || declares(f, i) ||
		!(f->t.items[i].kind == TOKEN_WORD || token_among(&f->t, i, "* ( ++ --")))
		return;
	while (last < f->t.n && !token_among(&f->t, last, "; }")) {
		if (token_among(&f->t, last, "( [ {") && f->t.items[last].match >= 0)
			last = f->t.items[last].match;
		last++;
	}
	if (token_is(&f->t, last, ";"))
		add_text(f, i, last, ";");
}

/* Two arguments of a call, or the two sides of a sign. */
static void add_swapped(struct finder *f, int first, int middle, int last)
{
	struct str left = between(f, first, middle - 1), right = between(f, middle + 1, last);
	struct strbuf b = {0};

	if (str_eq(left, right))
		return;
	strbuf_addstr(&b, right);
	strbuf_addc(&b, ' ');
	strbuf_addstr(&b, f->t.items[middle].text);
	strbuf_addc(&b, ' ');
	strbuf_addstr(&b, left);
	add(f, first, last, strbuf_str(&b));
	strbuf_free(&b);
}

static bool is_call(const struct finder *f, int opener)
{
	return opener > 0 && token_is(&f->t, opener, "(") &&
		f->t.items[opener - 1].kind == TOKEN_WORD &&
		!token_among(&f->t, opener - 1, NO_EXPRESSION " sizeof");
}

/* A token of `s->n`, `f(x)[2]`: what stands beside a sign without other signs. */
static bool is_simple(const struct finder *f, int i)
{
	return i >= 0 && i < f->t.n &&
		(f->t.items[i].kind == TOKEN_NUMBER || token_among(&f->t, i, "-> .") ||
			(f->t.items[i].kind == TOKEN_WORD &&
				!token_among(&f->t, i, NO_EXPRESSION)));
}

static void swap_sides(struct finder *f, int i)
{
	int first = i, last = i;

	if (!token_among(&f->t, i, "- /") || !has_left_operand(f, i))
		return;
	while (is_simple(f, first - 1) || token_among(&f->t, first - 1, ") ]"))
		first = is_simple(f, first - 1) ? first - 1 : f->t.items[first - 1].match;
	while (is_simple(f, last + 1) || (last > i && token_among(&f->t, last + 1, "( [")))
		last = is_simple(f, last + 1) ? last + 1 : f->t.items[last + 1].match;
	if (first < i && last > i)
		add_swapped(f, first, i, last);
}

/* Functions that give the same for (a, b) and (b, a). */
#define SYMMETRIC "str_eq same_text go_add go_mul fmin fmax"

static void swap_arguments(struct finder *f, int i)
{
	int opener = f->t.items[i].opener;

	if (token_is(&f->t, i, ",") && is_call(f, opener) &&
		!token_among(&f->t, opener - 1, SYMMETRIC) && !harmless_swap(&f->t, i))
		add_swapped(f, left_end(f, i, ","), i, right_end(f, i, ","));
}

/* The closing parenthesis of a call that no test of decisions looks at, or 0: logging; freeing and
 * the sizes of memory, at which the sanitizers of `make asan` look. */
static int end_of_ignored_call(const struct finder *f, int i)
{
	static const char memory[] =
		"ARENA_NEW ARENA_ARRAY arena_alloc arena_zalloc xmalloc xcalloc xrealloc_array";

	if (!token_is(&f->t, i + 1, "(") ||
		!(token_is(&f->t, i, "session_log") || token_among(&f->t, i, memory) ||
			str_ends(f->t.items[i].text, STR("free"))))
		return 0;
	return f->t.items[i + 1].match;
}

void changes_find(struct changes *out, struct arena *arena, struct str file)
{
	struct finder f = {.arena = arena, .out = out};

	*out = (struct changes){0};
	tokens_read(&f.t, file);
	for (int i = 0; i < f.t.n; i++) {
		int ignored = end_of_ignored_call(&f, i);

		if (ignored > 0)
			i = ignored;
		if (!f.t.items[i].body)
			continue;
		exchange(&f, i);
		change_sign(&f, i);
		change_number(&f, i);
		drop_condition(&f, i);
		negate_condition(&f, i);
		leave_out_statement(&f, i);
		swap_sides(&f, i);
		swap_arguments(&f, i);
	}
	tokens_free(&f.t);
}
