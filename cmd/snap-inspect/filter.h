/* --filter: a jq program, run on the snapshot or on each listed object, with jq's options and exit
 * statuses. */
#ifndef INSPECT_FILTER_H
#define INSPECT_FILTER_H
#include <jv.h>

#include "common/output.h"
#include "values.h"

enum { INDENT_TAB = -1, INDENT_DEFAULT = 2 };

/* Named after jq's options. */
struct filter_options {
	const char *program;
	int indent; /* 0: compact; 1 to 7; INDENT_TAB */
	bool raw, ascii, sorted, exit_status, null_input, colour;
	bool join;     /* nothing behind a result */
	bool nul;      /* a NUL behind a result */
	bool seq;      /* RS before a result that is no raw string */
	bool terminal; /* output is one */
	bool escape;   /* raw strings are escaped */
	jv named;      /* object of --arg and the like; owned by the caller, as the next */
	jv positional; /* array of --args and --jsonargs */
};

/* Runs the program on all input values. Returns jq's exit status: 0 success; 1 with -e, the last
 * output was false or null; 3 the program does not compile; 4 with -e, no output; 5 the program
 * failed; or that of halt_error. A failed write sets *e. The caller checks the error of the reader.
 */
int filter_run(const struct filter_options *options, struct values *values, struct output *out,
	struct error *e);

#endif
