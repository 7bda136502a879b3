#include "tests/mutants/harmless.h"

#include <stdlib.h>
#include <string.h>

/* Tokens from `first` to `last`; none when last < first. */
struct span {
	int first, last;
};

static bool span_eq(const struct tokens *all, struct span a, struct span b)
{
	if (a.last < a.first || a.last - a.first != b.last - b.first)
		return false;
	for (int i = 0; i <= a.last - a.first; i++)
		if (!str_eq(all->items[a.first + i].text, all->items[b.first + i].text))
			return false;
	return true;
}

/* Words, numbers, members and indexes: evaluating it changes nothing. */
static bool is_plain(const struct tokens *all, int i)
{
	return i >= 0 && i < all->n &&
		(all->items[i].kind == TOKEN_NUMBER || token_among(all, i, "-> . [ ]") ||
			(all->items[i].kind == TOKEN_WORD && !token_among(all, i, "return else")));
}

static struct span plain_left(const struct tokens *all, int i)
{
	struct span s = {i, i - 1};

	while (is_plain(all, s.first - 1))
		s.first--;
	return s;
}

static struct span plain_right(const struct tokens *all, int i)
{
	struct span s = {i + 1, i};

	while (is_plain(all, s.last + 1))
		s.last++;
	return s;
}

/* Is one of x and y the left operand of relation i, and the other one the right operand? */
static bool are_operands(const struct tokens *all, int i, struct span x, struct span y)
{
	struct span left = plain_left(all, i), right = plain_right(all, i);

	return (span_eq(all, left, x) && span_eq(all, right, y)) ||
		(span_eq(all, left, y) && span_eq(all, right, x));
}

/* `a < b ? a : b`, `if (a < b) b = a;`: where both are equal, so are the two outcomes. */
static bool takes_extreme(const struct tokens *all, int i)
{
	int behind = plain_right(all, i).last + 1;

	if (!token_among(all, plain_left(all, i).first - 1, "( = return && ||"))
		return false;
	if (token_is(all, behind, "?")) {
		struct span x = plain_right(all, behind), y = plain_right(all, x.last + 1);

		return token_is(all, x.last + 1, ":") && token_among(all, y.last + 1, "; , )") &&
			are_operands(all, i, x, y);
	}
	if (token_is(all, behind, ")") && token_is(all, all->items[behind].match - 1, "if")) {
		struct span x = plain_right(all, behind), y = plain_right(all, x.last + 1);

		return token_is(all, x.last + 1, "=") && token_is(all, y.last + 1, ";") &&
			are_operands(all, i, x, y);
	}
	return false;
}

/* `if (a != b) return a < b ...`, `a != b ? (a < b ...`: both are never equal here. */
static bool follows_unequal(const struct tokens *all, int i)
{
	struct span left = plain_left(all, i), right = plain_right(all, i);
	int before = left.first - 1, sign;

	if (token_is(all, before, "return") && token_is(all, before - 1, ")") &&
		token_is(all, all->items[before - 1].match - 1, "if"))
		sign = plain_left(all, before - 1).first - 1;
	else if (token_is(all, before, "(") && token_is(all, before - 1, "?"))
		sign = plain_left(all, before - 1).first - 1;
	else
		return false;
	return token_is(all, sign, "!=") &&
		token_among(all, plain_left(all, sign).first - 1, "( return") &&
		span_eq(all, plain_left(all, sign), left) &&
		span_eq(all, plain_right(all, sign), right);
}

/* `n <= 16 ? few : xcalloc(...)`: a smaller limit allocates sooner. i is the relation. */
static bool limits_local_array(const struct tokens *all, int i)
{
	return token_among(all, i, "< <=") && i + 4 < all->n &&
		all->items[i + 1].kind == TOKEN_NUMBER && token_is(all, i + 2, "?") &&
		all->items[i + 3].kind == TOKEN_WORD && token_is(all, i + 4, ":") &&
		token_among(all, i + 5, "xmalloc xcalloc");
}

/* `a < b ? -1 : 1`, `a < b ? 1 : -1`: of the result of a comparison the sign counts. i is a 1. */
static bool is_sign_of_comparison(const struct tokens *all, int i)
{
	int sign = i;

	while (sign > 0 && !token_is(all, sign, "?"))
		sign--;
	if (!(token_is(all, sign + 1, "-") && token_is(all, sign + 2, "1") &&
		    token_is(all, sign + 3, ":") && token_is(all, sign + 4, "1") &&
		    i <= sign + 4) &&
		!(token_is(all, sign + 1, "1") && token_is(all, sign + 2, ":") &&
			token_is(all, sign + 3, "-") && token_is(all, sign + 4, "1") &&
			i <= sign + 4))
		return false;
	return token_among(all, plain_left(all, sign).first - 1, "< > <= >=");
}

static bool harmless_number(const struct tokens *all, int i, int made)
{
	int before = atoi(all->items[i].text.p);

	if (made == 2 && before == 1 && is_sign_of_comparison(all, i))
		return true;
	return made < before && limits_local_array(all, i - 1);
}

bool harmless_exchange(const struct tokens *all, int i, const char *made)
{
	if (all->items[i].kind == TOKEN_NUMBER)
		return harmless_number(all, i, atoi(made));
	if (!token_among(all, i, "< <= > >="))
		return false;
	return takes_extreme(all, i) || follows_unequal(all, i) ||
		(strcmp(made, "<") == 0 && limits_local_array(all, i));
}

/* `strcmp(a, b) == 0` is true for the same texts either way. */
bool harmless_swap(const struct tokens *all, int i)
{
	int opener = all->items[i].opener, closer = opener < 0 ? -1 : all->items[opener].match;

	return token_among(all, opener - 1, "strcmp memcmp") &&
		plain_left(all, i).first == opener + 1 && token_among(all, closer + 1, "== !=") &&
		token_is(all, closer + 2, "0");
}
