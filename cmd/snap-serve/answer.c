#include <microhttpd.h>
#include <stdlib.h>
#include <strings.h>
#include "answer.h"
#include "common/mem.h"
#include "guests.h"
#include "host.h"

enum { BLOCK = 64 << 10 };

struct server {
	struct service service;
	struct guests *guests;
	struct MHD_Daemon *daemon;
};

/* State of one download, freed with its response. */
struct download {
	struct offer *offer;
	struct stat was; /* the file, at the start */
	struct guest *guest;
	const char *name;
};

static ssize_t next_bytes(void *ctx, uint64_t pos, char *buf, size_t max)
{
	struct download *d = ctx;
	struct error e = {0};

	guest_moves(d->guest, GUEST_WAITS);
	ssize_t n = offer_read(d->offer, &d->was, pos, buf, max, &e);
	guest_moves(d->guest, GUEST_TAKES);
	if (n > 0)
		return n;
	if (n == 0)
		return MHD_CONTENT_READER_END_OF_STREAM;
	/* Cuts the connection, which shows the client that the rest is missing. */
	msg_error(d->name, &e);
	return MHD_CONTENT_READER_END_WITH_ERROR;
}

static void download_free(void *ctx)
{
	struct download *d = ctx;

	offer_free(d->offer);
	free(d);
}

static enum MHD_Result send_response(
	struct MHD_Connection *c, unsigned status, struct MHD_Response *r)
{
	if (!r)
		return MHD_NO;
	enum MHD_Result queued = MHD_queue_response(c, status, r);
	MHD_destroy_response(r);
	return queued;
}

/* As Go's http.Error writes it. */
static enum MHD_Result refuse(struct MHD_Connection *c, unsigned status, const char *text)
{
	/* Persistent: nobody writes to it or frees it. */
	struct MHD_Response *r = MHD_create_response_from_buffer(
		strlen(text), (void *)(uintptr_t)text, MHD_RESPMEM_PERSISTENT);

	if (r) {
		MHD_add_response_header(
			r, MHD_HTTP_HEADER_CONTENT_TYPE, "text/plain; charset=utf-8");
		MHD_add_response_header(r, "X-Content-Type-Options", "nosniff");
		if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
			MHD_add_response_header(r, MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
	}
	return send_response(c, status, r);
}

/* In chunks, without Content-Length, as the plugin sends. HTTP/1.0 has no chunks, and there the end
 * of the connection would not show whether the body is complete. */
static enum MHD_Result send_snapshot(
	struct MHD_Connection *c, const char *version, struct download whole)
{
	struct download *d = xmalloc(sizeof *d);

	*d = whole;
	uint64_t size = strcmp(version, MHD_HTTP_VERSION_1_0) == 0 ? offer_size(d->offer)
								   : MHD_SIZE_UNKNOWN;
	struct MHD_Response *r =
		MHD_create_response_from_callback(size, BLOCK, next_bytes, d, download_free);
	if (!r) {
		download_free(d);
		return MHD_NO;
	}
	MHD_add_response_header(r, MHD_HTTP_HEADER_CONTENT_TYPE, "application/zip");
	MHD_add_response_header(
		r, MHD_HTTP_HEADER_CONTENT_DISPOSITION, "attachment; filename=snapshot.zip");
	return send_response(c, MHD_HTTP_OK, r);
}

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

static unsigned status_of(const struct server *server, struct MHD_Connection *c, const char *url,
	const char *method, const char *version, struct download *d, struct error *e)
{
	const char *path;
	unsigned status = wrong_host(&server->service, c, version, url, &path);

	if (status)
		return status;
	if (strcmp(method, MHD_HTTP_METHOD_GET) != 0 && strcmp(method, MHD_HTTP_METHOD_HEAD) != 0)
		return MHD_HTTP_METHOD_NOT_ALLOWED;
	if (strcmp(path, "/get-snapshot") != 0)
		return MHD_HTTP_NOT_FOUND;
	*d = (struct download){.guest = guest_of(c), .name = server->service.source->name};
	d->offer = source_take(server->service.source, &d->was, e);
	return d->offer ? MHD_HTTP_OK : MHD_HTTP_INTERNAL_SERVER_ERROR;
}

static enum MHD_Result answer(const struct server *server, struct MHD_Connection *c,
	const char *url, const char *method, const char *version)
{
	struct download d;
	struct error e = {0};

	guest_moves(guest_of(c), GUEST_WAITS);
	unsigned status = status_of(server, c, url, method, version, &d, &e);
	msg_note("%s %.16s %.1000s %u", guest_name(guest_of(c)), method, url, status);
	guest_moves(guest_of(c), GUEST_TAKES);
	switch (status) {
	case MHD_HTTP_OK: return send_snapshot(c, version, d);
	case MHD_HTTP_BAD_REQUEST: return refuse(c, status, "one Host is wanted\n");
	case MHD_HTTP_MISDIRECTED_REQUEST:
		return refuse(c, status, "not for this host: ask for localhost or 127.0.0.1\n");
	case MHD_HTTP_METHOD_NOT_ALLOWED: return refuse(c, status, "method not allowed\n");
	case MHD_HTTP_NOT_FOUND: return refuse(c, status, "plugin not found\n");
	default:
		msg_error(server->service.source->name, &e);
		return refuse(c, status, "the snapshot cannot be read\n");
	}
}

/* Called for each request: after its header, for each piece of its body, and after the body. */
static enum MHD_Result on_request(void *ctx, struct MHD_Connection *c, const char *url,
	const char *method, const char *version, const char *body, size_t *body_size, void **state)
{
	(void)body;
	static char seen;
	if (!*state) {
		*state = &seen;
		return MHD_YES;
	}
	if (*body_size) {
		*body_size = 0; /* read and thrown away */
		return MHD_YES;
	}
	return answer(ctx, c, url, method, version);
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
	(void)ctx, (void)state, (void)code;
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
