/* badserver MODE [ARGS]: an HTTP server that misbehaves in one way. Prints its port; serves one
 * connection after the other. status CODE [BODY]     that status html                   a login
 * page with status 200 redirect URL           302 empty                  200 without a body nothing
 * closes without an answer silent                 never answers cut N FILE             the first N
 * bytes of FILE in chunks, then the connection is gone short N FILE           the same, but
 * announced as whole (Content-Length) plain N FILE           the same up to the end of the
 * connection, which looks like a whole answer dated DATE FILE        FILE, with that header Date
 * (all others send none) stall N FILE           the first N bytes, then nothing more gate N FILE
 * GATE       the first N bytes, the rest as soon as the file GATE is there raw FILE [UNIT] the
 * bytes of FILE, header and all, then the end; or the bytes of the file UNIT without an end endless
 * a ZIP that never ends flaky N FILE [CODE BODY] status 503 N times, then FILE dropping N K FILE N
 * times cut at byte K, then FILE */
#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { LIFE_SECONDS = 900 }; /* in case that nobody ends it */

struct file {
	char *bytes;
	size_t size;
};

static _Noreturn void die(const char *what)
{
	perror(what);
	exit(1);
}

static struct file load(const char *path)
{
	struct file f = {NULL, 0};
	FILE *in = fopen(path, "rb");

	if (!in || fseek(in, 0, SEEK_END) != 0)
		die(path);
	f.size = (size_t)ftell(in);
	rewind(in);
	f.bytes = malloc(f.size + 1);
	if (!f.bytes || fread(f.bytes, 1, f.size, in) != f.size)
		die(path);
	fclose(in);
	return f;
}

static void put(int fd, const void *bytes, size_t n)
{
	for (const char *p = bytes; n;) {
		ssize_t done = write(fd, p, n);

		if (done < 0)
			return; /* the client has had enough */
		p += done;
		n -= (size_t)done;
	}
}

static void puts_to(int fd, const char *text)
{
	put(fd, text, strlen(text));
}

/* Up to the empty line behind the header. */
static void read_request(int fd)
{
	char c;

	for (int newlines = 0; newlines < 2 && read(fd, &c, 1) == 1;)
		newlines = c == '\n' ? newlines + 1 : c == '\r' ? newlines : 0;
}

static void start(int fd, const char *more)
{
	puts_to(fd, "HTTP/1.1 200 OK\r\nContent-Type: application/zip\r\nConnection: close\r\n");
	puts_to(fd, more);
	puts_to(fd, "\r\n");
}

static void put_chunk(int fd, const char *bytes, size_t n)
{
	char head[32];

	snprintf(head, sizeof head, "%zx\r\n", n);
	puts_to(fd, head);
	put(fd, bytes, n);
	puts_to(fd, "\r\n");
}

static void put_whole(int fd, struct file f)
{
	char length[64];

	snprintf(length, sizeof length, "Content-Length: %zu\r\n", f.size);
	start(fd, length);
	put(fd, f.bytes, f.size);
}

static void put_status(int fd, const char *code, const char *body)
{
	char head[256];

	snprintf(head, sizeof head,
		"HTTP/1.1 %s Something\r\nContent-Type: text/plain\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n",
		code, strlen(body));
	puts_to(fd, head);
	puts_to(fd, body);
}

