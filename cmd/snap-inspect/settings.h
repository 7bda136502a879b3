/* What the command line asks for. */
#ifndef INSPECT_SETTINGS_H
#define INSPECT_SETTINGS_H
#include "arguments.h"
#include "common/kinds.h"
#include "common/program.h"
#include "filter.h"

struct settings {
	bool check, quiet;
	enum kind list; /* KIND_NONE: no --list */
	enum format format;
	const char *output, *input;
	const char *from_file;
	uint64_t max_memory; /* 0: the default */
	struct filter_options filter;
	bool slurp, stream;
	bool escape;                                        /* what --raw-output writes */
	enum { COLOUR_AUTO, COLOUR_YES, COLOUR_NO } colour; /* of results */
	struct arguments arguments;
	/* What an operand is: the input, or what --args and --jsonargs say. */
	enum { OPERAND_INPUT, OPERAND_TEXT, OPERAND_JSON } operand;
	const char *jq_option; /* one that goes with a program only, as given first */
	const char *objects, *config;
	struct strbuf other_config; /* what the file of --config says */
	long dump;                  /* its number; 0: the last one */
	bool list_dumps;
};

/* Ends the program for --help, --version and what is wrong. */
void settings_parse(struct settings *o, int argc, char **argv);

#endif
