/* One HTTP download into the sink. */
#ifndef SNAP_FETCH_DOWNLOAD_H
#define SNAP_FETCH_DOWNLOAD_H
#include "forward.h"
#include "sink.h"

enum download_end {
	DOWNLOAD_DONE,      /* the HTTP side is whole; the verifier has the last word */
	DOWNLOAD_NOT_FOUND, /* 404: the plugin does not answer here */
	DOWNLOAD_TRANSIENT, /* another try may help */
	DOWNLOAD_FAILED
};

/* Where from: pod and forward are NULL for a URL of the user's own. */
struct endpoint {
	const char *url, *name, *pod; /* name: for messages */
	unsigned remote_port;
	struct forward *forward;
};

/* Unless DOWNLOAD_DONE, *e is set. */
enum download_end download(
	const struct settings *s, const struct endpoint *from, struct sink *k, struct error *e);
/* Is this a http or https URL? Appends it, with the plugin's path where it has none. */
bool url_complete(const char *given, struct strbuf *url);
/* Appends the URL without user, password, query and fragment, which may be secret; text may be
 * anything. */
void url_shown(const char *text, struct strbuf *shown);

#endif
