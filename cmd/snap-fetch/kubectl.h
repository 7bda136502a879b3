/* Calls of kubectl and what its failures mean. */
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
	KUBECTL_HOPELESS,  /* kubectl missing, no such context, not logged in, out of time: nothing
			      else will work either */
	KUBECTL_OTHER
};

enum { KUBECTL_ARGS = 16 };
/* "kubectl VERB... --namespace NS --context C" into argv, which has KUBECTL_ARGS places; words end
 * in NULL. */
void kubectl_argv(
	const struct settings *s, const char *const args[], const char *argv[KUBECTL_ARGS]);

/* "kubectl WORDS -o json": its output into json, with padding for the JSON reader behind it. what
 * names the object, for messages
 * ("deployment x"). Unless KUBECTL_OK, *e says why and what to try. */
enum kubectl_failure kubectl_get(const struct settings *s, const char *const args[],
	const char *what, struct strbuf *json, struct error *e);
/* Sets *e from what kubectl wrote to stderr. */
enum kubectl_failure kubectl_explain(const struct settings *s, const char *what,
	const struct strbuf *err, int status, struct error *e);
/* kubectl could not be started: *started holds why. */
enum kubectl_failure kubectl_missing(
	const struct settings *s, const struct error *started, struct error *e);
/* The lines of text, joined into one of at most size bytes; the end counts when there are too many.
 * Returns buf. */
char *kubectl_one_line(const struct strbuf *text, char *buf, size_t size);
/* "time-out" with what was waited for. */
bool deadline_error(const struct settings *s, struct error *e, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
