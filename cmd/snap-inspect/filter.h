/* --filter: a jq program on the snapshot or on each listed object, with jq's options and exit
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
	bool terminal; /* the results go to one: what raw strings do to it is not to be done */
	jv named;      /* object of --arg and --argjson; owned by the caller */
};

/* Values for the program, one after the other: invalid at the end, or on an error that the reader
 * holds. */
struct filter_input {
	struct source *source;
	struct lister *list; /* NULL: the whole document is the one value */
	bool done;
};

/* Runs it to the end of the input. Returns jq's exit status (0 done, 1 with -e: last output was
 * false or null, 3 the program does not compile, 4 with -e: no output, 5 the program failed, or
 * what halt_error says). *e is set when writing fails; the reader's error is the caller's to look
 * at. */
int filter_run(const struct filter_options *options, struct filter_input *input, struct output *out,
	struct error *e);

#endif
