/* --filter: a jq program, run on the snapshot or on each listed object, with jq's options and exit
 * statuses. */
#ifndef INSPECT_FILTER_H
#define INSPECT_FILTER_H
#include <jv.h>

#include "common/output.h"
#include "list.h"
#include "common/source.h"

struct filter_options {
	const char *program;
	bool raw, compact, tab, exit_status, colour;
	bool terminal; /* output is a terminal, so raw strings are escaped */
	jv named;      /* object of --arg and --argjson; owned by the caller */
};

/* Input values of the program. */
struct filter_input {
	struct source *source;
	struct lister *list; /* NULL: the whole document is the only value */
	bool done;
};

/* Runs the program on all input values. Returns jq's exit status: 0 success; 1 with -e, the last
 * output was false or null; 3 the program does not compile; 4 with -e, no output; 5 the program
 * failed; or that of halt_error. A failed write sets *e. The caller checks the error of the reader.
 */
int filter_run(const struct filter_options *options, struct filter_input *input, struct output *out,
	struct error *e);

#endif
