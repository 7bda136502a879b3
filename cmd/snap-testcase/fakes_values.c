#include "fakes_values.h"

#include <stdlib.h>

const struct value *at(const struct value *v, const char *path)
{
	while (v && *path) {
		const char *end = strchr(path, '.');
		size_t n = end ? (size_t)(end - path) : strlen(path);

		v = value_field(v, (struct str){path, n});
		path += end ? n + 1 : n;
	}
	return v && v->type != JSON_NULL ? v : NULL;
}

struct str text_at(const struct value *v, const char *path)
{
	return value_str(at(v, path));
}

struct str entry_at(const struct value *v, const char *path, struct str key)
{
	return value_str(value_get(at(v, path), key));
}

/* The texts of an arena's values end in a NUL. */
double number_at(const struct value *v, const char *path, double missing)
{
	const struct value *n = at(v, path);

	return n && n->type == JSON_NUMBER ? strtod(n->text.p, NULL) : missing;
}

int64_t int_at(const struct value *v, const char *path, int64_t missing)
{
	const struct value *n = at(v, path);

	return n && n->type == JSON_NUMBER ? strtoll(n->text.p, NULL, 10) : missing;
}

bool true_at(const struct value *v, const char *path)
{
	const struct value *b = at(v, path);

	return b && b->type == JSON_TRUE;
}

size_t count_at(const struct value *v, const char *path)
{
	const struct value *list = at(v, path);

	return list && list->type == JSON_ARRAY ? list->count : 0;
}

const struct value *item(const struct value *list, size_t i)
{
	return list->members[i].value;
}