static void nap(long ms)
{
	nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

/* snapshot.json, deflated as an endless row of stored blocks: an open brace and white space. */
static void put_endless(int fd)
{
	static const unsigned char header[] = {'P', 'K', 3, 4, 20, 0, 8, 0, 8, 0, 0, 0, 0, 0, 0, 0,
		0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 13, 0, 0, 0};
	static const unsigned char stored[] = {0, 0, 16, 255, 239};
	static char block[4096];

	start(fd, "");
	put(fd, header, sizeof header);
	puts_to(fd, "snapshot.json");
	memset(block, ' ', sizeof block);
	block[0] = '{';
	for (char c; recv(fd, &c, 1, MSG_DONTWAIT) != 0; block[0] = ' ') {
		put(fd, stored, sizeof stored);
		put(fd, block, sizeof block);
		nap(5);
	}
}

/* Until the client has had enough. */
static void put_raw(int fd, struct file whole, struct file unit)
{
	char c;

	put(fd, whole.bytes, whole.size);
	while (unit.size && recv(fd, &c, 1, MSG_DONTWAIT) != 0 &&
		write(fd, unit.bytes, unit.size) > 0) {
	}
}

/* Holds the connection until the client closes it. */
static void hold(int fd)
{
	char c;

	while (read(fd, &c, 1) > 0) {
	}
}

static void put_part(int fd, const char *mode, struct file f, size_t n, const char *gate)
{
	char length[64];

	if (n > f.size)
		n = f.size;
	if (strcmp(mode, "plain") == 0 || strcmp(mode, "stall") == 0) {
		start(fd, "");
		put(fd, f.bytes, n);
		if (*mode == 's')
			hold(fd);
	} else if (strcmp(mode, "short") == 0) {
		snprintf(length, sizeof length, "Content-Length: %zu\r\n", f.size);
		start(fd, length);
		put(fd, f.bytes, n);
	} else {
		start(fd, "Transfer-Encoding: chunked\r\n");
		put_chunk(fd, f.bytes, n);
		if (gate) {
			while (access(gate, F_OK) != 0)
				nap(10);
			put_chunk(fd, f.bytes + n, f.size - n);
			puts_to(fd, "0\r\n\r\n");
		}
	}
}

static void answer(int fd, int argc, char **argv)
{
	static int count;
	const char *mode = argv[1];

	count++;
	if (strcmp(mode, "status") == 0) {
		put_status(fd, argv[2], argc > 3 ? argv[3] : "");
	} else if (strcmp(mode, "html") == 0) {
		puts_to(fd,
			"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<!DOCTYPE html><title>Log in</title>\n");
	} else if (strcmp(mode, "redirect") == 0) {
		puts_to(fd,
			"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nConnection: close\r\nLocation: ");
		puts_to(fd, argv[2]);
		puts_to(fd, "\r\n\r\n");
	} else if (strcmp(mode, "empty") == 0) {
		start(fd, "Content-Length: 0\r\n");
	} else if (strcmp(mode, "dated") == 0) {
		char date[128];
		struct file f = load(argv[3]);

		snprintf(date, sizeof date, "Date: %s\r\n", argv[2]);
		start(fd, date);
		put(fd, f.bytes, f.size);
	} else if (strcmp(mode, "silent") == 0) {
		hold(fd);
	} else if (strcmp(mode, "raw") == 0) {
		put_raw(fd, load(argv[2]), argc > 3 ? load(argv[3]) : (struct file){NULL, 0});
	} else if (strcmp(mode, "endless") == 0) {
		put_endless(fd);
	} else if (strcmp(mode, "flaky") == 0) {
		if (count <= atoi(argv[2]))
			put_status(
				fd, argc > 4 ? argv[4] : "503", argc > 5 ? argv[5] : "not yet\n");
		else
			put_whole(fd, load(argv[3]));
	} else if (strcmp(mode, "dropping") == 0) {
		if (count <= atoi(argv[2]))
			put_part(fd, "cut", load(argv[4]), (size_t)atol(argv[3]), NULL);
		else
			put_whole(fd, load(argv[4]));
	} else if (strcmp(mode, "nothing") != 0) {
		put_part(fd, mode, load(argv[3]), (size_t)atol(argv[2]), argc > 4 ? argv[4] : NULL);
	}
}

int main(int argc, char **argv)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof at;
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (argc < 2)
		return 2;
	signal(SIGPIPE, SIG_IGN);
	alarm(LIFE_SECONDS);
	if (fd < 0 || bind(fd, (struct sockaddr *)&at, size) != 0 || listen(fd, 8) != 0 ||
		getsockname(fd, (struct sockaddr *)&at, &size) != 0)
		die("badserver");
	printf("%d\n", ntohs(at.sin_port));
	fflush(stdout);
	for (;;) {
		int client = accept(fd, NULL, NULL);

		if (client < 0)
			die("accept");
		read_request(client);
		answer(client, argc, argv);
		close(client);
	}
}
