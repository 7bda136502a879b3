#include "common/guard.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>
#include "common/fd.h"
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { READ, WRITE };

/* The program's ends of two pipes: closing life wakes the guard; done is closed when the guard
 * ends. */
static _Atomic int life = -1, done = -1;
static _Atomic pid_t guard_pid;

static bool open_pipe(int fds[2])
{
	if (pipe(fds) != 0)
		return false;
	for (int i = 0; i < 2; i++)
		fcntl(fds[i], F_SETFD, FD_CLOEXEC);
	return true;
}

static void close_pipe(int fds[2])
{
	close(fds[READ]);
	close(fds[WRITE]);
}

static void close_others(int a, int b)
{
	unsigned low = (unsigned)(a < b ? a : b), high = (unsigned)(a < b ? b : a);

	if (low > 0)
		fd_close_range(0, low - 1);
	fd_close_range(low + 1, high - 1);
	fd_close_range(high + 1, UINT_MAX);
}

static _Noreturn void stand_guard(int alive, int gone, void (*undo)(void))
{
	char byte;

	setsid();
#ifdef __linux__
	prctl(PR_SET_NAME, "snap-guard");
#endif
	close_others(alive, gone);
	while (read(alive, &byte, 1) < 0 && errno == EINTR) {
	}
	undo();
	_exit(0);
}

bool guard_is_up(void)
{
	return atomic_load(&life) >= 0;
}

bool guard_start(void (*undo)(void))
{
	int alive[2], gone[2];
	sigset_t all, before;

	if (guard_is_up())
		return true;
	if (!open_pipe(alive))
		return false;
	if (!open_pipe(gone)) {
		close_pipe(alive);
		return false;
	}
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	pid_t pid = fork();
	if (pid == 0)
		stand_guard(alive[READ], gone[WRITE], undo);
	if (pid > 0) {
		/* At once, not when the guard first runs: who kills the program's group before
		 * that must not kill the guard. setsid in the guard fails then; where it came
		 * first, this does. */
		setpgid(pid, pid);
		atomic_store(&guard_pid, pid);
		atomic_store(&done, gone[READ]);
		atomic_store(&life, alive[WRITE]);
		close(alive[READ]);
		close(gone[WRITE]);
	} else {
		int code = errno;

		close_pipe(alive);
		close_pipe(gone);
		errno = code;
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return pid > 0;
}

void guard_finish(int patience_ms)
{
	int fd = atomic_exchange(&life, -1), end = atomic_load(&done);
	pid_t pid = atomic_load(&guard_pid);

	/* A child between fork and exec holds this end, too: so the guard starts only when each
	 * child is registered or has ended. */
	if (fd >= 0)
		close(fd);
	if (pid <= 0)
		return;
	struct pollfd hangup = {end, 0, 0};
	if (poll(&hangup, 1, patience_ms) > 0)
		while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
		}
}

void guard_forget(void)
{
	int fds[] = {atomic_exchange(&life, -1), atomic_exchange(&done, -1)};

	for (int i = 0; i < 2; i++)
		if (fds[i] >= 0)
			close(fds[i]);
	atomic_store(&guard_pid, 0);
}
