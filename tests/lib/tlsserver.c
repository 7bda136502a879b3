/* tlsserver CERTIFICATE KEY FILE: an HTTPS server on a free port, which it prints. It gives FILE to
 * the token "good", and a status to others: 403 to "weak", 404 to "idle", 401 to the rest, also to
 * none. */
#include <arpa/inet.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIFE_SECONDS = 900, MOST = 1 << 20 };

struct file {
	char bytes[MOST];
	size_t n;
};

static struct file certificate, key, body;

static void load(struct file *f, const char *path)
{
	FILE *in = fopen(path, "rb");

	f->n = in ? fread(f->bytes, 1, MOST - 1, in) : 0;
	if (!in || ferror(in) || !f->n) {
		perror(path);
		exit(1);
	}
	fclose(in);
}

static unsigned status_for(const char *login)
{
	if (login && strcmp(login, "Bearer good") == 0)
		return MHD_HTTP_OK;
	if (login && strcmp(login, "Bearer weak") == 0)
		return MHD_HTTP_FORBIDDEN;
	if (login && strcmp(login, "Bearer idle") == 0)
		return MHD_HTTP_NOT_FOUND;
	return MHD_HTTP_UNAUTHORIZED;
}

/* As Kubernetes words it. */
static const char *words_for(unsigned status)
{
	if (status == MHD_HTTP_FORBIDDEN)
		return "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"message\":\"forbidden: User "
		       "\\\"dev\\\" cannot get path \\\"/debug/pprof/heap\\\"\",\"reason\":\"Forbidden\",\"details\":{},\"code\":403}";
	if (status == MHD_HTTP_UNAUTHORIZED)
		return "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"message\":\"Unauthorized\","
		       "\"reason\":\"Unauthorized\",\"code\":401}";
	return "404 page not found\n";
}

static enum MHD_Result answer(void *ctx, struct MHD_Connection *c, const char *url,
	const char *method, const char *version, const char *upload, size_t *upload_size,
	void **state)
{
	(void)ctx, (void)url, (void)method, (void)version, (void)upload, (void)state;
	*upload_size = 0;
	unsigned status = status_for(
		MHD_lookup_connection_value(c, MHD_HEADER_KIND, MHD_HTTP_HEADER_AUTHORIZATION));
	bool good = status == MHD_HTTP_OK;
	const char *words = words_for(status);

	struct MHD_Response *r = MHD_create_response_from_buffer(good ? body.n : strlen(words),
		good ? body.bytes : (void *)(size_t)words, MHD_RESPMEM_PERSISTENT);
	if (r && !good)
		MHD_add_response_header(r, MHD_HTTP_HEADER_CONTENT_TYPE,
			status == MHD_HTTP_NOT_FOUND ? "text/plain" : "application/json");
	enum MHD_Result queued = MHD_queue_response(c, status, r);
	MHD_destroy_response(r);
	return queued;
}

int main(int argc, char **argv)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};

	if (argc != 4)
		return 2;
	signal(SIGPIPE, SIG_IGN);
	alarm(LIFE_SECONDS);
	load(&certificate, argv[1]);
	load(&key, argv[2]);
	load(&body, argv[3]);
	struct MHD_Daemon *d = MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_TLS, 0,
		NULL, NULL, answer, NULL, MHD_OPTION_SOCK_ADDR, &at, MHD_OPTION_HTTPS_MEM_CERT,
		certificate.bytes, MHD_OPTION_HTTPS_MEM_KEY, key.bytes, MHD_OPTION_END);
	const union MHD_DaemonInfo *port =
		d ? MHD_get_daemon_info(d, MHD_DAEMON_INFO_BIND_PORT) : NULL;
	if (!port) {
		fprintf(stderr, "tlsserver: cannot start\n");
		return 1;
	}
	printf("%u\n", (unsigned)port->port);
	fflush(stdout);
	for (;;)
		pause();
}
