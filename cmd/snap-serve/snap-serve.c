/* snap-serve: answers /get-snapshot as a scheduler with the snapshot plugin does. */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "answer.h"
#include "common/cleanup.h"
#include "common/program.h"
#include "listen.h"

enum { PLUGIN_PORT = 8081, MAX_PORT = 65535 };

static const char help[] = "usage: snap-serve [options] [FILE]\n"
			   "\n"
			   "Answers /get-snapshot over HTTP as the scheduler's snapshot plugin does, until it is interrupted.\n"
			   "FILE is a ZIP, which is served as it is, or a snapshot in any other packing, which is zipped on the way.\n"
			   "Without FILE, or with -, it is read from standard input.\n"
			   "\n"
			   "  -l, --listen ADDR  address or host name to listen on (default 127.0.0.1)\n"
			   "  -p, --port PORT    port to listen on (default 8081); 0: a free one, which is printed\n"
			   "  -q, --quiet        no line for each request on standard error\n"
			   "  -h, --help         show this help\n"
			   "  -V, --version      show the version\n";

static const struct option options[] = {
	{"listen", required_argument, NULL, 'l'},
	{"port", required_argument, NULL, 'p'},
	{"quiet", no_argument, NULL, 'q'},
	{"help", no_argument, NULL, 'h'},
	{"version", no_argument, NULL, 'V'},
	{NULL, 0, NULL, 0},
};

struct settings {
	const char *listen, *file;
	unsigned port;
	bool quiet;
};

static unsigned port_of(const char *text)
{
	char *end;
	unsigned long port = strtoul(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || *end || port > MAX_PORT)
		msg_usage("not a port: '%s'", text);
	return (unsigned)port;
}

static void parse(struct settings *s, int argc, char **argv)
{
	for (int c; (c = getopt_long(argc, argv, ":l:p:qhV", options, NULL)) != -1;)
		switch (c) {
		case 'l': s->listen = optarg; break;
		case 'p': s->port = port_of(optarg); break;
		case 'q': s->quiet = true; break;
		case 'h': program_help(help);
		case 'V': program_version();
		case ':': msg_usage("option '%s' needs an argument", argv[optind - 1]);
		default: msg_usage("unknown option '%s'", argv[optind - 1]);
		}
	s->file = program_operand(argc, argv, optind);
}

/* Whoever asked for a free port waits for this line. */
static int announce(const struct settings *s, unsigned port, const char *authority)
{
	msg_note("serving %s at http://%s/get-snapshot", s->file ? s->file : "<stdin>", authority);
	if (s->port == 0)
		printf("%u\n", port);
	return fflush(stdout) == 0 ? SNAP_OK : program_close(SNAP_SYSTEM);
}

static int serve(const struct settings *s, const struct source *source)
{
	struct error e = {0};
	struct strbuf authority = {0};
	unsigned port;
	struct MHD_Daemon *daemon = NULL;
	int fd = listen_on(s->listen, s->port, &port, &authority, &e);
	if (fd >= 0 && !(daemon = answer_start(fd, source, &e)))
		close(fd);
	int status = daemon ? announce(s, port, authority.s) : msg_error(NULL, &e);
	/* A signal ends it: cleanup removes what is temporary, and the program dies by that signal. */
	if (status == SNAP_OK)
		for (;;)
			pause();
	if (daemon)
		answer_stop(daemon);
	strbuf_free(&authority);
	return status;
}

int main(int argc, char **argv)
{
	struct settings s = {.listen = "127.0.0.1", .port = PLUGIN_PORT};
	struct source source;
	struct error e = {0};
	cleanup_install();
	msg_init("snap-serve", false);
	parse(&s, argc, argv);
	msg_init("snap-serve", s.quiet);
	/* A client that goes away is its own business. */
	signal(SIGPIPE, SIG_IGN);
	int status;
	if (source_open(&source, s.file, &e))
		status = serve(&s, &source);
	else
		status = msg_error(s.file ? s.file : "<stdin>", &e);
	source_close(&source);
	return status;
}
