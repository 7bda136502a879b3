#include <microhttpd.h>
#include <netdb.h>
#include <stdlib.h>
#include <sys/socket.h>
#include "answer.h"
#include "common/mem.h"

enum { BLOCK = 64 << 10, IDLE_SECONDS = 300, CONNECTIONS = 64, HOST = 256 };

/* What one download needs; freed with its response. */
struct download {
	struct stream *stream;
	const struct source *source;
};

static ssize_t next_bytes(void *ctx, uint64_t pos, char *buf, size_t max)
{
	(void)pos;
	struct download *d = ctx;
	struct error e = {0};
	ssize_t n = stream_read(d->stream, buf, max, &e);
	if (n > 0)
		return n;
	if (n == 0)
		return MHD_CONTENT_READER_END_OF_STREAM;
	/* The connection is cut, which is how the client learns that the rest is missing. */
	msg_error(d->source->path, &e);
	return MHD_CONTENT_READER_END_WITH_ERROR;
}

static void download_free(void *ctx)
{
	struct download *d = ctx;
	stream_close(d->stream);
	free(d);
}

static void log_request(struct MHD_Connection *c, const char *method, const char *url, unsigned status)
{
	char host[HOST] = "?";
	const union MHD_ConnectionInfo *info = MHD_get_connection_info(c, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	if (info && info->client_addr) {
		socklen_t size = info->client_addr->sa_family == AF_INET6 ? sizeof(struct sockaddr_storage) : 16;
		getnameinfo(info->client_addr, size, host, sizeof host, NULL, 0, NI_NUMERICHOST);
	}
	msg_note("%s %s %s %u", host, method, url, status);
}

static enum MHD_Result send_response(struct MHD_Connection *c, unsigned status, struct MHD_Response *r)
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
	struct MHD_Response *r = MHD_create_response_from_buffer(strlen(text), (void *)(uintptr_t)text, MHD_RESPMEM_PERSISTENT);
	if (r) {
		MHD_add_response_header(r, MHD_HTTP_HEADER_CONTENT_TYPE, "text/plain; charset=utf-8");
		MHD_add_response_header(r, "X-Content-Type-Options", "nosniff");
		if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
			MHD_add_response_header(r, MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
	}
	return send_response(c, status, r);
}

/* No Content-Length: the plugin does not know it either. */
static enum MHD_Result send_snapshot(struct MHD_Connection *c, struct stream *stream, const struct source *source)
{
	struct download *d = xmalloc(sizeof *d);
	*d = (struct download){stream, source};
	struct MHD_Response *r = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, next_bytes, d, download_free);
	if (!r) {
		download_free(d);
		return MHD_NO;
	}
	MHD_add_response_header(r, MHD_HTTP_HEADER_CONTENT_TYPE, "application/zip");
	MHD_add_response_header(r, MHD_HTTP_HEADER_CONTENT_DISPOSITION, "attachment; filename=snapshot.zip");
	return send_response(c, MHD_HTTP_OK, r);
}

/* Called for each request once its header is there, again for each piece of its body, and once behind it. */
static enum MHD_Result on_request(void *ctx, struct MHD_Connection *c, const char *url, const char *method, const char *version,
	const char *body, size_t *body_size, void **state)
{
	(void)version, (void)body;
	static char seen;
	const struct source *source = ctx;
	if (!*state) {
		*state = &seen;
		return MHD_YES;
	}
	if (*body_size) {
		*body_size = 0; /* read and thrown away */
		return MHD_YES;
	}
	unsigned status = MHD_HTTP_OK;
	struct stream *stream = NULL;
	struct error e = {0};
	if (strcmp(method, MHD_HTTP_METHOD_GET) != 0 && strcmp(method, MHD_HTTP_METHOD_HEAD) != 0)
		status = MHD_HTTP_METHOD_NOT_ALLOWED;
	else if (strcmp(url, "/get-snapshot") != 0)
		status = MHD_HTTP_NOT_FOUND;
	else if (!(stream = stream_open(source, &e)))
		status = MHD_HTTP_INTERNAL_SERVER_ERROR;
	log_request(c, method, url, status);
	switch (status) {
	case MHD_HTTP_METHOD_NOT_ALLOWED: return refuse(c, status, "method not allowed\n");
	case MHD_HTTP_NOT_FOUND: return refuse(c, status, "plugin not found\n");
	case MHD_HTTP_INTERNAL_SERVER_ERROR: msg_error(source->path, &e); return refuse(c, status, "the snapshot cannot be read\n");
	default: return send_snapshot(c, stream, source);
	}
}

struct MHD_Daemon *answer_start(int listen_fd, const struct source *source, struct error *e)
{
	struct MHD_Daemon *daemon = MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_AUTO, 0,
		NULL, NULL, on_request, (void *)(uintptr_t)source, MHD_OPTION_LISTEN_SOCKET, listen_fd, MHD_OPTION_CONNECTION_TIMEOUT,
		(unsigned)IDLE_SECONDS, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS, MHD_OPTION_END);
	if (!daemon)
		error_set(e, SNAP_SYSTEM, "cannot start the HTTP server", "%s", "libmicrohttpd refused");
	return daemon;
}

void answer_stop(struct MHD_Daemon *daemon)
{
	MHD_stop_daemon(daemon);
}
