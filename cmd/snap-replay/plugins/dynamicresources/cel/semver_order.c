/* The order of semantic versions. */
#include "semver.h"

bool semver_digits(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!is_digit(s.p[i]))
			return false;
	return true;
}

struct str semver_take(struct str *rest, char mark)
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

/* Numbers by value and before words, words by their bytes. */
static int compare_parts(struct str a, struct str b)
{
	bool x = semver_digits(a), y = semver_digits(b);

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
		int order = compare_parts(semver_take(&a, '.'), semver_take(&b, '.'));

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
