/* What every program's main shares: --version, output formats, closing of stdout. */
#ifndef SNAP_PROGRAM_H
#define SNAP_PROGRAM_H
#include "msg.h"

enum format { FORMAT_AUTO, FORMAT_JSON, FORMAT_TEXT, FORMAT_TSV };

#define SNAP_VERSION "0.1.0"

enum format format_parse(const char *arg, bool tsv_allowed); /* msg_usage on anything else */
enum format format_resolve(
	enum format f, const char *output_path); /* AUTO: text on a terminal, else json */
_Noreturn void program_help(const char *text);   /* --help: text to stdout, and exit */
_Noreturn void program_version(void);            /* --version: "snap-x 0.1.0" to stdout, and exit */
int program_verbosity(const char *arg);          /* 0 or more; msg_usage on anything else */
/* The one FILE operand (NULL when absent); msg_usage when there are more. */
const char *program_operand(int argc, char **argv, int optind_now);
/* Flushes stdout; a failure (closed, full, /dev/full) becomes a message and SNAP_SYSTEM. Returns
 * the exit status to use. */
int program_close(int status);

#endif
