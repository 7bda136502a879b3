/* Semantic versions (semver.org 2.0.0), with the complaints of the original's parser. */
#include "semver.h"

static bool all_letters(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (!is_digit(c) && !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && c != '-')
			return false;
	}
	return true;
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

	if (!semver_digits(s))
		return complain(a, why, characters[part], s);
	if (s.n > 1 && s.p[0] == '0')
		return complain(a, why, zeroes[part], s);
	return parse_number(a, s, n, why);
}

static bool check_prerelease(struct arena *a, struct str all, struct str *why)
{
	uint64_t n;

	while (all.p) {
		struct str s = semver_take(&all, '.');

		if (!s.n) {
			*why = STR("Prerelease is empty");
			return false;
		}
		if (!all_letters(s))
			return complain(a, why, "Invalid character(s) found in prerelease", s);
		if (!semver_digits(s))
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
		struct str s = semver_take(&all, '.');

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
	major = semver_take(&patch, '.');
	if (!patch.p)
		return false;
	minor = semver_take(&patch, '.');
	if (!patch.p)
		return false;
	if (!parse_part(a, 0, major, &v->major, why) || !parse_part(a, 1, minor, &v->minor, why))
		return false;
	build = patch;
	patch = semver_take(&build, '+');
	v->prerelease = patch;
	patch = semver_take(&v->prerelease, '-');
	return parse_part(a, 2, patch, &v->patch, why) && check_prerelease(a, v->prerelease, why) &&
		check_build(a, build, why);
}

/* One of three parts without its leading zeroes. */
static void put_part(struct strbuf *b, struct str part)
{
	struct str s = part;

	while (part.n > 1 && s.n && *s.p == '0')
		s = (struct str){s.p + 1, s.n - 1};
	if (part.n > 1 && (!s.n || !is_digit(*s.p)))
		strbuf_addc(b, '0');
	strbuf_addstr(b, s);
}

bool version_parse_short(struct str text, struct version *v, struct arena *a, struct str *why)
{
	struct strbuf b = {0};
	struct str rest = text, part = {NULL, 0};
	int parts = 0;

	if (str_starts(rest, STR("v")))
		rest = (struct str){rest.p + 1, rest.n - 1};
	for (bool more = true; more; parts++) {
		part = parts < 2 ? semver_take(&rest, '.') : rest;
		more = parts < 2 && rest.p;
		put_part(&b, part);
		if (more)
			strbuf_addc(&b, '.');
	}
	*why = STR("short version cannot contain PreRelease/Build meta data");
	bool good = parts == 3 || (!str_find(part, '+') && !str_find(part, '-'));
	for (; parts < 3; parts++)
		strbuf_addz(&b, ".0");
	if (good)
		good = version_parse(arena_str(a, strbuf_str(&b)), v, a, why);
	strbuf_free(&b);
	return good;
}
