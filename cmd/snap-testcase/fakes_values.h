/* Members of objects, of whatever type they should be. */
#ifndef TESTCASE_FAKES_VALUES_H
#define TESTCASE_FAKES_VALUES_H
#include "common/value.h"

/* The value at the end of a path of members, "spec.resources.gpu"; NULL: there is none. */
const struct value *at(const struct value *v, const char *path);
struct str text_at(const struct value *v, const char *path);
/* The member of the map at path, labels or annotations, of which the keys have points. */
struct str entry_at(const struct value *v, const char *path, struct str key);
int64_t int_at(const struct value *v, const char *path, int64_t missing);
double number_at(const struct value *v, const char *path, double missing);
bool true_at(const struct value *v, const char *path);
/* The elements of the list at path; 0: there is none. */
size_t count_at(const struct value *v, const char *path);
const struct value *item(const struct value *list, size_t i);

#endif
