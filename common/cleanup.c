#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "common/cleanup.h"
#include "common/mem.h"

/* What is registered lives in chunks that are only ever added to. The signal handler takes an entry by exchanging it with "none",
 * so it owns what it got whatever other threads do meanwhile; the mutex is for add and drop alone. */
enum { SLOTS = 32, GRACE_MS = 2000, TICK_MS = 10 };
struct chunk {
	_Atomic(char *) files[SLOTS];
	char *removed[SLOTS]; /* a signal handler cannot free them: kept, so that leak checkers stay quiet */
	_Atomic(pid_t) children[SLOTS];
	_Atomic(struct chunk *) next;
};
static struct chunk first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pid_t owner; /* a forked child that has not reached exec yet must not clean up for its parent */

static struct chunk *next_chunk(struct chunk *c)
{
	struct chunk *next = atomic_load(&c->next);
	if (!next) {
		next = xcalloc(1, sizeof *next);
		atomic_store(&c->next, next);
	}
	return next;
}

void cleanup_add_file(const char *path)
{
	char *copy = xstrdup(path);
	pthread_mutex_lock(&lock);
	for (struct chunk *c = &first;; c = next_chunk(c))
		for (int i = 0; i < SLOTS; i++) {
			char *none = NULL;
			if (atomic_compare_exchange_strong(&c->files[i], &none, copy)) {
				pthread_mutex_unlock(&lock);
				return;
			}
		}
}

void cleanup_drop_file(const char *path)
{
	pthread_mutex_lock(&lock);
	for (struct chunk *c = &first; c; c = atomic_load(&c->next))
		for (int i = 0; i < SLOTS; i++) {
			char *name = atomic_load(&c->files[i]);
			if (name && strcmp(name, path) == 0 && atomic_compare_exchange_strong(&c->files[i], &name, NULL))
				free(name);
		}
	pthread_mutex_unlock(&lock);
}

void cleanup_add_child(pid_t pid)
{
	pthread_mutex_lock(&lock);
	for (struct chunk *c = &first;; c = next_chunk(c))
		for (int i = 0; i < SLOTS; i++) {
			pid_t none = 0;
			if (atomic_compare_exchange_strong(&c->children[i], &none, pid)) {
				pthread_mutex_unlock(&lock);
				return;
			}
		}
}

void cleanup_drop_child(pid_t pid)
{
	pthread_mutex_lock(&lock);
	for (struct chunk *c = &first; c; c = atomic_load(&c->next))
		for (int i = 0; i < SLOTS; i++) {
			pid_t there = pid;
			atomic_compare_exchange_strong(&c->children[i], &there, 0);
		}
	pthread_mutex_unlock(&lock);
}

/* True: gone, or not ours to wait for. */
static int reaped(pid_t pid)
{
	pid_t r = waitpid(pid, NULL, WNOHANG);
	return r == pid || (r < 0 && errno != EINTR);
}

/* Everything from here to on_signal is async-signal-safe. */
static void end_child(pid_t pid, int *patience_ms)
{
	int gone = 0;
	for (; !(gone = reaped(pid)) && *patience_ms > 0; *patience_ms -= TICK_MS)
		poll(NULL, 0, TICK_MS);
	/* The group may outlive its leader: whoever ignored SIGTERM goes now. */
	kill(-pid, SIGKILL);
	while (!gone && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}

void cleanup_run(void)
{
	if (owner && getpid() != owner)
		return;
	int saved = errno, patience_ms = GRACE_MS;
	for (struct chunk *c = &first; c; c = atomic_load(&c->next))
		for (int i = 0; i < SLOTS; i++) {
			pid_t pid = atomic_load(&c->children[i]);
			if (pid > 0)
				kill(-pid, SIGTERM);
		}
	for (struct chunk *c = &first; c; c = atomic_load(&c->next))
		for (int i = 0; i < SLOTS; i++) {
			char *name = atomic_exchange(&c->files[i], NULL);
			if (name)
				unlink(c->removed[i] = name);
			pid_t pid = atomic_exchange(&c->children[i], 0);
			if (pid > 0)
				end_child(pid, &patience_ms);
		}
	errno = saved;
}

static void on_signal(int sig)
{
	cleanup_run();
	struct sigaction plain = {.sa_handler = SIG_DFL};
	sigset_t set;
	sigemptyset(&plain.sa_mask);
	sigaction(sig, &plain, NULL);
	raise(sig);
	sigemptyset(&set);
	sigaddset(&set, sig);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

/* A write over the limit of ulimit -f then fails as one to a full disk does. Not SIG_IGN: children would inherit that. */
static void on_file_limit(int sig)
{
	(void)sig;
}

/* A program started with 0, 1 or 2 closed would get them for its files, and write its output or messages into those. Held open
 * here the wrong way round, so that reading from or writing to them fails as it should. */
static void hold_standard_fds(void)
{
	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
			_exit(4);
}

void cleanup_install(void)
{
	static const int fatal[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT};
	struct sigaction act = {.sa_handler = on_signal, .sa_flags = SA_RESTART}, was;
	hold_standard_fds();
	owner = getpid();
	sigemptyset(&act.sa_mask);
	for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
		sigaddset(&act.sa_mask, fatal[i]);
	for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) {
		/* nohup and shells' background jobs ignore signals on purpose; SIGPIPE ignored is an accident of the parent. */
		if (fatal[i] != SIGPIPE && sigaction(fatal[i], NULL, &was) == 0 && was.sa_handler == SIG_IGN)
			continue;
		sigaction(fatal[i], &act, NULL);
	}
	act.sa_handler = on_file_limit;
	sigaction(SIGXFSZ, &act, NULL);
	atexit(cleanup_run);
}
