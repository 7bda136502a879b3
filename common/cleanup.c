#define _DEFAULT_SOURCE 1 /* MAP_ANONYMOUS */
#include "common/cleanup.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "common/crash.h"
#include "common/guard.h"
#include "common/mem.h"
#include "common/progress.h"
#include "common/tree.h"

enum {
	PLACES = 256,
	GRACE_MS = 2000,
	GONE_MS = 1000,
	TICK_MS = 10,
	GUARD_MS = 30000,
	TREE_TRIES = 20,
	TREE_PAUSE_MS = 100
};

/* The cleanup takes an entry before it acts, and nothing else changes a TAKEN entry. Two may act on
 * it: a signal handler that interrupts the cleanup, or the guard after that. */
enum state { FREE, FILLING, READY, TAKEN };
enum cleanup_kind { A_CHILD, A_FILE, A_LINKED_TREE, A_TREE };

/* Shared memory, since the guard was forked earlier. Made for the first entry: a program that has
 * none starts sooner. */
struct table {
	_Atomic int state[PLACES];
	enum cleanup_kind kind[PLACES];
	_Atomic pid_t pid[PLACES];
	char path[PLACES][PATH_MAX];
};
static struct table *_Atomic table;
static _Atomic bool ending;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* for add and drop, not for the cleanup */
static pid_t owner; /* a forked child before exec must not clean up for its parent */

/* Another thread is ending the program. */
static _Noreturn void freeze(void)
{
	for (;;)
		pause();
}

static struct table *the_table(void)
{
	struct table *t = atomic_load(&table);

	if (t)
		return t;
	t = mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (t == MAP_FAILED)
		out_of_memory();
	if (!owner)
		owner = getpid();
	atomic_store(&table, t);
	return t;
}

/* Reserves an entry, FILLING. -1: the table is full. */
static int reserve(struct table *t, enum cleanup_kind kind)
{
	for (int i = 0; i < PLACES; i++) {
		int none = FREE;

		if (!atomic_compare_exchange_strong(&t->state[i], &none, FILLING))
			continue;
		t->kind[i] = kind;
		atomic_store(&t->pid[i], 0);
		t->path[i][0] = 0;
		return i;
	}
	errno = ENOMEM;
	return -1;
}

static bool add_path(enum cleanup_kind kind, const char *path)
{
	size_t n = strlen(path);
	bool ok = false;

	if (n >= PATH_MAX) {
		errno = ENAMETOOLONG;
		return false;
	}
	pthread_mutex_lock(&lock);
	struct table *t = the_table();
	int place = reserve(t, kind);
	if (place >= 0) {
		memcpy(t->path[place], path, n + 1); /* and the NUL */
		atomic_store(&t->state[place], READY);
		ok = true;
	}
	pthread_mutex_unlock(&lock);
	if (atomic_load(&ending))
		freeze();
	return ok;
}

/* path NULL: the child pid. */
static void drop(const char *path, pid_t pid)
{
	struct table *t = atomic_load(&table);
	bool taken = false;

	pthread_mutex_lock(&lock);
	for (int i = 0; t && i < PLACES; i++) {
		int state = atomic_load(&t->state[i]);

		if (state != READY && state != TAKEN)
			continue;
		bool it = path ? t->kind[i] != A_CHILD && strcmp(t->path[i], path) == 0
			       : atomic_load(&t->pid[i]) == pid;
		int ready = READY;
		if (it && !atomic_compare_exchange_strong(&t->state[i], &ready, FREE))
			taken = true;
	}
	pthread_mutex_unlock(&lock);
	if (taken)
		freeze();
}

void cleanup_add_file(const char *path)
{
	add_path(A_FILE, path);
}

void cleanup_drop_file(const char *path)
{
	drop(path, 0);
}

bool cleanup_add_tree(const char *path, bool its_parent)
{
	return cleanup_guard() && add_path(its_parent ? A_LINKED_TREE : A_TREE, path);
}

void cleanup_drop_tree(const char *path)
{
	drop(path, 0);
}

int cleanup_reserve_twin(void)
{
	pthread_mutex_lock(&lock);
	int place = reserve(the_table(), A_CHILD);
	pthread_mutex_unlock(&lock);
	return place;
}

int cleanup_reserve_child(void)
{
	return cleanup_guard() ? cleanup_reserve_twin() : -1;
}

void cleanup_set_child(int place, pid_t pid)
{
	struct table *t = atomic_load(&table);

	atomic_store(&t->pid[place], pid);
	atomic_store(&t->state[place], pid > 0 ? READY : FREE);
}

void cleanup_drop_child(pid_t pid)
{
	drop(NULL, pid);
}

/* All functions from here to on_signal are async-signal-safe, except those that only the guard
 * calls. */
static void take_all(struct table *t)
{
	for (int i = 0; i < PLACES; i++) {
		int ready = READY;

		atomic_compare_exchange_strong(&t->state[i], &ready, TAKEN);
	}
}

