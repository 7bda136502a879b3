/* Parts of every program's main: --version, output formats, closing of stdout. */
#ifndef SNAP_PROGRAM_H
#define SNAP_PROGRAM_H
#include "msg.h"
#include "str.h"

enum format { FORMAT_AUTO, FORMAT_JSON, FORMAT_TEXT, FORMAT_TSV };

/* Of the whole toolkit: "0.1.0". */
extern const char program_release[];
/* What the program was built from, with "+" behind it when files had changed since; or "unknown".
 */
extern const char program_commit[];

/* The argument of --format; msg_usage on anything else. */
enum format format_parse(const char *arg, bool tsv_allowed);
/* Resolves FORMAT_AUTO: text on a terminal, else JSON. */
enum format format_resolve(enum format f, const char *output_path);
/* --help: writes text to stdout and exits. */
_Noreturn void program_help(const char *text);
/* "snap-x 0.1.0", as files say who wrote them. Kept for ever. */
struct str program_and_release(void);
/* --version: writes release, commit and the scheduler that is replayed to stdout and exits. */
_Noreturn void program_version(void);
/* The only operand, FILE; NULL: absent. msg_usage for more than one. */
const char *program_operand(int argc, char **argv, int optind_now);
/* Flushes stdout and returns the exit status: status, or SNAP_SYSTEM after a failure (closed, full,
 * /dev/full), which is reported. */
int program_close(int status);

#endif
