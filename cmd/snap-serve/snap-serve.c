/* snap-serve: answers /get-snapshot as a scheduler with the snapshot plugin does. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "answer.h"
#include "common/cleanup.h"
#include "common/options.h"
#include "common/program.h"
#include "common/timefmt.h"
#include "listen.h"

enum { PLUGIN_PORT = 8081, MAX_PORT = 65535 };

static const char help[] =
	"usage: snap-serve [options] [FILE]\n"
	"\n"
	"Answers /get-snapshot over HTTP as the scheduler's snapshot plugin does, until\n"
	"it is interrupted. FILE is a ZIP, which is served as it is, or a snapshot in\n"
	"any other packing, which is zipped first. It is verified before it is served,\n"
	"and so is a new one that takes its name. Without FILE, or with -, it is read\n"
	"from standard input.\n"
	"\n"
	"  -l, --listen ADDR     address or host name to listen on (default 127.0.0.1)\n"
	"  -p, --port PORT       port to listen on (default 8081); 0: a free one, which\n"
	"                        is printed\n"
	"      --idle-timeout D  end connections that do nothing for this time, as in\n"
	"                        10s (the default) or 5m\n"
	"  -q, --quiet           no warnings and no line for each request\n"
	"  -h, --help            show this help\n"
	"  -V, --version         show the version\n";

enum { IDLE_TIMEOUT = 256, DEFAULT_IDLE_MS = 10000, SHORTEST_MS = 100 };

static const struct option options[] = {
	{"listen", required_argument, NULL, 'l'},
	{"port", required_argument, NULL, 'p'},
	{"idle-timeout", required_argument, NULL, IDLE_TIMEOUT},
	{"quiet", no_argument, NULL, 'q'},
	{"help", no_argument, NULL, 'h'},
	{"version", no_argument, NULL, 'V'},
	{NULL, 0, NULL, 0},
};

struct settings {
	const char *listen, *file;
	unsigned port;
	int64_t idle_ms;
	bool quiet;
};

static int64_t idle_ms_of(const char *text)
{
	int64_t ms = options_timeout("--idle-timeout", text);

	if (ms < SHORTEST_MS)
		msg_usage("--idle-timeout: at least %dms, not '%s'", SHORTEST_MS, text);
	return ms;
}

static void parse(struct settings *s, int argc, char **argv)
{
	for (int c; (c = options_next(argc, argv, ":l:p:qhV", options)) != -1;)
		switch (c) {
		case 'l': s->listen = optarg; break;
		case 'p': s->port = (unsigned)options_number("--port", optarg, 0, MAX_PORT); break;
		case IDLE_TIMEOUT: s->idle_ms = idle_ms_of(optarg); break;
		case 'q': s->quiet = true; break;
		case 'h': program_help(help);
		case 'V': program_version();
		}
	s->file = program_operand(argc, argv, optind);
}

/* With port 0 the caller reads the port from this line. */
static int announce(
	const struct settings *s, const struct source *source, const struct listener *at)
{
	msg_note("serving %s at http://%s/get-snapshot", source->name, at->authority.s);
	if (!at->loopback)
		msg_warn(NULL, "anybody who reaches %s can read this snapshot", at->authority.s);
	if (s->port == 0)
		printf("%u\n", at->port);
	return fflush(stdout) == 0 ? SNAP_OK : program_close(SNAP_SYSTEM);
}

static int serve(const struct settings *s, struct source *source)
{
	struct error e = {0};
	struct listener at;

	if (!listen_on(s->listen, s->port, &at, &e))
		return msg_error(NULL, &e);
	struct server *server = answer_start(
		&(struct service){
			.source = source, .at = &at, .listen = s->listen, .idle_ms = s->idle_ms},
		&e);
	int status = server ? announce(s, source, &at) : msg_error(NULL, &e);
	/* Waits for the signal that ends the program. */
	if (status == SNAP_OK)
		for (;;)
			pause();
	if (server)
		answer_stop(server);
	else
		close(at.fd);
	strbuf_free(&at.authority);
	return status;
}

int main(int argc, char **argv)
{
	struct settings s = {
		.listen = "127.0.0.1", .port = PLUGIN_PORT, .idle_ms = DEFAULT_IDLE_MS};
	struct source source;
	struct error e = {0};

	msg_init("snap-serve", false);
	cleanup_install();
	parse(&s, argc, argv);
	msg_init("snap-serve", s.quiet);
	/* A client that goes away is its own business. */
	signal(SIGPIPE, SIG_IGN);
	int status;
	if (source_open(&source, s.file, &e))
		status = serve(&s, &source);
	else
		status = msg_error(source.name, &e);
	source_close(&source);
	return status;
}
