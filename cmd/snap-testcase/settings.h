/* The command line. */
#ifndef TESTCASE_SETTINGS_H
#define TESTCASE_SETTINGS_H
#include <stdbool.h>
#include "expect.h"

/* The forms of a test. X(NAME, word): NAME is what code writes behind FORM_, word is the argument
 * of --format. */
#define FORMS(X) X(BATS, "bats") X(GO, "go") X(GO_SNAPSHOT, "go-snapshot")
#define FORM_MEMBER(NAME, word) FORM_##NAME,
enum form { FORMS(FORM_MEMBER) FORM_COUNT };
#undef FORM_MEMBER

struct settings {
	const char *file, *output; /* NULL: standard input, standard output */
	enum form form;
	enum expect expect;
	bool raw; /* the names stay */
};

#endif
