/* A request, and the responses to it. */
#ifndef SNAP_SERVE_RESPOND_H
#define SNAP_SERVE_RESPOND_H
#include <microhttpd.h>
#include "guests.h"
#include "offer.h"

struct service;

/* Exists until its response is sent, or its connection has ended. */
struct request {
	const struct service *service;
	struct MHD_Connection *connection;
	struct guest *guest;
	const char *method, *url, *version; /* valid until it is answered */
	/* Called with ctx at the end; NULL: nothing. */
	void (*done)(void *ctx);
	void *ctx;
};

/* Ends a list of headers with a name NULL. */
struct header {
	const char *name, *value;
};
#define HEADER_TEXT \
	{ \
		MHD_HTTP_HEADER_CONTENT_TYPE, "text/plain; charset=utf-8" \
	}
#define HEADER_END \
	{ \
		NULL, NULL \
	}

/* text outlives the response: a literal. */
enum MHD_Result respond_text(
	struct request *q, unsigned status, const char *text, const struct header *headers);
/* As Go's http.Error writes it. */
enum MHD_Result respond_error(struct request *q, unsigned status, const char *text);
/* The bytes of the offer, which is taken over, in chunks; was: its file now. */
enum MHD_Result respond_offer(struct request *q, unsigned status, struct offer *offer,
	const struct stat *was, const struct header *headers);

#endif
