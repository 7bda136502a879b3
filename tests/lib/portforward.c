/* portforward LOCAL REMOTE TARGET [DIE-AFTER]: what `kubectl port-forward` does, for the stand-in
 * kubectl: listens on LOCAL (0: a free port) and forwards to port TARGET of this machine, with the
 * words that the real one writes. With DIE-AFTER it dies as if the pod were gone once that many
 * bytes have come back. PORTFORWARD_SAYS in the environment: its words when nobody listens at
 * TARGET. */
#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LIFE_SECONDS = 900 };

static int local, remote_port;
static long die_after = -1;

static struct sockaddr_in loopback(int port)
{
	return (struct sockaddr_in){.sin_family = AF_INET,
		.sin_port = htons((unsigned short)port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static _Noreturn void lost(void)
{
	fprintf(stderr, "error: lost connection to pod\n");
	exit(1);
}

static int listen_on(int port)
{
	struct sockaddr_in at = loopback(port);
	socklen_t size = sizeof at;
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (fd < 0 || bind(fd, (struct sockaddr *)&at, size) != 0 || listen(fd, 8) != 0) {
		fprintf(stderr,
			"Unable to listen on port %d: Listeners failed to create with the following errors: [unable to create listener: Error "
			"listen tcp4 127.0.0.1:%d: bind: address already in use]\n"
			"error: unable to listen on any of the requested ports: [{%d %d}]\n",
			port, port, port, remote_port);
		exit(1);
	}
	getsockname(fd, (struct sockaddr *)&at, &size);
	local = ntohs(at.sin_port);
	return fd;
}

/* One read and the write of all of it. False when that side is over. */
static int pass(int from, int to, long *count)
{
	char buf[16384];
	size_t room = sizeof buf;

	if (count && die_after >= 0 && (long)room > die_after - *count)
		room = (size_t)(die_after - *count);
	if (room == 0)
		lost();
	ssize_t n = read(from, buf, room);
	if (n <= 0)
		return 0;
	for (ssize_t done = 0; done < n;) {
		ssize_t w = write(to, buf + done, (size_t)(n - done));

		if (w < 0)
			return 0;
		done += w;
	}
	if (count)
		*count += n;
	return 1;
}

static void forward(int client, int target)
{
	long back = 0;
	struct sockaddr_in to = loopback(target);
	int server = socket(AF_INET, SOCK_STREAM, 0);

	printf("Handling connection for %d\n", local);
	fflush(stdout);
	if (server < 0 || connect(server, (struct sockaddr *)&to, sizeof to) != 0) {
		const char *says = getenv("PORTFORWARD_SAYS");

		if (says) {
			fprintf(stderr, "%s\n", says);
			lost();
		}
		fprintf(stderr,
			"E1121 08:27:21.093316   11520 portforward.go:424] \"Unhandled Error\" err=\"an error occurred forwarding %d -> %d: "
			"error forwarding port %d to pod 0a1b2c, uid : failed to connect to localhost:%d inside namespace \\\"0a1b2c\\\", IPv4: "
			"dial tcp4 127.0.0.1:%d: connect: connection refused\"\n",
			local, remote_port, remote_port, remote_port, remote_port);
		lost();
	}
	for (int going = 1; going;) {
		struct pollfd fds[2] = {{client, POLLIN, 0}, {server, POLLIN, 0}};

		if (poll(fds, 2, -1) < 0)
			break;
		if (fds[0].revents)
			going = pass(client, server, NULL);
		if (going && fds[1].revents)
			going = pass(server, client, &back);
	}
	close(server);
}

int main(int argc, char **argv)
{
	if (argc < 4)
		return 2;
	remote_port = atoi(argv[2]);
	if (argc > 4)
		die_after = atol(argv[4]);
	signal(SIGPIPE, SIG_IGN);
	alarm(LIFE_SECONDS);
	int fd = listen_on(atoi(argv[1]));
	printf("Forwarding from 127.0.0.1:%d -> %d\nForwarding from [::1]:%d -> %d\n", local,
		remote_port, local, remote_port);
	fflush(stdout);
	for (;;) {
		int client = accept(fd, NULL, NULL);

		if (client < 0)
			return 1;
		forward(client, atoi(argv[3]));
		close(client);
	}
}
