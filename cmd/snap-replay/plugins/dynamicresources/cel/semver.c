/* Semantic versions (semver.org 2.0.0), with the complaints of the original's parser. */
#include "functions.h"

static bool all_digits(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!is_digit(s.p[i]))
			return false;
	return true;
}

static bool all_letters(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (!is_digit(c) && !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && c != '-')
			return false;
	}
	return true;
}

/* What stands in front of the next `mark`; *rest goes behind it, or becomes NULL. */
static struct str take_until(struct str *rest, char mark)
{
	const char *at = str_find(*rest, mark);
	struct str part = *rest;

	if (!at) {
		*rest = (struct str){NULL, 0};
		return part;
	}
	part.n = (size_t)(at - rest->p);
	*rest = (struct str){at + 1, rest->n - part.n - 1};
	return part;
}

static bool complain(struct arena *a, struct str *why, const char *what, struct str part)
{
	*why = value_errorf(a, "%s " STR_FMT, what, STR_ARG(quote(a, part))).text;
	return false;
}

/* strconv.ParseUint of digits. */
static bool parse_number(struct arena *a, struct str s, uint64_t *n, struct str *why)
{
	*n = 0;
	for (size_t i = 0; i < s.n; i++)
		if (__builtin_mul_overflow(*n, 10u, n) ||
			__builtin_add_overflow(*n, (unsigned)(s.p[i] - '0'), n)) {
			*why = value_errorf(a,
				"strconv.ParseUint: parsing " STR_FMT ": value out of range",
				STR_ARG(quote(a, s)))
				       .text;
			return false;
		}
	if (!s.n)
		*why = STR("strconv.ParseUint: parsing \"\": invalid syntax");
	return s.n > 0;
}

static bool parse_part(struct arena *a, int part, struct str s, uint64_t *n, struct str *why)
{
	static const char *const characters[] = {"Invalid character(s) found in major number",
		"Invalid character(s) found in minor number",
		"Invalid character(s) found in patch number"};
	static const char *const zeroes[] = {"Major number must not contain leading zeroes",
		"Minor number must not contain leading zeroes",
		"Patch number must not contain leading zeroes"};

	if (!all_digits(s))
		return complain(a, why, characters[part], s);
	if (s.n > 1 && s.p[0] == '0')
		return complain(a, why, zeroes[part], s);
	return parse_number(a, s, n, why);
}

static bool check_prerelease(struct arena *a, struct str all, struct str *why)
{
	uint64_t n;

	while (all.p) {
		struct str s = take_until(&all, '.');

		if (!s.n) {
			*why = STR("Prerelease is empty");
			return false;
		}
		if (!all_letters(s))
			return complain(a, why, "Invalid character(s) found in prerelease", s);
		if (!all_digits(s))
			continue;
		if (s.n > 1 && s.p[0] == '0')
			return complain(a, why,
				"Numeric PreRelease version must not contain leading zeroes", s);
		if (!parse_number(a, s, &n, why))
			return false;
	}
	return true;
}

static bool check_build(struct arena *a, struct str all, struct str *why)
{
	while (all.p) {
		struct str s = take_until(&all, '.');

		if (!s.n) {
			*why = STR("Build meta data is empty");
			return false;
		}
		if (!all_letters(s))
			return complain(a, why, "Invalid character(s) found in build meta data", s);
	}
	return true;
}

bool version_parse(struct str text, struct version *v, struct arena *a, struct str *why)
{
	struct str patch = text, build, major, minor;

	*v = (struct version){0};
	*why = text.n ? STR("No Major.Minor.Patch elements found") : STR("Version string empty");
	major = take_until(&patch, '.');
	if (!patch.p)
		return false;
	minor = take_until(&patch, '.');
	if (!patch.p)
		return false;
	if (!parse_part(a, 0, major, &v->major, why) || !parse_part(a, 1, minor, &v->minor, why))
		return false;
	build = patch;
	patch = take_until(&build, '+');
	v->prerelease = patch;
	patch = take_until(&v->prerelease, '-');
	return parse_part(a, 2, patch, &v->patch, why) && check_prerelease(a, v->prerelease, why) &&
		check_build(a, build, why);
}

/* Numbers by value and before words, words by their bytes. */
static int compare_parts(struct str a, struct str b)
{
	bool x = all_digits(a), y = all_digits(b);

	if (x != y)
		return x ? -1 : 1;
	/* Without leading zeroes a number with more digits is greater. */
	if (x && a.n != b.n)
		return a.n < b.n ? -1 : 1;
	int order = str_cmp(a, b);
	return (order > 0) - (order < 0);
}

static int compare_prereleases(struct str a, struct str b)
{
	if (!a.p || !b.p) /* a release comes behind its prereleases */
		return (a.p == NULL) - (b.p == NULL);
	while (a.p && b.p) {
		int order = compare_parts(take_until(&a, '.'), take_until(&b, '.'));

		if (order)
			return order;
	}
	return (a.p != NULL) - (b.p != NULL);
}

static int compare_numbers(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

int version_compare(const struct version *a, const struct version *b)
{
	int order = compare_numbers(a->major, b->major);

	order = order ? order : compare_numbers(a->minor, b->minor);
	order = order ? order : compare_numbers(a->patch, b->patch);
	return order ? order : compare_prereleases(a->prerelease, b->prerelease);
}
