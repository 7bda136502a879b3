#include <arpa/inet.h>
#include <netinet/in.h>
#include <strings.h>
#include "host.h"

enum { LONGEST = 256 };

/* Copies the host of "host", "host:port", "[host]" or "[host]:port". False: another form. */
static bool host_of(struct str authority, char host[LONGEST])
{
	const char *p = authority.p, *end = p + authority.n;
	bool bracket = authority.n && *p == '[';
	const char *from = p + bracket, *to = from;

	while (to < end && *to != (bracket ? ']' : ':'))
		to++;
	if (bracket && to == end)
		return false;
	const char *rest = to + bracket;
	if (rest < end && *rest++ != ':')
		return false;
	while (rest < end && is_digit(*rest))
		rest++;
	if (rest != end || to - from >= LONGEST)
		return false;
	memcpy(host, from, (size_t)(to - from));
	host[to - from] = 0;
	return true;
}

bool host_is_ours(struct str authority, const char *listen)
{
	char host[LONGEST];
	struct in_addr v4;
	struct in6_addr v6;

	if (!host_of(authority, host))
		return false;
	if (inet_pton(AF_INET, host, &v4) == 1)
		return ntohl(v4.s_addr) >> 24 == IN_LOOPBACKNET;
	if (inet_pton(AF_INET6, host, &v6) == 1)
		return IN6_IS_ADDR_LOOPBACK(&v6);
	return strcasecmp(host, "localhost") == 0 || strcasecmp(host, listen) == 0;
}

bool host_of_url(const char *url, struct str *authority, const char **path)
{
	static const char scheme[] = "http://";

	if (strncasecmp(url, scheme, sizeof scheme - 1) != 0)
		return false;
	const char *from = url + sizeof scheme - 1;
	*authority = (struct str){from, strcspn(from, "/")};
	*path = from[authority->n] ? from + authority->n : "/";
	return true;
}
