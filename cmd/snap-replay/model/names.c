#include "model/names.h"

static bool is_alnum(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* 1 to 63 characters, alphanumeric at both ends, inner '-', '_', '.'. */
static bool is_name_part(struct str s)
{
	if (s.n < 1 || s.n > 63 || !is_alnum(s.p[0]) || !is_alnum(s.p[s.n - 1]))
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (!is_alnum(s.p[i]) && s.p[i] != '-' && s.p[i] != '_' && s.p[i] != '.')
			return false;
	return true;
}

static bool is_subdomain(struct str s)
{
	char before = '.';

	if (s.n > 253)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];
		bool lower = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');

		if (!lower && !(c == '-' && before != '.') &&
			!(c == '.' && before != '.' && before != '-'))
			return false;
		before = c;
	}
	return before != '.' && before != '-';
}

bool is_qualified_name(struct str s)
{
	const char *slash = str_find(s, '/');

	if (!slash)
		return is_name_part(s);
	const char *name = slash + 1, *end = s.p + s.n;

	return is_subdomain((struct str){s.p, (size_t)(slash - s.p)}) &&
		is_name_part((struct str){name, (size_t)(end - name)});
}

bool is_label_value(struct str s)
{
	return s.n == 0 || is_name_part(s);
}

bool parse_bool(struct str s, bool *v)
{
	static const char *const words[] = {
		"0", "1", "f", "t", "F", "T", "false", "true", "False", "True", "FALSE", "TRUE"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_eq(s, str_of(words[i]))) {
			*v = i % 2 != 0;
			return true;
		}
	return false;
}
