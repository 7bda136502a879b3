/* What the command line gives a jq program: $NAME, $ARGS, and the program itself from a file. Of
 * one name the first counts, as in jq. What is wrong ends the program (msg_usage). */
#ifndef INSPECT_ARGUMENTS_H
#define INSPECT_ARGUMENTS_H
#include <jv.h>
#include <stdbool.h>
#include <stddef.h>

enum argument_kind { ARGUMENT_TEXT, ARGUMENT_JSON, ARGUMENT_SLURPFILE, ARGUMENT_RAWFILE };

struct file_argument {
	enum argument_kind kind;
	const char *name, *path;
};

struct arguments {  /* all zero bytes at first */
	bool begun; /* named and positional are valid */
	jv named, positional;
	struct file_argument *files; /* not read yet */
	size_t n_files;
};

void arguments_free(struct arguments *a);
/* "--arg", "--argjson", "--slurpfile", "--rawfile". */
const char *argument_option(enum argument_kind kind);
/* The texts are kept until arguments_load; value is a path for a file. */
void arguments_name(
	struct arguments *a, enum argument_kind kind, const char *name, const char *value);
/* Of $ARGS.positional; kind ARGUMENT_TEXT or ARGUMENT_JSON. */
void arguments_add(struct arguments *a, enum argument_kind kind, const char *value);
/* Reads the files, and makes named and positional valid: after the limit of memory is set, since a
 * file may have any size. */
void arguments_load(struct arguments *a);
/* The text of the file of --from-file. The caller frees it. */
char *arguments_program(const char *path);

#endif