static bool is_taken(struct table *t, int i, enum cleanup_kind kind)
{
	return atomic_load(&t->state[i]) == TAKEN && t->kind[i] == kind;
}

/* A child of this process stays a zombie until it is reaped, so its id is not reused. The guard is
 * not the parent: to it, a child has ended when the whole group has. */
static bool has_ended(pid_t pid, bool ours)
{
	siginfo_t info = {0};

	if (!ours)
		return kill(-pid, 0) != 0;
	return (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 &&
		       errno != EINTR) ||
		info.si_pid == pid;
}

static void await_end(pid_t pid, bool ours, int *patience_ms)
{
	for (; *patience_ms > 0 && !has_ended(pid, ours); *patience_ms -= TICK_MS)
		poll(NULL, 0, TICK_MS);
}

static void end_children(struct table *t, bool ours)
{
	int patience_ms = GRACE_MS;

	for (int i = 0; i < PLACES; i++)
		if (is_taken(t, i, A_CHILD))
			kill(-atomic_load(&t->pid[i]), SIGTERM);
	for (int i = 0; i < PLACES; i++) {
		if (!is_taken(t, i, A_CHILD))
			continue;
		pid_t pid = atomic_load(&t->pid[i]);
		await_end(pid, ours, &patience_ms);
		/* The group may outlive its leader: SIGKILL ends members that ignore SIGTERM. */
		kill(-pid, SIGKILL);
		await_end(pid, ours, &(int){GONE_MS});
		/* Freed before it is reaped: after that the id may be reused. */
		atomic_store(&t->state[i], FREE);
		while (ours && waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
		}
		await_end(pid, false, &(int){GONE_MS});
	}
}

static void remove_files(struct table *t)
{
	for (int i = 0; i < PLACES; i++)
		if (is_taken(t, i, A_FILE)) {
			unlink(t->path[i]);
			atomic_store(&t->state[i], FREE);
		}
}

void cleanup_run(void)
{
	struct table *t = atomic_load(&table);

	if (owner && getpid() != owner)
		return;
	int saved = errno;
	atomic_store(&ending, true);
	progress_clear();
	if (t) {
		take_all(t);
		end_children(t, true);
		remove_files(t);
	}
	guard_finish(GUARD_MS);
	errno = saved;
}

/* A process that is being killed may still write a file. */
static void remove_trees(struct table *t, enum cleanup_kind kind)
{
	for (int i = 0; i < PLACES; i++) {
		if (!is_taken(t, i, kind))
			continue;
		for (int tries = 0; tries < TREE_TRIES && !tree_remove(t->path[i]); tries++)
			poll(NULL, 0, TREE_PAUSE_MS);
		char *slash = strrchr(t->path[i], '/');
		if (kind == A_LINKED_TREE && slash) {
			*slash = 0;
			rmdir(t->path[i]);
		}
		atomic_store(&t->state[i], FREE);
	}
}

/* The guard's work, after the program has ended or while it waits in guard_finish. */
static void undo_all(void)
{
	struct table *t = atomic_load(&table);

	take_all(t);
	end_children(t, false);
	remove_files(t);
	remove_trees(t, A_LINKED_TREE);
	remove_trees(t, A_TREE);
}

bool cleanup_guard(void)
{
	if (guard_is_up())
		return true;
	pthread_mutex_lock(&lock);
	the_table();
	bool ok = guard_start(undo_all);
	pthread_mutex_unlock(&lock);
	return ok;
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
	_exit(128 + sig); /* the first process of a container is not killed by its own signals */
}

/* With a handler, a write over the limit of ulimit -f fails like one to a full disk. Not SIG_IGN:
 * children would inherit that. */
static void on_file_limit(int sig)
{
	(void)sig;
}

/* If descriptor 0, 1 or 2 is closed at the start, a file could get its number, and output or
 * messages would go into that file. So the number is opened in the wrong direction: reading or
 * writing fails. */
static void hold_standard_fds(void)
{
	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
			open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
			_exit(4);
}

void cleanup_install(void)
{
	static const int fatal[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT};
	struct sigaction act = {.sa_handler = on_signal, .sa_flags = SA_RESTART}, was;

	hold_standard_fds();
	/* A forked program has its own table and guard. */
	guard_forget();
	atomic_store(&table, NULL);
	owner = getpid();
	sigemptyset(&act.sa_mask);
	for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
		sigaddset(&act.sa_mask, fatal[i]);
	for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) {
		/* nohup and background jobs of shells ignore signals on purpose; an ignored SIGPIPE
		 * is an accident of the parent. */
		if (fatal[i] != SIGPIPE && sigaction(fatal[i], NULL, &was) == 0 &&
			was.sa_handler == SIG_IGN)
			continue;
		sigaction(fatal[i], &act, NULL);
	}
	act.sa_handler = on_file_limit;
	sigaction(SIGXFSZ, &act, NULL);
	crash_install();
	atexit(cleanup_run);
}
