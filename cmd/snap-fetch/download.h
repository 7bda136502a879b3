/* One HTTP download into the sink. */
#ifndef SNAP_FETCH_DOWNLOAD_H
#define SNAP_FETCH_DOWNLOAD_H
#include "forward.h"
#include "service.h"
#include "sink.h"

/* Source of the download. pod and forward are NULL for --url. */
struct endpoint {
	const char *url, *name, *pod; /* name: for messages */
	unsigned remote_port;
	struct forward *forward;
};

/* Other than DOWNLOAD_DONE: *e is set. */
enum download_end download(
	const struct settings *s, const struct endpoint *from, struct sink *k, struct error *e);
/* Appends given to url, with path if it has none; HOST:PORT is http. False: it is no http or https
 * URL. */
bool url_complete(const char *given, const char *path, struct strbuf *url);
/* Appends the URL in text, which need not be valid, without user, password, query and fragment,
 * which may be secret. */
void url_shown(const char *text, struct strbuf *shown);

#endif
