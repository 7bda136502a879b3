#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>
#include "listen.h"

static int try_address(const struct addrinfo *a)
{
	int fd = socket(a->ai_family, a->ai_socktype, a->ai_protocol);
	if (fd < 0)
		return -1;
	int on = 1;
	bool ok = fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
		bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, 64) == 0;
	if (ok)
		return fd;
	int saved = errno;
	close(fd);
	errno = saved;
	return -1;
}

static bool name_of(int fd, unsigned *port, struct strbuf *authority, struct error *e)
{
	struct sockaddr_storage bound;
	socklen_t size = sizeof bound;
	char host[256], service[16];
	if (getsockname(fd, (struct sockaddr *)&bound, &size) != 0)
		return error_errno(e, "cannot tell the port");
	int code = getnameinfo(
		(struct sockaddr *)&bound, size, host, sizeof host, service, sizeof service, NI_NUMERICHOST | NI_NUMERICSERV);
	if (code != 0)
		return error_set(e, SNAP_SYSTEM, "cannot tell the port", "%s", gai_strerror(code));
	bool v6 = bound.ss_family == AF_INET6;
	*port = ntohs(v6 ? ((struct sockaddr_in6 *)&bound)->sin6_port : ((struct sockaddr_in *)&bound)->sin_port);
	strbuf_addf(authority, v6 ? "[%s]:%s" : "%s:%s", host, service);
	return true;
}

int listen_on(const char *address, unsigned port, unsigned *got, struct strbuf *authority, struct error *e)
{
	struct addrinfo *list, hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
	char service[16], what[300];
	snprintf(service, sizeof service, "%u", port);
	snprintf(what, sizeof what, "cannot listen on %s port %u", address, port);
	int code = getaddrinfo(address, service, &hints, &list);
	if (code != 0) {
		error_set(e, SNAP_SYSTEM, what, "%s", code == EAI_SYSTEM ? strerror(errno) : gai_strerror(code));
		return -1;
	}
	int fd = -1;
	for (const struct addrinfo *a = list; a && fd < 0; a = a->ai_next)
		fd = try_address(a);
	int saved = errno;
	freeaddrinfo(list);
	errno = saved;
	if (fd < 0) {
		error_errno(e, what);
		if (saved == EADDRINUSE)
			error_hint(e, "another --port, or --port 0 for a free one");
		else if (saved == EACCES)
			error_hint(e, "a --port of 1024 or above");
		return -1;
	}
	if (!name_of(fd, got, authority, e)) {
		close(fd);
		return -1;
	}
	return fd;
}
