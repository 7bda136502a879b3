/* Calls of kubectl and the causes of its failures. */
#ifndef SNAP_FETCH_KUBECTL_H
#define SNAP_FETCH_KUBECTL_H
#include <sys/types.h>
#include "common/msg.h"
#include "common/str.h"
#include "settings.h"

enum kubectl_failure {
	KUBECTL_OK,
	KUBECTL_NOT_FOUND, /* the object */
	KUBECTL_FORBIDDEN, /* by RBAC */
	/* No kubectl, no such context, not logged in, or time-out: all other calls would fail, too.
	 */
	KUBECTL_HOPELESS,
	KUBECTL_OTHER
};

enum { KUBECTL_ARGS = 16 };
/* Sets argv, of KUBECTL_ARGS elements, to "kubectl ARGS... --namespace NS --context C". args ends
 * in NULL. */
void kubectl_argv(
	const struct settings *s, const char *const args[], const char *argv[KUBECTL_ARGS]);

/* Runs "kubectl ARGS..." and writes its output to json, with padding for the JSON reader. what
 * names the object in messages ("deployment x"). Other than KUBECTL_OK: *e is set, with a hint. */
enum kubectl_failure kubectl_get(const struct settings *s, const char *const args[],
	const char *what, struct strbuf *json, struct error *e);
/* Sets *e from err, the stderr of kubectl. */
enum kubectl_failure kubectl_explain(const struct settings *s, const char *what,
	const struct strbuf *err, int status, struct error *e);
/* Sets *e when kubectl could not start; *started is the cause. */
enum kubectl_failure kubectl_missing(
	const struct settings *s, const struct error *started, struct error *e);
/* Joins the lines of text into one of at most size bytes; of a longer text the end is kept. Returns
 * buf. */
char *kubectl_one_line(const struct strbuf *text, char *buf, size_t size);
/* Sets *e to "time-out"; the format describes the awaited event. Returns false. */
bool deadline_error(const struct settings *s, struct error *e, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
