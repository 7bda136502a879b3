#include "answer.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "common/mem.h"
#include "host.h"
#include "role.h"

struct server {
	struct service service;
	struct guests *guests;
	struct MHD_Daemon *daemon;
};

struct hosts {
	unsigned count;
	const char *first;
};

static enum MHD_Result see_host(
	void *ctx, enum MHD_ValueKind kind, const char *key, const char *value)
{
	(void)kind;
	struct hosts *h = ctx;
	if (strcasecmp(key, MHD_HTTP_HEADER_HOST) == 0 && h->count++ == 0)
		h->first = value;
	return MHD_YES;
}

/* 0, or the status that refuses a request for another host. */
static unsigned wrong_host(const struct service *s, struct MHD_Connection *c, const char *version,
	const char *url, const char **path)
{
	struct hosts h = {0};
	struct str authority;

	*path = url;
	MHD_get_connection_values(c, MHD_HEADER_KIND, see_host, &h);
	bool absolute = host_of_url(url, &authority, path);
	if (h.count > 1 || (h.count == 0 && strcmp(version, MHD_HTTP_VERSION_1_0) != 0))
		return MHD_HTTP_BAD_REQUEST;
	if (!absolute)
		authority = str_of(h.first);
	/* Browsers always tell whom they ask. */
	if (!s->at->loopback || (!absolute && !h.count) || host_is_ours(authority, s->listen))
		return 0;
	return MHD_HTTP_MISDIRECTED_REQUEST;
}

static struct guest *guest_of(struct MHD_Connection *c)
{
	return MHD_get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

enum MHD_Result answer_offer(struct request *q, const struct header *headers)
{
	struct source *source = q->service->source;
	struct error e = {0};
	struct stat was;
	struct offer *offer = source_take(source, &was, &e);

	if (offer)
		return respond_offer(q, offer_status(offer), offer, &was, headers);
	msg_error(source->name, &e);
	return respond_error(q, MHD_HTTP_INTERNAL_SERVER_ERROR, "the snapshot cannot be read\n");
}

static enum MHD_Result answer(struct request *q)
{
	const char *path;

	guest_moves(q->guest, GUEST_WAITS);
	switch (wrong_host(q->service, q->connection, q->version, q->url, &path)) {
	case MHD_HTTP_BAD_REQUEST:
		return respond_error(q, MHD_HTTP_BAD_REQUEST, "one Host is wanted\n");
	case MHD_HTTP_MISDIRECTED_REQUEST:
		return respond_error(q, MHD_HTTP_MISDIRECTED_REQUEST,
			"not for this host: ask for localhost or 127.0.0.1\n");
	default: return q->service->source->role->answer(q, path);
	}
}

/* Called for each request: after its header, for each piece of its body, and after the body. */
static enum MHD_Result on_request(void *ctx, struct MHD_Connection *c, const char *url,
	const char *method, const char *version, const char *body, size_t *body_size, void **state)
{
	(void)body;
	struct request *q = *state;
	if (!q) {
		*state = xcalloc(1, sizeof *q);
		return MHD_YES;
	}
	if (*body_size) {
		*body_size = 0; /* read and thrown away */
		return MHD_YES;
	}
	*q = (struct request){.service = &((const struct server *)ctx)->service,
		.connection = c,
		.guest = guest_of(c),
		.method = method,
		.url = url,
		.version = version};
	return answer(q);
}

static void on_connection(
	void *ctx, struct MHD_Connection *c, void **guest, enum MHD_ConnectionNotificationCode code)
{
	const struct server *server = ctx;

	if (code == MHD_CONNECTION_NOTIFY_STARTED)
		*guest = guest_come(server->guests,
			MHD_get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd,
			MHD_get_connection_info(c, MHD_CONNECTION_INFO_CLIENT_ADDRESS)
				->client_addr);
	else
		guest_leave(server->guests, *guest);
}

static void on_answered(
	void *ctx, struct MHD_Connection *c, void **state, enum MHD_RequestTerminationCode code)
{
	(void)ctx, (void)code;
	struct request *q = *state;

	if (q && q->done)
		q->done(q->ctx);
	free(q);
	*state = NULL;
	guest_moves(guest_of(c), GUEST_ASKS);
}

/* Compares the path as written, without unescaping: clients do not escape anything in it. */
static size_t as_written(void *ctx, struct MHD_Connection *c, char *text)
{
	(void)ctx, (void)c;
	return strlen(text);
}

struct server *answer_start(const struct service *service, struct error *e)
{
	struct server *server = xcalloc(1, sizeof *server);
	unsigned most_each = service->at->loopback ? GUESTS : GUESTS_EACH;

	server->service = *service;
	server->guests = guests_start(service->idle_ms, most_each, e);
	if (server->guests)
		server->daemon = MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD |
				MHD_USE_THREAD_PER_CONNECTION | MHD_USE_AUTO,
			0, NULL, NULL, on_request, server, MHD_OPTION_LISTEN_SOCKET,
			service->at->fd, MHD_OPTION_CONNECTION_LIMIT,
			(unsigned)(GUESTS + GUESTS_MORE), MHD_OPTION_PER_IP_CONNECTION_LIMIT,
			most_each + GUESTS_MORE, MHD_OPTION_NOTIFY_CONNECTION, on_connection,
			server, MHD_OPTION_NOTIFY_COMPLETED, on_answered, server,
			MHD_OPTION_UNESCAPE_CALLBACK, as_written, NULL, MHD_OPTION_END);
	if (server->daemon)
		return server;
	error_set(e, SNAP_SYSTEM, "cannot start the HTTP server", "%s", "libmicrohttpd refused");
	if (server->guests)
		guests_stop(server->guests);
	free(server);
	return NULL;
}

void answer_stop(struct server *server)
{
	MHD_stop_daemon(server->daemon);
	guests_stop(server->guests);
	free(server);
}
