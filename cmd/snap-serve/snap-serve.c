/* snap-serve: answers as a scheduler with the snapshot plugin does, or as cluster-autoscaler. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "answer.h"
#include "common/cleanup.h"
#include "common/options.h"
#include "common/program.h"
#include "common/timefmt.h"
#include "listen.h"
#include "loop.h"
#include "role.h"

enum { MAX_PORT = 65535 };

static const char help[] =
	"usage: snap-serve [options] [FILE]\n"
	"\n"
	"Answers /get-snapshot over HTTP as the scheduler's snapshot plugin does, until\n"
	"it is interrupted. FILE is a ZIP, which is served as it is, or a snapshot in\n"
	"any other packing, which is zipped first. It is verified before it is served,\n"
	"and so is a new one that takes its name. Without FILE, or with -, it is read\n"
	"from standard input.\n"
	"\n"
	"      --as PROGRAM      kai (the default), or cluster-autoscaler: answers\n"
	"                        /snapshotz with FILE, a document of that program\n"
	"      --scan-interval D cluster-autoscaler's: time between two of its loops, for\n"
	"                        which a request waits (default 10s); never: as one that\n"
	"                        does not lead\n"
	"  -l, --listen ADDR     address or host name to listen on (default 127.0.0.1)\n"
	"  -p, --port PORT       port to listen on (default 8081, cluster-autoscaler's\n"
	"                        8085); 0: a free one, which is printed\n"
	"      --idle-timeout D  end connections that do nothing for this time, as in\n"
	"                        10s (the default) or 5m\n"
	"  -q, --quiet           no warnings and no line for each request\n"
	"  -h, --help            show this help\n"
	"  -V, --version         show the version\n";

enum { IDLE_TIMEOUT = 256, AS, SCAN_INTERVAL };
enum { DEFAULT_IDLE_MS = 10000, SHORTEST_MS = 100, DEFAULT_INTERVAL_MS = 10000, GRACE_MS = 2000 };

static const struct option options[] = {
	{"as", required_argument, NULL, AS},
	{"scan-interval", required_argument, NULL, SCAN_INTERVAL},
	{"listen", required_argument, NULL, 'l'},
	{"port", required_argument, NULL, 'p'},
	{"idle-timeout", required_argument, NULL, IDLE_TIMEOUT},
	{"quiet", no_argument, NULL, 'q'},
	{"help", no_argument, NULL, 'h'},
	{"version", no_argument, NULL, 'V'},
	{NULL, 0, NULL, 0},
};

struct settings {
	const struct role *role;
	const char *listen, *file;
	int port; /* -1: the role's */
	int64_t idle_ms;
	int64_t interval_ms; /* 0: never */
	bool quiet;
};

static int64_t idle_ms_of(const char *text)
{
	int64_t ms = options_timeout("--idle-timeout", text);

	if (ms < SHORTEST_MS)
		msg_usage("--idle-timeout: at least %dms, not '%s'", SHORTEST_MS, text);
	return ms;
}

static int64_t interval_ms_of(const char *text)
{
	return strcmp(text, "never") == 0 ? 0 : options_timeout("--scan-interval", text);
}

static const struct role *role_of(const char *text)
{
	const struct role *role = role_named(text);
	struct strbuf names = {0};

	if (!role) {
		role_list(&names);
		msg_usage("--as: not %s: '%s'", names.s, text);
	}
	return role;
}

static void parse(struct settings *s, int argc, char **argv)
{
	bool loops = false; /* --scan-interval is given */

	for (int c; (c = options_next(argc, argv, ":l:p:qhV", options)) != -1;)
		switch (c) {
		case 'l': s->listen = optarg; break;
		case 'p': s->port = (int)options_number("--port", optarg, 0, MAX_PORT); break;
		case IDLE_TIMEOUT: s->idle_ms = idle_ms_of(optarg); break;
		case AS: s->role = role_of(optarg); break;
		case SCAN_INTERVAL:
			s->interval_ms = interval_ms_of(optarg);
			loops = true;
			break;
		case 'q': s->quiet = true; break;
		case 'h': program_help(help);
		case 'V': program_version();
		}
	s->file = program_operand(argc, argv, optind);
	if (loops && s->role != &role_cluster_autoscaler)
		msg_usage("--scan-interval does not go with --as %s", s->role->name);
	if (s->port < 0)
		s->port = (int)s->role->port;
}

/* With port 0 the caller reads the port from this line. */
static int announce(
	const struct settings *s, const struct source *source, const struct listener *at)
{
	msg_note("serving %s at http://%s%s", source->name, at->authority.s, s->role->path);
	if (!at->loopback)
		msg_warn(NULL, "anybody who reaches %s can read this snapshot", at->authority.s);
	if (s->port == 0)
		printf("%u\n", at->port);
	return fflush(stdout) == 0 ? SNAP_OK : program_close(SNAP_SYSTEM);
}

/* The signals that end the program, but for those that the shell ignores for it. */
static void hold_signals(sigset_t *held)
{
	static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
	struct sigaction now;

	sigemptyset(held);
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (sigaction(ends[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
			sigaddset(held, ends[i]);
	pthread_sigmask(SIG_BLOCK, held, NULL);
}

/* Until a signal comes, of which the program then dies. */
static _Noreturn void until_signal(const sigset_t *held, struct loop *loop)
{
	int sig;

	while (sigwait(held, &sig) != 0)
		;
	if (loop)
		loop_close(loop, GRACE_MS);
	raise(sig);
	pthread_sigmask(SIG_UNBLOCK, held, NULL);
	_exit(128 + sig);
}

static int serve(const struct settings *s, struct source *source, struct loop *loop)
{
	struct error e = {0};
	struct listener at;
	sigset_t held;

	if (!listen_on(s->listen, (unsigned)s->port, &at, &e))
		return msg_error(NULL, &e);
	hold_signals(&held); /* for all threads */
	struct server *server = answer_start(&(struct service){.source = source,
						     .at = &at,
						     .listen = s->listen,
						     .idle_ms = s->idle_ms,
						     .loop = loop},
		&e);
	int status = server ? announce(s, source, &at) : msg_error(NULL, &e);
	if (status == SNAP_OK)
		until_signal(&held, loop);
	if (server)
		answer_stop(server);
	else
		close(at.fd);
	strbuf_free(&at.authority);
	return status;
}

/* Its clock begins now. */
static int serve_with_loop(const struct settings *s, struct source *source)
{
	struct error e = {0};
	struct loop *loop = loop_new(s->interval_ms, &e);
	int status = loop ? serve(s, source, loop) : msg_error(NULL, &e);

	if (loop)
		loop_free(loop);
	return status;
}

int main(int argc, char **argv)
{
	struct settings s = {.role = role_default(),
		.listen = "127.0.0.1",
		.port = -1,
		.idle_ms = DEFAULT_IDLE_MS,
		.interval_ms = DEFAULT_INTERVAL_MS};
	struct source source;
	struct error e = {0};

	msg_init("snap-serve", false);
	cleanup_install();
	parse(&s, argc, argv);
	msg_init("snap-serve", s.quiet);
	/* A client that goes away is its own business. */
	signal(SIGPIPE, SIG_IGN);
	int status;
	if (!source_open(&source, s.role, s.file, &e))
		status = msg_error(source.name, &e);
	else if (s.role == &role_cluster_autoscaler)
		status = serve_with_loop(&s, &source);
	else
		status = serve(&s, &source, NULL);
	source_close(&source);
	return status;
}
