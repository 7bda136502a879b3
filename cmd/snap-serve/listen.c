#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>
#include "listen.h"

/* Connections inherit it from the listening socket. The kernel's default grows to megabytes, and a
 * client that reads them slowly would seem idle for a long time. */
enum { SEND_BUFFER = 128 << 10 };

static int try_address(const struct addrinfo *a)
{
	int fd = socket(a->ai_family, a->ai_socktype, a->ai_protocol);

	if (fd < 0)
		return -1;
	int on = 1, bytes = SEND_BUFFER;
	bool ok = fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 &&
		setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
		setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes) == 0 &&
		bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, 64) == 0;
	if (ok)
		return fd;
	int saved = errno;
	close(fd);
	errno = saved;
	return -1;
}

static bool name_of(struct listener *at, struct error *e)
{
	struct sockaddr_storage bound;
	socklen_t size = sizeof bound;
	char host[256], service[16];

	if (getsockname(at->fd, (struct sockaddr *)&bound, &size) != 0)
		return error_errno(e, "cannot tell the port");
	int code = getnameinfo((struct sockaddr *)&bound, size, host, sizeof host, service,
		sizeof service, NI_NUMERICHOST | NI_NUMERICSERV);
	if (code != 0)
		return error_set(e, SNAP_SYSTEM, "cannot tell the port", "%s", gai_strerror(code));
	const struct sockaddr_in *v4 = (struct sockaddr_in *)&bound;
	const struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)&bound;
	bool is_v6 = bound.ss_family == AF_INET6;
	at->port = ntohs(is_v6 ? v6->sin6_port : v4->sin_port);
	at->loopback = is_v6 ? IN6_IS_ADDR_LOOPBACK(&v6->sin6_addr)
			     : ntohl(v4->sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
	strbuf_addf(&at->authority, is_v6 ? "[%s]:%s" : "%s:%s", host, service);
	return true;
}

bool listen_on(const char *address, unsigned port, struct listener *at, struct error *e)
{
	struct addrinfo *list,
		hints = {
			.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
	char service[16], what[300];

	snprintf(service, sizeof service, "%u", port);
	snprintf(what, sizeof what, "cannot listen on %s port %u", address, port);
	int code = getaddrinfo(address, service, &hints, &list);
	if (code != 0) {
		error_set(e, SNAP_SYSTEM, what, "%s",
			code == EAI_SYSTEM ? strerror(errno) : gai_strerror(code));
		return false;
	}
	*at = (struct listener){.fd = -1};
	for (const struct addrinfo *a = list; a && at->fd < 0; a = a->ai_next)
		at->fd = try_address(a);
	int saved = errno;
	freeaddrinfo(list);
	errno = saved;
	if (at->fd < 0) {
		error_errno(e, what);
		if (saved == EADDRINUSE)
			error_hint(e, "another --port, or --port 0 for a free one");
		else if (saved == EACCES)
			error_hint(e, "a --port of 1024 or above");
		return false;
	}
	if (name_of(at, e))
		return true;
	close(at->fd);
	return false;
}
